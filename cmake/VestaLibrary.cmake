# The standard library, parsed once for all libraries. Each source still includes what it uses.
set(vesta_standard_headers
    <algorithm> <array> <atomic> <charconv> <chrono> <condition_variable> <cstddef> <cstdint> <filesystem> <functional> <map>
    <memory> <mutex> <optional> <set> <span> <string> <string_view> <system_error> <thread> <utility> <variant> <vector>)
add_library(vesta_headers STATIC ${CMAKE_CURRENT_LIST_DIR}/standard_headers.cpp)
target_link_libraries(vesta_headers PRIVATE vesta_warnings)
vesta_precompile(vesta_headers HEADERS ${vesta_standard_headers})

# vesta_library(core SOURCES a.cpp ... [PUBLIC lib...] [PRIVATE lib...])
#
# A static library vesta_<name>, known as vesta::<name> inside and outside the project. Headers below include/ beside the
# caller are public and installed; sources may include them and anything below src/.
function(vesta_library name)
    cmake_parse_arguments(arg "" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
    set(target vesta_${name})
    add_library(${target} STATIC ${arg_SOURCES})
    add_library(vesta::${name} ALIAS ${target})
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
    if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/include)
        target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>
                                                    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    endif()
    target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/src)
    target_compile_features(${target} PUBLIC cxx_std_20)
    vesta_precompile(${target} REUSE_FROM vesta_headers)
    target_link_libraries(${target} PUBLIC ${arg_PUBLIC} PRIVATE ${arg_PRIVATE} $<BUILD_INTERFACE:vesta_warnings>)
endfunction()
