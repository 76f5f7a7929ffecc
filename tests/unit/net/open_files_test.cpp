#include "support/process.hpp"

#include <vesta/net/open_files.hpp>

#include <gtest/gtest.h>
#include <sys/resource.h>

namespace vesta::net {
namespace {

rlim_t allowed() {
    rlimit files{};
    ::getrlimit(RLIMIT_NOFILE, &files);
    return files.rlim_cur;
}

TEST(open_files_test, allows_as_many_more_as_there_may_be_connections_up_to_the_hard_limit) {
    EXPECT_TRUE(vesta::testing::holds_in_forked_child([] {
        const rlimit few{100, 1000};
        ::setrlimit(RLIMIT_NOFILE, &few);
        make_room_for(300);
        const bool adds = allowed() == 400;
        make_room_for(10'000);
        return adds && allowed() == 1000;
    }));
}

TEST(open_files_test, tells_how_many_connections_there_is_room_for) {
    EXPECT_TRUE(vesta::testing::holds_in_forked_child([] {
        const rlimit few{100, 100};
        ::setrlimit(RLIMIT_NOFILE, &few);
        const std::size_t room = room_for_connections(64);
        const int more = ::dup(0);
        return room <= 36 && room_for_connections(64) == room - 1 && room_for_connections(100) == 0 && more >= 0;
    }));
}

} // namespace
} // namespace vesta::net
