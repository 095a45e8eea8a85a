# SPDX-License-Identifier: MIT
# A port for vcpkg that builds the tree it lies in: vcpkg install carom --overlay-ports=<Carom>/cmake/vcpkg.
# It installs the static and the shared library, as Carom's own install does, and with the feature `maps` the
# readers of maps. tests/vcpkg plays it with stand-ins for vcpkg's functions; with vcpkg itself it has not
# been tried.
set(VCPKG_POLICY_DLLS_IN_STATIC_LIBRARY enabled)
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)

vcpkg_check_features(OUT_FEATURE_OPTIONS caromFeatures FEATURES maps CAROM_BUILD_MAPS)
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}" OPTIONS
    "-DCAROM_STB_DIR=${CURRENT_INSTALLED_DIR}/include" ${caromFeatures})
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/carom)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
