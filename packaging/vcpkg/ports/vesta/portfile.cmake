# An overlay port for a checkout: vcpkg install vesta --overlay-ports=packaging/vcpkg/ports. ZooKeeper's client is not in vcpkg's
# registry: the system has to have it (Debian: libzookeeper-mt-dev).
cmake_path(SET SOURCE_PATH NORMALIZE "${CMAKE_CURRENT_LIST_DIR}/../../../..")

vcpkg_check_features(OUT_FEATURE_OPTIONS features FEATURES servers VESTA_BUILD_SERVERS)
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}" OPTIONS -DVESTA_BUILD_TESTS=OFF ${features})
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME Vesta CONFIG_PATH lib/cmake/Vesta)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
