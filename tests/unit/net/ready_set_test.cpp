#include "recorded_events.hpp"

#include <vesta/net/ready_set.hpp>

#include <boost/asio/post.hpp>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <functional>
#include <new>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace vesta::net {
namespace {

using namespace std::chrono_literals;

struct recording final : watched {
    std::vector<io_events> told;
    std::function<void()> then = [] {};
    void on_ready(const io_events& now) noexcept override {
        told.push_back(now);
        then();
    }
};

/// Two ends of a connection, of which the set watches the first.
struct connected_pair {
    connected_pair() {
        int both[2];
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, both) != 0) throw std::bad_alloc{};
        here = descriptor{both[0]};
        there = descriptor{both[1]};
    }

    void send() const { EXPECT_EQ(::send(there.number(), "x", 1, 0), 1); }
    void receive() const {
        char one = 0;
        EXPECT_EQ(::recv(here.number(), &one, 1, 0), 1);
    }

    descriptor here, there;
};

class ready_set_test : public ::testing::Test {
  protected:
    ready_set_test() { tested_.start(events_); }

    /// There is room to write from the beginning, which is told once.
    void watch() {
        tested_.add(pair_.here.number(), whose_);
        run_until_told(1);
        EXPECT_TRUE(whose_.told[0].writable && !whose_.told[0].readable);
        whose_.told.clear();
    }

    void run_until_told(std::size_t times) {
        ASSERT_TRUE(run_until(context_, [&] { return whose_.told.size() >= times; }));
    }
    /// Long enough for what may not come to come, mostly.
    void run_on() { context_.run_for(20ms); }

    asio::io_context context_;
    recorded_events events_;
    ready_set tested_{context_, polling::gathering};
    connected_pair pair_;
    recording whose_;
};

TEST_F(ready_set_test, has_a_round_that_was_asked_for_though_no_socket_is_ready) {
    watch();
    for (int i = 0; i < 3; ++i) {
        const int before = events_.rounds;
        tested_.ask_for_round();
        EXPECT_TRUE(run_until(context_, [&] { return events_.rounds > before; }));
    }
    const int before = events_.rounds;
    run_on();
    EXPECT_EQ(events_.rounds, before) << "and no more than were asked for";
    EXPECT_TRUE(whose_.told.empty());
}

TEST_F(ready_set_test, tells_once_what_has_changed) {
    watch();
    run_on();
    EXPECT_TRUE(whose_.told.empty());
    pair_.send();
    run_until_told(1);
    run_on();
    ASSERT_EQ(whose_.told.size(), 1);
    EXPECT_TRUE(whose_.told[0].readable);
    EXPECT_FALSE(whose_.told[0].half_closed || whose_.told[0].gone);
}

TEST_F(ready_set_test, tells_again_what_was_left_when_it_is_asked_again) {
    watch();
    pair_.send();
    run_until_told(1);
    tested_.ask_again(pair_.here.number(), whose_);
    run_until_told(2);
    EXPECT_TRUE(whose_.told[1].readable && whose_.told[1].writable);
}

TEST_F(ready_set_test, tells_that_there_is_room_to_write_again) {
    watch();
    const std::string much(100'000, 'x');
    while (::send(pair_.here.number(), much.data(), much.size(), 0) > 0) {
    }
    run_on();
    whose_.told.clear();
    std::string taken(1'000'000, ' ');
    while (::recv(pair_.there.number(), taken.data(), taken.size(), 0) > 0) {
    }
    run_until_told(1);
    EXPECT_TRUE(whose_.told[0].writable);
}

TEST_F(ready_set_test, tells_that_the_peer_is_gone) {
    watch();
    pair_.there.close();
    run_until_told(1);
    EXPECT_TRUE(whose_.told[0].gone);
}

TEST_F(ready_set_test, tells_that_the_peer_sends_no_more) {
    watch();
    ASSERT_EQ(::shutdown(pair_.there.number(), SHUT_WR), 0);
    run_until_told(1);
    EXPECT_TRUE(whose_.told[0].half_closed && !whose_.told[0].gone);
}

TEST_F(ready_set_test, ends_the_loop_when_it_is_stopped) {
    watch();
    tested_.stop();
    context_.run();
    EXPECT_THROW(tested_.add(pair_.there.number(), whose_), std::system_error);
}

/// A socket that always has something more, as those of a busy server have together.
class busy_set_test : public ready_set_test {
  protected:
    busy_set_test() {
        whose_.then = [this] {
            if (!whose_.told.back().readable) return;
            pair_.receive();
            pair_.send();
        };
        tested_.add(pair_.here.number(), whose_);
        pair_.send();
        run_until_told(10);
    }

    template <class Condition>
    int rounds_until(Condition holds) {
        const int before = events_.rounds;
        EXPECT_TRUE(run_until(context_, holds));
        return events_.rounds - before;
    }
};

TEST_F(busy_set_test, gives_asio_a_turn_all_the_same) {
    int turns = 0;
    for (int i = 0; i < 3; ++i)
        asio::post(context_, [&] { ++turns; });
    EXPECT_TRUE(run_until(context_, [&] { return turns == 3; }));
}

TEST_F(busy_set_test, has_one_round_at_a_time_when_it_may_not_stay) {
    events_.stays = false;
    const int before = events_.rounds;
    bool once = false;
    rounds_until([&] { return std::exchange(once, true); });
    EXPECT_LE(events_.rounds - before, 1);
}

} // namespace
} // namespace vesta::net
