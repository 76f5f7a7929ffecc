#include "unit/rpc/session_harness.hpp"

namespace vesta::rpc::detail {
namespace {

// A turn ended when as much was unsent as a connection may have, even in the midst of an array that took several
// attempts: its first part was sent, and the next attempt began the array anew. GENID COUNT 100000, where the settings
// allow it, was answered with nine headers of the same array.
TEST(long_answer_test, sends_an_array_whole_however_much_longer_than_the_limit_of_unsent_answers) {
    talk to{{.limits = {.unsent_bytes = 8}}};
    to.generators.script().on_generate = [next = 1](std::span<id> out) mutable {
        out[0] = id{next++};
        return grant{.made = 1, .wait = std::chrono::milliseconds{1}};
    };
    const std::string_view input = "GENID GENERATOR scripted COUNT 5\r\nPING\r\n";
    std::size_t consumed = 0;
    std::string sent;
    for (int turn = 0; turn < 10; ++turn) {
        output_buffer out; // what a turn leaves here is sent before the next
        consumed += to.serving.advance(input.substr(consumed), out).consumed;
        sent += out.view();
    }
    EXPECT_EQ(sent, "*5\r\n:1\r\n:2\r\n:3\r\n:4\r\n:5\r\n+PONG\r\n");
}

} // namespace
} // namespace vesta::rpc::detail
