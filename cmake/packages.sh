# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Sourced by samples/run and tests/run: what a machine must have, how to see whether it has it, and what
# each package manager calls it. Runs in bash 3.2 (macOS) too.

# The names that apt, brew, pacman and vcpkg have for a need; - where there is none. Several of apt's are
# joined by commas.
packageNames() {
    case $1 in
        cmake)      echo "cmake cmake cmake -" ;;
        ninja)      echo "ninja-build ninja ninja -" ;;
        cc)         echo "gcc,libc6-dev gcc gcc -" ;; # which gcc does not bring on its own
        c++)        echo "g++ gcc gcc -" ;;
        clang)      echo "clang llvm clang -" ;;
        clang-mcdc) echo "clang-19,llvm-19,libclang-rt-19-dev llvm llvm -" ;;
        python3)    echo "python3 python python -" ;;
        meson)      echo "meson meson meson -" ;;
        clang-tidy) echo "clang-tidy llvm clang -" ;;
        cppcheck)   echo "cppcheck cppcheck cppcheck -" ;;
        valgrind)   echo "valgrind - valgrind -" ;;
        libfuzzer)  echo "libclang-rt-dev llvm compiler-rt -" ;;
        binutils)   echo "binutils binutils binutils -" ;;
        pkg-config) echo "pkg-config pkgconf pkgconf pkgconf" ;;
        check)      echo "check check check check" ;;
        stb)        echo "libstb-dev - stb stb" ;;
        cairo)      echo "libcairo2-dev cairo cairo cairo" ;;
        chromium)   echo "chromium - chromium -" ;;
        xdotool)    echo "xdotool - xdotool -" ;;
        sdl2)       echo "libsdl2-dev sdl2 sdl2 sdl2" ;;
        xvfb)       echo "xvfb - xorg-server-xvfb -" ;;
        freedoom)   echo "freedoom - freedoom -" ;;
        geos)       echo "libgeos-dev geos geos geos" ;;
        markdown)   echo "python3-markdown,python3-pil - python-markdown -" ;;
        mapparsers) echo "libcjson-dev,libexpat1-dev,zlib1g-dev,libzstd-dev cjson,expat,zstd cjson,expat,zlib,zstd -" ;;
        libcjson)   echo "libcjson-dev cjson cjson cjson" ;;
        npm)        echo "npm node npm -" ;;
        wasi)       echo "clang,lld,wasi-libc,libclang-rt-dev-wasm32 - wasi-libc -" ;;
        brotli)     echo "brotli brotli brotli -" ;;
        luajit)     echo "luajit luajit luajit luajit" ;;
        wheel)      echo "python3-pip,python3-setuptools,python3-wheel python python-wheel -" ;;
        numpy)      echo "python3-numpy numpy python-numpy -" ;;
        multilib)   echo "gcc-12-multilib - - -" ;; # gcc-multilib excludes the cross compilers
        qemu)       echo "qemu-user qemu qemu-user -" ;;
        wine)       echo "wine64 - wine -" ;;
        emscripten) echo "emscripten emscripten emscripten -" ;;
        cross:*)    echo "gcc-${1#cross:},libc6-dev-$(debianArchitecture "${1#cross:}")-cross - - -" ;;
        mingw)      echo "gcc-mingw-w64-x86-64-win32 mingw-w64 mingw-w64-gcc -" ;;
    esac
}

# Debian's name for an architecture, of the GNU one.
debianArchitecture() {
    case $1 in
        aarch64-*)     echo arm64 ;;
        *-gnueabihf)   echo armhf ;;
        *-gnueabi)     echo armel ;;
        powerpc64le-*) echo ppc64el ;;
        powerpc64-*)   echo ppc64 ;;
        *)             echo "${1%%-*}" ;;
    esac
}

hasCommand() {
    command -v "$1" >/dev/null 2>&1
}

# Where stb_ds.h is.
stbFolder() {
    local folder
    for folder in "${CAROM_STB_DIR:-/nowhere}" /usr/include /usr/local/include /opt/homebrew/include; do
        if [ -e "$folder/stb_ds.h" ]; then
            echo "$folder"
            return 0
        elif [ -e "$folder/stb/stb_ds.h" ]; then
            echo "$folder/stb"
            return 0
        fi
    done
    return 1
}

