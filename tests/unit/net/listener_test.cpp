#include "recorded_events.hpp"

#include <vesta/net/endpoint.hpp>
#include <vesta/net/listener.hpp>

#include <gtest/gtest.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

namespace {

bool no_file_is_left = false;
bool no_memory_is_left = false;

} // namespace

/// Where Asio's operations get their memory.
extern "C" void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
    void* made = nullptr;
    if (no_memory_is_left || ::posix_memalign(&made, std::max(alignment, sizeof(void*)), size) != 0) return nullptr;
    return made;
}

/// In place of the C library's: a limit of files would be in the way of sanitizers, which open some.
extern "C" int accept4(int listening, sockaddr* who, socklen_t* size, int flags) {
    if (!no_file_is_left) return static_cast<int>(::syscall(SYS_accept4, listening, who, size, flags));
    errno = EMFILE;
    return -1;
}

namespace vesta::net {
namespace {

class listener_test : public ::testing::Test {
  protected:
    listener_test() {
        auto socket = *listen(context_, *parse_endpoint("127.0.0.1:0"), sharing::alone);
        where_ = socket.local_endpoint();
        tested_.start(descriptor{socket.release()}, origin::network, events_);
        set_.start(events_);
    }

    descriptor connect() {
        descriptor made{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
        EXPECT_EQ(::connect(made.number(), where_.data(), static_cast<socklen_t>(where_.size())), 0);
        return made;
    }

    template <class Condition>
    void run_until(Condition holds) {
        EXPECT_TRUE(net::run_until(context_, holds));
    }

    asio::io_context context_;
    recorded_events events_;
    ready_set set_{context_, polling::at_once};
    listener tested_{context_, set_};
    tcp_endpoint where_;
};

TEST_F(listener_test, takes_in_all_who_connect) {
    std::vector<descriptor> clients;
    for (int i = 0; i < 200; ++i) // more than at once
        clients.push_back(connect());
    run_until([&] { return events_.accepted.size() == 200; });
    EXPECT_GE(events_.rounds, 4);
}

TEST_F(listener_test, hands_out_sockets_that_never_block_and_answer_at_once) {
    const descriptor client = connect();
    run_until([&] { return events_.accepted.size() == 1; });
    const int taken = events_.accepted.front().number();
    EXPECT_NE(::fcntl(taken, F_GETFL) & O_NONBLOCK, 0);
    EXPECT_NE(::fcntl(taken, F_GETFD) & FD_CLOEXEC, 0);
    using option = std::pair<int, int>;
    for (const auto& [level, name] : {option{IPPROTO_TCP, TCP_NODELAY}, option{SOL_SOCKET, SO_KEEPALIVE}}) {
        int value = 0;
        socklen_t size = sizeof value;
        ASSERT_EQ(::getsockopt(taken, level, name, &value, &size), 0);
        EXPECT_EQ(value, 1);
    }
}

TEST_F(listener_test, takes_in_those_who_are_connected_already_when_it_stops) {
    const descriptor one = connect();
    const descriptor two = connect();
    tested_.stop();
    EXPECT_EQ(events_.accepted.size(), 2);
    const descriptor late{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    EXPECT_NE(::connect(late.number(), where_.data(), static_cast<socklen_t>(where_.size())), 0);
    tested_.stop();
    set_.stop();
    context_.run(); // nothing is left to wait for
}

TEST_F(listener_test, outlives_a_moment_in_which_there_is_no_memory_for_a_pause) {
    no_file_is_left = no_memory_is_left = true;
    const descriptor client = connect();
    tested_.stop(); // outside the loop, which keeps some memory
    no_file_is_left = no_memory_is_left = false;
    EXPECT_EQ(events_.pauses.size(), 1);
}

TEST_F(listener_test, tries_again_later_when_the_system_has_no_file_left) {
    no_file_is_left = true;
    const descriptor client = connect();
    run_until([&] { return !events_.pauses.empty(); });
    no_file_is_left = false;
    EXPECT_EQ(events_.pauses.front(), boost::system::errc::too_many_files_open);
    EXPECT_TRUE(events_.accepted.empty());
    run_until([&] { return events_.accepted.size() == 1; });
}

} // namespace
} // namespace vesta::net
