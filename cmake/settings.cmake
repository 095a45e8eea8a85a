# SPDX-License-Identifier: MIT
# What every compilation of ours is told.

set(caromGnuLike FALSE)
if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang" AND NOT CMAKE_C_COMPILER_FRONTEND_VARIANT STREQUAL "MSVC")
    set(caromGnuLike TRUE)
endif()

# Warnings, errors in our own builds only: a game's newer compiler must not break on a new warning.
function(carom_warnings target)
    if(NOT CAROM_WERROR)
        return()
    endif()
    if(caromGnuLike)
        target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror
            $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes>)
    else()
        target_compile_options(${target} PRIVATE /W4 /WX)
    endif()
endfunction()

# Programs beside the library: C11 and warnings.
function(carom_program_settings target)
    set_target_properties(${target} PROPERTIES
        C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF
        CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF)
    carom_warnings(${target})
endfunction()

# The same bits from every compiler (law 8). A game's -ffast-math is undone for our files; the order
# matters to clang, where -fno-fast-math resets the contraction.
function(carom_floating_point target)
    if(NOT caromGnuLike)
        target_compile_options(${target} PRIVATE /fp:precise)
        return()
    endif()
    target_compile_options(${target} PRIVATE -fno-fast-math -ffp-contract=off -fno-math-errno)
    if(CMAKE_C_COMPILER_ID STREQUAL "GNU") # see base.h
        target_compile_options(${target} PRIVATE
            $<$<COMPILE_LANGUAGE:C>:-fno-tree-slp-vectorize>)
    endif()
    if(CMAKE_SIZEOF_VOID_P EQUAL 4 AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86|i.86|x86_64|AMD64|amd64)$")
        target_compile_options(${target} PRIVATE -msse2 -mfpmath=sse)
    elseif(CMAKE_SYSTEM_PROCESSOR STREQUAL "s390x" AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
        target_compile_options(${target} PRIVATE -fexcess-precision=fast)
    endif()
endfunction()

# -O3 makes the library a sixth larger and nothing faster that was measured. No exception passes through
# C, and tables for unwinding are a tenth of the text. A public function of ours is the one that we
# call, so it may be inlined. A game that names no build type nor any optimisation is built without, which
# is no wish for a slow library.
function(carom_optimise target)
    if(NOT caromGnuLike)
        return()
    endif()
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O2>)
    if(NOT CMAKE_C_FLAGS MATCHES "(^| )-O")
        target_compile_options(${target} PRIVATE $<$<NOT:$<BOOL:$<CONFIG>>>:-O2>)
    endif()
    if(UNIX AND NOT APPLE)
        target_compile_options(${target} PRIVATE -fno-semantic-interposition
            $<$<CONFIG:Release>:-fno-asynchronous-unwind-tables>)
    endif()
endfunction()

function(carom_optimise_for_size) # files of the current folder
    if(caromGnuLike AND ARGN)
        set_property(SOURCE ${ARGN} APPEND PROPERTY COMPILE_OPTIONS $<$<CONFIG:Release>:-Os>)
    endif()
endfunction()

function(carom_library_settings target)
    set_target_properties(${target} PROPERTIES
        C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF C_VISIBILITY_PRESET hidden)
    target_include_directories(${target} SYSTEM PRIVATE "${CAROM_STB_INCLUDE}")
    carom_floating_point(${target})
    carom_optimise(${target})
    carom_warnings(${target})
endfunction()
