# SPDX-License-Identifier: MIT
# The two libraries, carom (static) and carom_shared, and the floors they are made of. Both are made of
# the same objects, so that a file is compiled once; but not for Windows, where what a DLL gives away
# must be told when it is compiled.

set(caromHeaders
    shapes/api.h shapes/arena.h shapes/vec.h shapes/shapes.h shapes/build.h shapes/pairs.h
    world/api/bodies.h
    world/api/body_shapes.h
    world/api/carom.h
    world/api/draw.h
    world/api/events.h
    world/api/ids.h
    world/api/lights.h
    world/api/materials.h
    world/api/movers.h
    world/api/previews.h
    world/api/projectiles.h
    world/api/queries.h
    world/api/recording.h
    world/api/rigid_bodies.h
    world/api/saving.h
    world/api/sectors.h
    world/api/steps.h
    world/api/worlds.h
    threads/pool.h)

# Users see copies under carom/, so that no world/api/types.h of ours enters a game's path.
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
if(UNIX AND NOT APPLE)
    # Our own calls of public functions are direct ones.
    target_link_options(carom_shared PRIVATE -Wl,-Bsymbolic-functions)
endif()
if(NOT PROJECT_IS_TOP_LEVEL)
    set_target_properties(carom carom_shared PROPERTIES EXCLUDE_FROM_ALL ON)
endif()

# One floor, or one room of world/: carom_floor(<name> SOURCES <files> SMALL <files>). Which may use which
# is in docs/rooms.txt. SOURCES are optimised for speed. SMALL is what no step of a match and no query in
# its thousands waits for; optimised for size it takes two thirds of the room (tests/size).
function(carom_floor name)
    cmake_parse_arguments(floor "" "" "SOURCES;SMALL" ${ARGN})
    set(files ${floor_SOURCES} ${floor_SMALL})
    if(NOT files)
        return()
    endif()
    set_property(GLOBAL APPEND PROPERTY CAROM_FLOORS ${name})
    carom_optimise_for_size(${floor_SMALL})
    carom_floor_objects(carom_${name} ${files})
    set_target_properties(carom_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_compile_definitions(carom_${name} PRIVATE CAROM_SHARED CAROM_BUILDING)
    target_sources(carom_shared PRIVATE $<TARGET_OBJECTS:carom_${name}>)
    if(WIN32)
        carom_floor_objects(carom_${name}_static ${files})
        target_sources(carom PRIVATE $<TARGET_OBJECTS:carom_${name}_static>)
    else()
        target_sources(carom PRIVATE $<TARGET_OBJECTS:carom_${name}>)
    endif()
endfunction()

function(carom_floor_objects target)
    add_library(${target} OBJECT EXCLUDE_FROM_ALL ${ARGN})
    carom_library_settings(${target})
endfunction()
