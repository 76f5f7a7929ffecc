# One place for the compiler's settings. Everything that is linked into one program is built with the same ones.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_UNITY_BUILD_BATCH_SIZE 8)
if(VESTA_SANITIZE)
    # Nobody waits for one source of these, and clang-tidy, which goes by their commands, spends most of its time on headers.
    set(CMAKE_UNITY_BUILD_BATCH_SIZE 32)
endif()
include(GNUInstallDirs)
find_package(Threads REQUIRED)

find_program(VESTA_CCACHE ccache)
if(VESTA_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    # Without these, what uses precompiled headers is not cached.
    set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_SLOPPINESS=pch_defines,time_macros ${VESTA_CCACHE})
    set(CMAKE_C_COMPILER_LAUNCHER ${VESTA_CCACHE})
endif()

# vesta_precompile(target HEADERS <vector>...) or vesta_precompile(target REUSE_FROM other): target_precompile_headers, in a way
# that compiler caches can follow. Headers of this project do not belong here: all would be built anew for each change.
function(vesta_precompile target)
    cmake_parse_arguments(arg "" "REUSE_FROM" "HEADERS" ${ARGN})
    if(arg_REUSE_FROM)
        target_precompile_headers(${target} REUSE_FROM ${arg_REUSE_FROM})
    else()
        target_precompile_headers(${target} PRIVATE ${arg_HEADERS})
    endif()
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>)
    else()
        target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
    endif()
endfunction()

# Errors for us only: another compiler of those who build this in a project of theirs may warn of more.
add_library(vesta_warnings INTERFACE)
target_compile_options(vesta_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
                                                -Wno-missing-field-initializers $<$<BOOL:${PROJECT_IS_TOP_LEVEL}>:-Werror>
                                                "$<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor;-Woverloaded-virtual>")
if(CMAKE_UNITY_BUILD)
    # Several sources are compiled as one: what one of them has for itself is no concern of the next one's local names.
    target_compile_options(vesta_warnings INTERFACE -Wno-shadow)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # g++ 12's optimiser sees overlaps, overruns and unset values in std::string and std::variant that are not there (GCC bugs
    # 105651, 105562 and their kin); clang, which compiles all of this too, and the sanitizers look for the real ones.
    target_compile_options(vesta_warnings INTERFACE -Wno-restrict -Wno-array-bounds -Wno-maybe-uninitialized
                                                    -Wno-stringop-overflow -Wno-stringop-overread)
    # Asio's fences are not understood by g++'s thread sanitizer, which says so in a warning.
    target_compile_options(vesta_warnings INTERFACE $<$<STREQUAL:${VESTA_SANITIZE},thread>:-Wno-tsan>)
endif()

if(VESTA_SANITIZE STREQUAL "address")
    add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
    add_link_options(-fsanitize=address,undefined)
elseif(VESTA_SANITIZE STREQUAL "thread")
    add_compile_options(-fsanitize=thread -fno-omit-frame-pointer)
    add_link_options(-fsanitize=thread)
elseif(VESTA_SANITIZE)
    message(FATAL_ERROR "VESTA_SANITIZE is '${VESTA_SANITIZE}'; it may be empty, 'address' or 'thread'")
endif()
if(NOT VESTA_SANITIZE AND NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
    # What an overrun would exploit: the return address, the stack's guard page, the lengths the library knows, the table of
    # addresses. The sanitizers find the same and more, and neither goes with the other; tests/repository/hardened.py looks.
    add_compile_options(-fstack-protector-strong -fstack-clash-protection -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3)
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
        add_compile_options(-fcf-protection=full)
    elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64")
        add_compile_options(-mbranch-protection=standard)
    endif()
    add_link_options(-Wl,-z,relro,-z,now,-z,noexecstack)
    include(CheckPIESupported)
    check_pie_supported(LANGUAGES CXX)
endif()
if(VESTA_BUILD_FUZZ)
    # The fuzzer steers by what it sees executed, so the libraries are instrumented, too.
    add_compile_options(-fsanitize=fuzzer-no-link)
endif()