hasFreedoom() {
    local folder
    for folder in "${DOOMWADDIR:-/nowhere}" /usr/share/games/doom /usr/share/doom \
        /usr/local/share/games/doom /usr/share/games/freedoom; do
        [ -e "$folder/freedoom2.wad" ] && return 0
    done
    return 1
}

# clang brings its fuzzer in a package of its own on some systems.
hasLibFuzzer() {
    local folder
    hasCommand clang || return 1
    for folder in "$(clang -print-resource-dir)"/lib/*; do
        ls "$folder"/libclang_rt.fuzzer* >/dev/null 2>&1 && return 0
    done
    return 1
}

# clang's own library for wasm32, and the C library.
hasWasiRuntime() {
    [ -e /usr/lib/wasm32-wasi/libc.a ] && ls "$(clang -print-resource-dir)"/lib/wasi/*builtins-wasm32.a >/dev/null 2>&1
}

# What the names of a clang end in that counts pairs of MC/DC and of its llvm-cov: -19, or nothing.
mcdcEnding() {
    if hasCommand clang-19 && hasCommand llvm-cov-19 && hasCommand llvm-profdata-19; then
        echo "-19"
    elif hasCommand clang && hasCommand llvm-cov && hasCommand llvm-profdata &&
        [ "$(clang -dumpversion | cut -d. -f1)" -ge 18 ]; then
        echo ""
    else
        return 1
    fi
}

# Whether that is the one whose counts tests/coverage.list holds: others count some branches otherwise.
listedClang() {
    local ending
    ending=$(mcdcEnding) && [ "$("clang$ending" -dumpversion | cut -d. -f1)" = 19 ] && hasCommand timeout
}

# Prints the first Python 3 that has a module: a machine may have one of its own beside the packaged one.
pythonWith() { # module
    local python
    for python in python3 /usr/bin/python3; do
        if hasCommand "$python" && "$python" -c "import $1" 2>/dev/null; then
            echo "$python"
            return 0
        fi
    done
    return 1
}

hasPythonWith() {
    if [ "$1" = wheel ]; then
        pythonWith "setuptools, wheel, pip" >/dev/null
    else
        pythonWith "$1" >/dev/null
    fi
}

isThere() {
    case $1 in
        ninja)       hasCommand ninja || hasCommand make ;;
        cc)          hasCommand cc || hasCommand gcc || hasCommand clang ;;
        c++)         hasCommand c++ || hasCommand g++ || hasCommand clang++ ;;
        binutils)    hasCommand objdump ;;
        check)       { hasCommand pkg-config && pkg-config --exists check; } || [ -e /usr/include/check.h ] ;;
        cairo|geos|libcjson) hasCommand pkg-config && pkg-config --exists "$1" ;;
        stb)         stbFolder >/dev/null ;;
        mapparsers)  hasCommand pkg-config && pkg-config --exists libcjson expat zlib libzstd ;;
        wasi)        hasCommand clang && hasWasiRuntime ;;
        wheel|numpy|markdown) hasPythonWith "$1" ;;
        multilib)    [ -e /usr/lib/gcc/x86_64-linux-gnu/12/32/libgcc.a ] ;;
        qemu)        hasCommand qemu-s390x ;;
        wine)        hasCommand wine64 || [ -x /usr/lib/wine/wine64 ] ;;
        emscripten)  hasCommand emcc && hasCommand node ;;
        cross:*)     hasCommand "${1#cross:}-gcc" && [ -e "/usr/${1#cross:}/lib/libm.a" ] ;;
        sdl2)        hasCommand pkg-config && pkg-config --exists sdl2 ;;
        xvfb)        hasCommand Xvfb ;;
        freedoom)    hasFreedoom ;;
        clang-mcdc)  mcdcEnding >/dev/null ;;
        mingw)       hasCommand x86_64-w64-mingw32-gcc ;;
        libfuzzer)   hasLibFuzzer ;;
        *)           hasCommand "$1" ;;
    esac
}

missingOf() {
    local need
    for need in "$@"; do
        isThere "$need" || echo "$need"
    done
}

# Runs as root: directly, or by sudo where that is needed and there.
asRoot() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif hasCommand sudo; then
        sudo "$@"
    else
        return 1
    fi
}

aptInstall() {
    local need apt packages=""
    for need in "$@"; do
        read -r apt _ <<<"$(packageNames "$need")"
        packages="$packages ${apt//,/ }"
    done
    echo "installing:$packages"
    asRoot env DEBIAN_FRONTEND=noninteractive apt-get -qq update </dev/null >/dev/null || true
    # shellcheck disable=SC2086 # a list of words
    asRoot env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends \
        $packages </dev/null >/dev/null
}

# Says what to install by hand, one line per package manager.
tellNames() {
    local need apt brew pacman vcpkg apts="" brews="" pacmans="" vcpkgs=""
    for need in "$@"; do
        read -r apt brew pacman vcpkg <<<"$(packageNames "$need")"
        apts="$apts ${apt//,/ }" brews="$brews $brew" pacmans="$pacmans $pacman" vcpkgs="$vcpkgs $vcpkg"
    done
    echo "  apt-get install$apts"
    echo "  brew install${brews// -/}"
    echo "  pacman -S${pacmans// -/}"
    echo "  vcpkg install${vcpkgs// -/}"
}

# ensurePackages <need>...: installs by apt what is missing. Elsewhere it names the packages and returns
# all the same: what was found in no usual place may still be found by CMake.
ensurePackages() {
    local missing
    missing=$(missingOf "$@")
    # shellcheck disable=SC2086 # a list of words
    if [ -n "$missing" ] && hasCommand apt-get && aptInstall $missing; then
        missing=$(missingOf "$@")
    fi
    if [ -n "$missing" ]; then
        # shellcheck disable=SC2086
        echo "not found:" $missing
        # shellcheck disable=SC2086
        tellNames $missing
    fi
    # Not CMake's first choice, and on a fresh machine the only one there.
    if [ -z "${CMAKE_GENERATOR:-}" ] && hasCommand ninja; then
        export CMAKE_GENERATOR=Ninja
    fi
}

# offerPackages <need>...: the same for what is welcome and not necessary; quiet where it can't be had.
offerPackages() {
    local need
    for need in $(missingOf "$@"); do
        hasCommand apt-get && aptInstall "$need" || echo "without $need"
    done
}

# browserWithPuppeteer <folder>: prints the path of Chromium, and has puppeteer-core in the folder, from npm. Tests that run
# side by side share it.
browserWithPuppeteer() {
    local browser folder=$1
    browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || return 1
    hasCommand node && hasCommand npm || return 1
    mkdir -p "$folder"
    (
        hasCommand flock && flock 9
        [ -d "$folder/node_modules/puppeteer-core" ] || npm install --prefix "$folder" --no-audit --no-fund \
            --ignore-scripts puppeteer-core@23.11.1 >"$folder/npm.txt" 2>&1 || rm -rf "$folder/node_modules"
    ) 9>"$folder/lock"
    [ -d "$folder/node_modules/puppeteer-core" ] && echo "$browser"
}

# configure <preset> <folder> [option...]
configure() {
    local preset=$1 folder=$2
    shift 2
    if [ -n "${CAROM_STB_DIR:-}" ]; then
        set -- "-DCAROM_STB_DIR=$CAROM_STB_DIR" "$@"
    fi
    cmake --preset "$preset" -B "$folder" "$@"
}

# CAROM_PROCESSORS says otherwise, where several jobs share a machine.
processors() {
    echo "${CAROM_PROCESSORS:-$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)}"
}

# buildQuietly <folder> <target> [option...]: a release build of one target; speaks only where it fails.
buildQuietly() {
    local folder=$1 target=$2
    shift 2
    mkdir -p "$folder"
    if ! { configure release "$folder" "$@" &&
        cmake --build "$folder" --parallel "$(processors)" --target "$target"; } >"$folder.log" 2>&1; then
        tail -n 40 "$folder.log" >&2
        echo "the build failed; all it said is in $folder.log" >&2
        return 1
    fi
}
