# What is installed beside the program: the embedded library for C++ and C, the client of the RPC servers, their headers, a
# CMake package, pkg-config files, settings to begin with and systemd's units.
include(CMakePackageConfigHelpers)

set(vesta_installed vesta_core vesta_access vesta_provider_crypto vesta_provider_file vesta_provider_host vesta_provider_redis
                    vesta_provider_sql vesta_provider_tzdb vesta_provider_zookeeper vesta_embed vesta_shared vesta_options vesta_tls_port vesta_tls)
set(vesta_headers vesta-core vesta-options vesta-access vesta-embed vesta-tls)
set(vesta_pkg_configs vesta)
if(VESTA_BUILD_ETCD)
    list(APPEND vesta_installed vesta_provider_etcd vesta_provider_http vesta_provider_kubernetes)
    set(vesta_etcd_libs "-lvesta_provider_etcd -lvesta_provider_kubernetes -lvesta_provider_http")
    set(vesta_boost_libs -lboost_json)
endif()
if(VESTA_BUILD_SERVERS)
    list(APPEND vesta_installed vesta_asio vesta_rpc_protocol vesta_rpc_client)
    list(APPEND vesta_headers vesta-rpc/protocol vesta-rpc/client)
    list(APPEND vesta_pkg_configs vesta-rpc-client)
endif()
install(TARGETS ${vesta_installed} EXPORT VestaTargets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
foreach(room ${vesta_headers})
    install(DIRECTORY ${PROJECT_SOURCE_DIR}/${room}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endforeach()

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Vesta)
install(EXPORT VestaTargets NAMESPACE vesta:: DESTINATION ${package_folder})
configure_package_config_file(packaging/VestaConfig.cmake.in ${PROJECT_BINARY_DIR}/VestaConfig.cmake
                              INSTALL_DESTINATION ${package_folder})
# Before 1.0 a minor version may break sources, so another one does not satisfy a request.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/VestaConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/VestaConfig.cmake ${PROJECT_BINARY_DIR}/VestaConfigVersion.cmake
        DESTINATION ${package_folder})

# The files say where they are by where they are found, so that `cmake --install --prefix` may put them anywhere.
cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig OUTPUT_VARIABLE to_prefix)
foreach(each ${vesta_pkg_configs})
    configure_file(packaging/${each}.pc.in ${PROJECT_BINARY_DIR}/${each}.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/${each}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
if(VESTA_BUILD_SERVERS)
    file(READ packaging/vesta.service unit)
    string(REPLACE /usr/bin ${CMAKE_INSTALL_FULL_BINDIR} unit "${unit}")
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/vesta.service CONTENT "${unit}" @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/vesta.service packaging/vesta.socket DESTINATION lib/systemd/system)
    install(FILES packaging/vesta.yaml DESTINATION ${CMAKE_INSTALL_DATADIR}/vesta)
endif()
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
