# SPDX-License-Identifier: MIT
# Finds stb_ds.h: in a folder stb (Debian, Arch, MSYS2), bare (vcpkg), or where CAROM_STB_DIR says. It
# is copied into the build, so that no system folder becomes an include directory: in a cross build
# that would bring in the headers of the wrong system.

set(CAROM_STB_DIR "" CACHE PATH "Folder that holds stb_ds.h, where it is not found by itself")
find_path(CAROM_STB_DS_FOLDER stb_ds.h
    HINTS "${CAROM_STB_DIR}" "${CAROM_STB_DIR}/stb"
    PATHS /usr/include /usr/local/include /opt/homebrew/include
    PATH_SUFFIXES stb
    CMAKE_FIND_ROOT_PATH_BOTH
    DOC "Where stb_ds.h was found")
mark_as_advanced(CAROM_STB_DS_FOLDER)
if(NOT CAROM_STB_DS_FOLDER)
    message(FATAL_ERROR
        "Carom needs stb_ds.h, a single header, to build (not to be used).\n"
        "  Debian, Ubuntu:  apt-get install libstb-dev\n"
        "  Arch:            pacman -S stb\n"
        "  vcpkg:           vcpkg install stb\n"
        "  anywhere else:   fetch stb_ds.h from https://github.com/nothings/stb and pass\n"
        "                   -DCAROM_STB_DIR=<the folder it is in>")
endif()
set(CAROM_STB_INCLUDE "${PROJECT_BINARY_DIR}/stb")
configure_file("${CAROM_STB_DS_FOLDER}/stb_ds.h" "${CAROM_STB_INCLUDE}/stb/stb_ds.h" COPYONLY)
