# SPDX-License-Identifier: MIT
# The two libraries, carom (static) and carom_shared, and the floors they are made of. A floor is an
# object target per library, since the shared one is compiled with other flags.

set(caromHeaders
    shapes/api.h shapes/vec.h shapes/shapes.h shapes/making.h shapes/pairs.h
    world/types.h world/light_types.h world/sectors.h world/carom.h)

# Users see copies under carom/, so that no world/types.h of ours enters a game's path.
foreach(header IN LISTS caromHeaders)
    configure_file("${header}" "${PROJECT_BINARY_DIR}/include/carom/${header}" COPYONLY)
endforeach()
configure_file(cmake/carom.h "${PROJECT_BINARY_DIR}/include/carom/carom.h" COPYONLY)

function(carom_library target alias kind)
    add_library(${target} ${kind})
    add_library(carom::${alias} ALIAS ${target})
    set_target_properties(${target} PROPERTIES LINKER_LANGUAGE C EXPORT_NAME ${alias})
    target_include_directories(${target} INTERFACE
        $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include> $<INSTALL_INTERFACE:include>)
    if(UNIX AND NOT APPLE)
        target_link_libraries(${target} PRIVATE m)
    endif()
endfunction()

carom_library(carom carom STATIC)
carom_library(carom_shared shared SHARED)
# Before 1.0 a minor version may change the binary interface.
set_target_properties(carom_shared PROPERTIES
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
target_compile_definitions(carom_shared INTERFACE CAROM_SHARED)
if(MSVC)
    # Both would be carom.lib: the static library and the import library.
    set_target_properties(carom PROPERTIES OUTPUT_NAME carom_static)
endif()
set_target_properties(carom_shared PROPERTIES OUTPUT_NAME carom)
if(NOT PROJECT_IS_TOP_LEVEL)
    set_target_properties(carom carom_shared PROPERTIES EXCLUDE_FROM_ALL ON)
endif()

# One floor: carom_floor(<name> BELOW <floors> SOURCES <files>).
function(carom_floor name)
    cmake_parse_arguments(floor "" "" "BELOW;SOURCES" ${ARGN})
    if(NOT floor_SOURCES)
        return()
    endif()
    foreach(flavour "" _shared)
        set(target carom_${name}${flavour})
        add_library(${target} OBJECT EXCLUDE_FROM_ALL ${floor_SOURCES})
        carom_library_settings(${target})
        foreach(below IN LISTS floor_BELOW)
            target_link_libraries(${target} PRIVATE carom_${below}${flavour})
        endforeach()
        target_sources(carom${flavour} PRIVATE $<TARGET_OBJECTS:${target}>)
    endforeach()
    set_target_properties(carom_${name}_shared PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_compile_definitions(carom_${name}_shared PRIVATE CAROM_SHARED CAROM_BUILDING)
endfunction()
