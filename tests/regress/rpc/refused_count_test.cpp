#include "unit/rpc/session_harness.hpp"

namespace vesta::rpc::detail {
namespace {

// GENID COUNT wrote the header of its array at each attempt that made nothing: a server whose reservation was late
// answered
// "*3 *3 *3 1 2 3", and its client waited for the rest until it timed out.
TEST(refused_count_test, begins_the_array_once_however_often_it_is_refused_first) {
    talk to;
    to.generators.script().on_generate = [calls = 0](std::span<id> out) mutable {
        if (++calls <= 3) return grant{.wait = std::chrono::milliseconds{1}, .why = errc::not_ready};
        std::ranges::fill(out, id{5});
        return grant{.made = out.size()};
    };
    EXPECT_EQ(to.say("PING\r\nGENID GENERATOR scripted COUNT 2\r\n"), "+PONG\r\n");
    EXPECT_EQ(to.wake() + to.wake() + to.wake(), "*2\r\n:5\r\n:5\r\n");
}

} // namespace
} // namespace vesta::rpc::detail
