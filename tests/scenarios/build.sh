# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Sourced by tests/same_bits and tests/matrix: the scenarios built by any compiler, run by anything that
# runs what it makes, and compared with tests/scenarios/golden. None of CMake's flags is passed: who
# compiles the sources by hand gets the same bits.
# Needs: root, the repository; stb, the folder that holds stb/stb_ds.h.

scenarioFolders="shapes broadphase dynamics world tests/scenarios"
golden=$root/tests/scenarios/golden

# compileScenarios <folder> <program> <processes> <compiler flag...>: every source once. LINK is what
# links, where that is not the compiler. emcc, which takes a second to start, gets a folder at once.
compileScenarios() {
    local work=$1 program=$2 processes=$3 folder cache=""
    shift 3
    rm -rf "$work"
    for folder in $(cd "$root" && find $scenarioFolders -maxdepth 1 -type d ! -name api); do
        mkdir -p "$work/$folder"
        if [ "$1" = emcc ]; then
            (cd "$work/$folder" && "$@" -isystem "$stb" -c "$root/$folder"/*.c) || return 1
        fi
    done
    if [ "$1" != emcc ]; then
        if hasCommand ccache; then cache=ccache; fi
        (cd "$root" && find $scenarioFolders -maxdepth 2 -name '*.c') |
            xargs -P "$processes" -I '{}' $cache "$@" -isystem "$stb" -c "$root/{}" -o "$work/{}.o" ||
            return 1
    fi
    # shellcheck disable=SC2046,SC2086 # lists of words
    ${LINK:-$*} $(find "$work" -name '*.o' | sort) -lm -o "$program"
}

# What must be printed.
goldenHashes() {
    grep -v '^#' "$golden"
}

# runScenarios <snapshot> <command...>: whether it gives the golden hashes, and the snapshot of another
# machine the same future. What it printed is left in $printed.
runScenarios() {
    local snapshot=$1
    shift
    "$@" --handed <"$snapshot" | tr -d '\r' >"$printed" && diff <(goldenHashes) "$printed"
}

# A changed hash is a changed result, which games notice: CHANGELOG.md names the two sums.
changelogKnows() {
    local sum
    for sum in all "all of bodies"; do
        sum=$(goldenHashes | sed -n "s/ $sum\$//p")
        grep -q "$sum" "$root/CHANGELOG.md" && continue
        echo "results have changed: CHANGELOG.md must say why, with the sum of hashes, $sum"
        return 1
    done
}
