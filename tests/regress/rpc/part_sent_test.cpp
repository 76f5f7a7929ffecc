#include "session.hpp"
#include "unit/rpc/session_harness.hpp"

#include <array>

namespace vesta::rpc::detail {
namespace {

std::uint64_t commands_timed(const counters& by) {
    figure all;
    by.latency.add_to(all);
    return all.count;
}

// The histogram counted commands once their client had taken all answers, with the time it took to read them. So one
// slow reader looked like a slow server.
TEST(part_sent_test, counts_commands_when_the_first_part_of_their_answers_is_taken) {
    const talk with;
    counters counted{with.generators.all().size()};
    std::array<char, 4096> room{};
    session serving{with.of, counted, room, net::client{1, -1}};
    const std::string_view input = "PING\r\nPING\r\n";
    std::ranges::copy(input, serving.room().begin());
    output_buffer out;
    net::turn now{out, std::chrono::steady_clock::now()};
    serving.received(input.size(), now);
    serving.answers_sent(now.arrival, false);
    EXPECT_EQ(commands_timed(counted), 2U);
    serving.answers_sent(now.arrival, true);
    EXPECT_EQ(commands_timed(counted), 2U);
}

} // namespace
} // namespace vesta::rpc::detail
