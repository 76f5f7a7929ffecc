// What operators look at costs a request nothing that grows with the number of tags.
#include "talk.hpp"

#include <gtest/gtest.h>

#include <ctime>
#include <thread>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;

/// A generator with so many tags that its status takes long.
class large_generator final : public named_generator {
  public:
    large_generator() : named_generator{"large", "segment"} {}

    result<id_source*> stream(const stream_query&) override { return unsuited("has none"); }
    generator_status status() const override {
        if (std::this_thread::get_id() == serving_) ++looks_;
        for (const auto begin = std::clock(); std::clock() - begin < CLOCKS_PER_SEC / 50;) {
        }
        return {.name = "large", .kind = "segment", .ready = true};
    }
    int looks() const noexcept { return looks_; }

  private:
    const std::thread::id serving_ = std::this_thread::get_id();
    mutable int looks_ = 0; // on the serving thread
};

std::string many(std::string_view target) {
    std::string all;
    for (int i = 0; i < 800; ++i)
        all += get(target);
    return all;
}

TEST(views_test, of_any_number_of_requests_are_made_once) {
    const auto large = std::make_shared<large_generator>();
    rest_world world;
    world.generators.catalogue::add(large);
    world.open();
    world.services.reset(new rest::services{.generators = world.generators,
                                            .refresher = std::make_shared<snapshots>(snapshot_pace{.oldest = 1h})});
    world.bench.reset(new rest::workbench{
        .server = *world.services,
        .counts = world.services->board.add(rest::routes().size() + 1, world.generators.all().size())});
    world.bench->date.refresh();
    talk with{world};
    for (const char* const target : {"/readyz", "/metrics", "/v1/generators", "/readyz?generator=large", "/healthz"})
        with.say(many(target));
    EXPECT_EQ(with.answers().size(), 4000U);
    for (const heard& each : with.answers())
        ASSERT_EQ(each.status, 200);
    EXPECT_EQ(large->looks(), 1);
}

TEST(views_test, are_not_needed_to_say_that_the_server_is_alive) {
    const auto large = std::make_shared<large_generator>();
    rest_world world;
    world.generators.catalogue::add(large);
    world.open();
    talk with{world};
    with.say(many("/healthz"));
    EXPECT_EQ(large->looks(), 0);
}

} // namespace
} // namespace vesta::testing
