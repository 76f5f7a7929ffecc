# Everything that `vesta` links, compiled with it from VESTA_SOURCES, so that the program needs no library but, where there is a
# dynamic one, libc. packaging/portable/build unpacks the sources, and builds into VESTA_BUILT what CMake cannot join: OpenSSL, and
# the clients of MariaDB and PostgreSQL.
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)

# portable_library(zlib [UNITY] SOURCES a.c ... [INCLUDE public folder...] [OWN private folder...] [DEFINE public...] [LINK lib...])
function(portable_library name)
    cmake_parse_arguments(arg "UNITY" "" "SOURCES;INCLUDE;OWN;DEFINE;OWN_DEFINE;LINK" ${ARGN})
    add_library(${name} STATIC ${arg_SOURCES})
    set_target_properties(${name} PROPERTIES UNITY_BUILD ${arg_UNITY} UNITY_BUILD_BATCH_SIZE 16 UNITY_BUILD_UNIQUE_ID sh CXX_STANDARD 17 C_STANDARD 11
                                             CXX_VISIBILITY_PRESET hidden C_VISIBILITY_PRESET hidden POSITION_INDEPENDENT_CODE ON)
    target_compile_options(${name} PRIVATE -w)
    target_include_directories(${name} PRIVATE ${arg_OWN})
    target_include_directories(${name} SYSTEM PUBLIC ${arg_INCLUDE})
    target_compile_definitions(${name} PUBLIC ${arg_DEFINE} PRIVATE ${arg_OWN_DEFINE})
    target_link_libraries(${name} PUBLIC Threads::Threads ${arg_LINK})
endfunction()

# portable_headers(name [INCLUDE folder] [DEFINE ...]): of libraries that are headers alone.
function(portable_headers name)
    cmake_parse_arguments(arg "" "" "INCLUDE;DEFINE" ${ARGN})
    add_library(${name} INTERFACE IMPORTED GLOBAL)
    target_include_directories(${name} SYSTEM INTERFACE ${arg_INCLUDE})
    target_compile_definitions(${name} INTERFACE ${arg_DEFINE})
endfunction()

# portable_archive(name [archives that it needs...]): what was built into VESTA_BUILT.
function(portable_archive name)
    add_library(${name} STATIC IMPORTED GLOBAL)
    set_target_properties(${name} PROPERTIES IMPORTED_LOCATION ${VESTA_BUILT}/lib/lib${name}.a)
    target_include_directories(${name} SYSTEM INTERFACE ${VESTA_BUILT}/include)
    target_link_libraries(${name} INTERFACE ${ARGN})
endfunction()

# The headers of libraries that need no compiling are this machine's; VESTA_HEADERS has links to their folders, and to nothing else.
set(Boost_INCLUDE_DIRS ${VESTA_HEADERS})
portable_headers(Boost::headers INCLUDE ${VESTA_HEADERS} DEFINE BOOST_ALL_NO_LIB)
portable_headers(CLI11::CLI11 INCLUDE ${VESTA_HEADERS})
portable_headers(spdlog::spdlog INCLUDE ${VESTA_HEADERS} DEFINE SPDLOG_FMT_EXTERNAL FMT_HEADER_ONLY _LARGEFILE64_SOURCE)

foreach(each json url)
    set(source ${PROJECT_BINARY_DIR}/boost_${each}.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT "#include <boost/${each}/src.hpp>\n")
    portable_library(boost_${each} SOURCES ${source} INCLUDE ${VESTA_HEADERS})
    add_library(Boost::${each} ALIAS boost_${each})
endforeach()

