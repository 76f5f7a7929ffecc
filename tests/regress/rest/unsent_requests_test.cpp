#include "unit/rest/talk.hpp"

#include <gtest/gtest.h>

namespace vesta::testing {
namespace {

std::uint64_t timed(const rest_world& world) {
    figure all;
    for (const auto& path : world.bench->counts.paths())
        path.latency.add_to(all);
    return all.count;
}

// A request whose answer could not be sent stayed in its thread's stopwatch, and the next connection that sent the rest
// of an older answer counted it, with the time until then.
TEST(unsent_requests, are_not_timed_by_another_connection) {
    rest_world world;
    talk slow{world};
    slow.say(get("/healthz"));
    slow.send(false);
    ASSERT_EQ(timed(world), 1U);
    {
        talk gone{world};
        gone.say(get("/healthz"));
    }
    slow.send();
    EXPECT_EQ(timed(world), 1U);
}

} // namespace
} // namespace vesta::testing
