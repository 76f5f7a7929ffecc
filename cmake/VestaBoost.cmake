# vesta_asio: Boost.Asio compiled once. Asio's headers are half of what a server's source costs to compile otherwise.
# The definitions are the target's, so that everything that includes Asio in this project agrees on them.
find_package(Boost 1.81 REQUIRED COMPONENTS headers)

add_library(vesta_asio STATIC ${CMAKE_CURRENT_LIST_DIR}/boost_asio.cpp)
add_library(vesta::asio ALIAS vesta_asio)
set_target_properties(vesta_asio PROPERTIES EXPORT_NAME asio)
target_compile_definitions(vesta_asio PUBLIC BOOST_ASIO_SEPARATE_COMPILATION BOOST_ASIO_NO_DEPRECATED)
# Whoever links what is installed needs no Boost: none of its headers is in ours.
target_link_libraries(vesta_asio PUBLIC $<BUILD_INTERFACE:Boost::headers> Threads::Threads)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(vesta_asio PUBLIC $<$<STREQUAL:${VESTA_SANITIZE},thread>:-Wno-tsan>)
endif()

# vesta_beast: Boost.Beast compiled once, on top of Asio.
add_library(vesta_beast STATIC ${CMAKE_CURRENT_LIST_DIR}/boost_beast.cpp)
add_library(vesta::beast ALIAS vesta_beast)
set_target_properties(vesta_beast PROPERTIES EXPORT_NAME beast)
target_compile_definitions(vesta_beast PUBLIC BOOST_BEAST_SEPARATE_COMPILATION)
target_link_libraries(vesta_beast PUBLIC vesta_asio)