set(from ${VESTA_SOURCES}/zlib)
file(GLOB sources CONFIGURE_DEPENDS ${from}/*.c)
portable_library(z SOURCES ${sources} INCLUDE ${from} OWN_DEFINE HAVE_UNISTD_H)
add_library(ZLIB::ZLIB ALIAS z)

set(from ${VESTA_SOURCES}/yaml-cpp)
file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${from}/src/*.cpp)
portable_library(yaml-cpp UNITY SOURCES ${sources} INCLUDE ${from}/include OWN ${from}/src DEFINE YAML_CPP_STATIC_DEFINE)

# What writes figures as text; the rest of it is not used.
set(from ${VESTA_SOURCES}/prometheus-cpp/core)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/portable/prometheus/detail/core_export.h CONTENT "#define PROMETHEUS_CPP_CORE_EXPORT\n")
portable_library(prometheus_core SOURCES ${from}/src/serializer.cc ${from}/src/text_serializer.cc
                 INCLUDE ${from}/include ${PROJECT_BINARY_DIR}/portable)
add_library(prometheus-cpp::core ALIAS prometheus_core)

set(from ${VESTA_SOURCES}/howardhinnant-date)
portable_library(date-tz SOURCES ${from}/src/tz.cpp INCLUDE ${from}/include DEFINE USE_OS_TZDB=1 HAS_REMOTE_API=0 AUTO_DOWNLOAD=0)
add_library(date::date-tz ALIAS date-tz)

portable_library(sqlite3 SOURCES ${VESTA_SOURCES}/generated/sqlite/sqlite3.c INCLUDE ${VESTA_SOURCES}/generated/sqlite
                 OWN_DEFINE SQLITE_THREADSAFE=1 SQLITE_OMIT_LOAD_EXTENSION SQLITE_SECURE_DELETE SQLITE_ENABLE_COLUMN_METADATA)

portable_archive(crypto Threads::Threads)
portable_archive(ssl crypto)
add_library(OpenSSL::SSL ALIAS ssl)
add_library(OpenSSL::Crypto ALIAS crypto)
portable_archive(mariadbclient ssl z)
add_library(mariadb ALIAS mariadbclient)
portable_archive(pgport)
portable_archive(pgcommon pgport)
portable_archive(pq pgcommon pgport ssl)

# Poco: bundled PCRE, and our zlib and SQLite instead of its older ones. Sources of other systems are included by their neighbours.
function(portable_poco name folder)
    cmake_parse_arguments(arg "" "" "ONLY;LINK;OWN_DEFINE;OWN" ${ARGN})
    set(from ${VESTA_SOURCES}/poco/${folder})
    file(GLOB sources CONFIGURE_DEPENDS ${from}/src/*.cpp)
    list(FILTER sources EXCLUDE REGEX "_(Android|[A-Z][A-Z0-9]+)\\.cpp$|/(EventLog|WindowsConsole)Channel")
    if(arg_ONLY)
        list(FILTER sources INCLUDE REGEX "/(${arg_ONLY})\\.cpp$")
    else()
        file(GLOB others CONFIGURE_DEPENDS ${from}/src/pcre_*.c ${from}/src/*.cc)
        list(FILTER others EXCLUDE REGEX "pcre_jit_compile|pcre_dfa_exec")
        set_source_files_properties(${others} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
    # Their macros, types and variables are words of others.
    foreach(each Base64Decoder Base64Encoder MD4Engine MD5Engine NamedEvent NamedMutex SHA1Engine SharedMemory SessionPool StatementImpl)
        set_source_files_properties(${from}/src/${each}.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endforeach()
    portable_library(${name} UNITY SOURCES ${sources} ${others} INCLUDE ${from}/include OWN ${arg_OWN} LINK ${arg_LINK}
                     DEFINE POCO_STATIC POCO_NO_AUTOMATIC_LIBS OWN_DEFINE POCO_OS_FAMILY_UNIX ${arg_OWN_DEFINE})
endfunction()
portable_poco(PocoFoundation Foundation LINK z OWN_DEFINE HAVE_CONFIG_H PCRE_STATIC)
portable_poco(PocoNet Net LINK PocoFoundation
    ONLY "(Datagram|Server|Stream)?Socket(Impl)?|SocketStream|Socket(Address|Notif)[A-Za-z]*|(IP|Socket)Address(Impl)?|DNS|HostEntry|Net|NetException|NetworkInterface|PollSet|SocketReactor")
portable_poco(PocoRedis Redis LINK PocoNet)
portable_poco(PocoData Data LINK PocoFoundation)
portable_poco(PocoDataSQLite Data/SQLite LINK PocoData sqlite3 OWN_DEFINE POCO_UNBUNDLED)
portable_poco(PocoDataPostgreSQL Data/PostgreSQL LINK PocoData pq)
portable_poco(PocoDataMySQL Data/MySQL LINK PocoData mariadbclient OWN ${VESTA_BUILT}/include/mariadb)
foreach(each Foundation Net Redis)
    add_library(Poco::${each} ALIAS Poco${each})
endforeach()

set(from ${VESTA_SOURCES}/zookeeper/zookeeper-client/zookeeper-client-c)
set(generated ${VESTA_SOURCES}/generated/zookeeper)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/portable/zookeeper/config.h CONTENT
     "#define PACKAGE_STRING \"zookeeper C client\"\n#define ZOO_IPV6_ENABLED 1\n")
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/portable/include)
file(CREATE_LINK ${from}/include ${PROJECT_BINARY_DIR}/portable/include/zookeeper SYMBOLIC)
set(sources hashtable/hashtable.c hashtable/hashtable_itr.c addrvec.c mt_adaptor.c recordio.c zk_hashtable.c zk_log.c zookeeper.c)
list(TRANSFORM sources PREPEND ${from}/src/)
portable_library(zookeeper_mt SOURCES ${sources} ${generated}/zookeeper.jute.c INCLUDE ${PROJECT_BINARY_DIR}/portable/include ${generated} ${from}/include
                 OWN ${PROJECT_BINARY_DIR}/portable/zookeeper OWN_DEFINE THREADED USE_STATIC_LIB HAVE_OPENSSL_H _GNU_SOURCE
                 HAVE_ARPA_INET_H HAVE_GETCWD HAVE_GETHOSTNAME HAVE_GETLOGIN HAVE_GETPWUID_R HAVE_GETUID HAVE_NETDB_H HAVE_NETINET_IN_H HAVE_POLL
                 HAVE_STRING_H HAVE_SYS_SOCKET_H HAVE_SYS_TIME_H HAVE_SYS_UTSNAME_H HAVE_UNISTD_H LINK ssl)

# A function of OpenSSL 1, which OpenSSL 3 has no more: whether it was in that mode.
target_compile_options(zookeeper_mt PRIVATE "-DFIPS_mode()=0")

# What the project looks for without find_package.
set(zlib_archive z CACHE FILEPATH "")
set(MARIADB_INCLUDE ${VESTA_BUILT}/include/mariadb CACHE PATH "")
set(POSTGRESQL_INCLUDE ${VESTA_BUILT}/include CACHE PATH "")
set(ZOOKEEPER_INCLUDE ${PROJECT_BINARY_DIR}/portable/include CACHE PATH "")
