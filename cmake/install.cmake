# SPDX-License-Identifier: MIT
# Installed, the layout is the build's: <prefix>/include/carom/carom.h. Found again by
# find_package(carom), whose targets are carom::carom, carom::shared and, beside one of them,
# carom::threads; or by pkg-config carom and carom_threads. If the readers of maps are built, they are
# installed, too: carom::maps and carom_maps, which need the parsers that they were built with.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(DIRECTORY "${PROJECT_BINARY_DIR}/include/carom" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(TARGETS carom carom_shared carom_threads EXPORT caromTargets
    ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
    RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}"
    INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")

set(caromPackageFolder "${CMAKE_INSTALL_LIBDIR}/cmake/carom")
install(EXPORT caromTargets NAMESPACE carom:: DESTINATION "${caromPackageFolder}")
set(caromPackages carom carom_threads)
if(TARGET carom_maps)
    list(APPEND caromPackages carom_maps)
    install(TARGETS carom_maps EXPORT caromMapsTargets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
        INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
    install(EXPORT caromMapsTargets NAMESPACE carom:: DESTINATION "${caromPackageFolder}")
endif()
configure_package_config_file(cmake/caromConfig.cmake.in "${PROJECT_BINARY_DIR}/caromConfig.cmake"
    INSTALL_DESTINATION "${caromPackageFolder}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/caromConfigVersion.cmake"
    COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/caromConfig.cmake" "${PROJECT_BINARY_DIR}/caromConfigVersion.cmake"
    DESTINATION "${caromPackageFolder}")

# Relative to where the .pc file lies, so that an installed tree may be moved. A GNUInstallDirs folder
# may be absolute, then it stays so.
file(RELATIVE_PATH caromPrefixFromPc
    "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
foreach(folder INCLUDEDIR LIBDIR)
    if(IS_ABSOLUTE "${CMAKE_INSTALL_${folder}}")
        set(caromPc_${folder} "${CMAKE_INSTALL_${folder}}")
    else()
        set(caromPc_${folder} "\${prefix}/${CMAKE_INSTALL_${folder}}")
    endif()
endforeach()
foreach(package IN LISTS caromPackages)
    configure_file(cmake/${package}.pc.in "${PROJECT_BINARY_DIR}/${package}.pc" @ONLY)
    install(FILES "${PROJECT_BINARY_DIR}/${package}.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
endforeach()
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}")
