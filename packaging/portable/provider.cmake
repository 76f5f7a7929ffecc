# CMake includes this at the start of project() (CMAKE_PROJECT_TOP_LEVEL_INCLUDES). What the project looks for is then answered by
# the targets of libraries.cmake, and nothing of this machine's is found.
set(CMAKE_PROJECT_Vesta_INCLUDE ${CMAKE_CURRENT_LIST_DIR}/libraries.cmake)
set(portable_packages Boost CLI11 OpenSSL Poco ZLIB date prometheus-cpp spdlog yaml-cpp)
macro(portable_provide method name)
    if("${name}" IN_LIST portable_packages)
        set(${name}_FOUND TRUE)
    endif()
endmacro()
cmake_language(SET_DEPENDENCY_PROVIDER portable_provide SUPPORTED_METHODS FIND_PACKAGE)
