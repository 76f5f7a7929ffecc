# Included after project() in a worker's build. The compiled header fits one language and one model of code, so they are the
# same everywhere; CMake's own tries of the compiler, which are of neither, came before.
set(CMAKE_CXX_FLAGS "${VESTA_MUTATION_FLAGS}")
set(CMAKE_CXX_COMPILE_OPTIONS_PIE -fPIC)

# Nor is any target optimised by itself.
function(vesta_without_optimising folder)
    get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
    foreach(each ${targets})
        get_target_property(options ${each} COMPILE_OPTIONS)
        if(options)
            list(FILTER options EXCLUDE REGEX "^-O[1-3s]$")
            set_target_properties(${each} PROPERTIES COMPILE_OPTIONS "${options}")
        endif()
    endforeach()
    get_property(below DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
    foreach(each ${below})
        vesta_without_optimising(${each})
    endforeach()
endfunction()
cmake_language(EVAL CODE "cmake_language(DEFER DIRECTORY [[${CMAKE_SOURCE_DIR}]] CALL vesta_without_optimising [[${CMAKE_SOURCE_DIR}]])")
