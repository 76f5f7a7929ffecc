#include "support/random.hpp"

#include <vesta/survey/adoption.hpp>

#include <gmock/gmock.h>

#include <map>
#include <set>

namespace vesta::survey {
namespace {

using namespace std::chrono_literals;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr unix_ms now{1'795'392'000'000ms}; // 2026-11-23

const layout& type_of(const char* family, const char* type = "") {
    return *find_scheme(family)->type(type).value();
}

id made(const layout& of, unix_ms at, std::uint64_t seq, std::uint64_t machine, std::uint64_t method = 0) {
    return of
        .encode(
            {.type = of.type(), .gen_method = method, .machine = machine, .time = of.time_of(at).value(), .seq = seq})
        .value();
}

/// IDs of the last @p span, of a few machines.
std::vector<id> sample(const layout& of, testing::random_source& random, std::size_t count,
                       std::chrono::milliseconds span, std::uint64_t machines) {
    std::vector<id> all;
    for (std::size_t i = 0; i < count; ++i) {
        const auto ago = std::chrono::milliseconds{random.bits() % static_cast<std::uint64_t>(span.count())};
        const auto machine = random.bits() % machines & of.max(field::machine);
        all.push_back(made(of, i == 0 ? now : now - ago, random.bits() % 8 & of.max(field::seq), machine));
    }
    return all;
}

result<adopted> adopt(const std::vector<id>& ids, fleet of = {.now = now, .until = now}) {
    adoption all{of};
    for (std::uint64_t line = 1; const id each : ids)
        all.add({0, line++}, each, {});
    return all.finish();
}

const std::vector<std::pair<const char*, const char*>> living{{"vesta", "max-peak"},
                                                              {"vesta", "min-granularity"},
                                                              {"vesta-2018", "max-peak"},
                                                              {"vesta-2018", "short"},
                                                              {"vesta-2018", "min-granularity"},
                                                              {"vesta-2015", "max-peak"},
                                                              {"vesta-2015", "min-granularity"},
                                                              {"js", ""},
                                                              {"snowflake", ""},
                                                              {"discord", ""},
                                                              {"instagram", ""},
                                                              {"sonyflake", ""},
                                                              {"mastodon", ""},
                                                              {"yitter", ""},
                                                              {"seata", ""},
                                                              {"cosid", ""},
                                                              {"cosid-second", ""},
                                                              {"cosid-js", ""},
                                                              {"cosid-js-1970", ""}};

TEST(adoption, knows_each_layout_by_a_thousand_of_its_ids) {
    auto random = testing::random_source::announced();
    for (const auto& [family, type] : living)
        for (const auto span : {std::chrono::milliseconds{10min}, std::chrono::milliseconds{30 * 24h}}) {
            const auto found = adopt(sample(type_of(family, type), random, 1000, span, 3));
            ASSERT_TRUE(found) << family << ' ' << type << ": " << found.error().message;
            EXPECT_EQ(found->layout, family) << type;
            EXPECT_LE(found->newest, now);
            EXPECT_LE(found->machines.size(), 3U) << family;
        }
}

/// Whether a fleet of @p by could make a number of @p offer while that is promised to be safe.
bool could_meet(const layout& by, const offered_generator& offer) {
    const auto largest = [](const layout& of) {
        return machine_id{static_cast<std::uint32_t>(of.max(field::machine))};
    };
    for (std::uint64_t method = 0; method <= by.max(field::gen_method); ++method)
        for (const gen_method own : {gen_method::embedded, gen_method::rpc, gen_method::rest}) {
            const auto old = id_pattern::make(by, 0, static_cast<gen_method>(method)).value();
            const auto fresh = id_pattern::make(*offer.type, offer.version, own).value();
            if (can_meet(reach_between(old, machine_id{0}, largest(by), unix_ms{}, offer.until),
                         reach_between(fresh, machine_id{0}, largest(*offer.type), offer.from, offer.until)))
                return true;
        }
    return false;
}

TEST(adoption, never_calls_a_generator_safe_that_a_fleet_of_mixed_layouts_could_meet) {
    auto random = testing::random_source::announced();
    const char* const asked = std::getenv("VESTA_ADOPTIONS");
    const int rounds = asked != nullptr ? std::atoi(asked) : 300;
    int safe = 0;
    for (int round = 0; round < rounds; ++round) {
        std::vector<const layout*> makers;
        std::vector<id> ids;
        const std::size_t mixed = 1 + random.bits() % 3;
        for (std::size_t i = 0; i < mixed; ++i) {
            const auto& [family, type] = living[random.bits() % living.size()];
            makers.push_back(&type_of(family, type));
            const auto span = std::chrono::milliseconds{1 + random.bits() % 17'000'000'000};
            const auto few = sample(*makers.back(), random, 20 + random.bits() % 100, span, 1 + random.bits() % 5);
            ids.insert(ids.end(), few.begin(), few.end());
        }
        const auto found = adopt(ids);
        if (!found) continue;
        ++safe;
        for (const layout* const by : makers)
            ASSERT_FALSE(could_meet(*by, found->offer))
                << "round " << round << ": " << by->name() << " beside " << found->offer.type->name() << " version "
                << found->offer.version << ", taken for " << found->layout;
    }
    EXPECT_GT(safe, rounds / 10) << "it must not refuse everything";
}

TEST(adoption, offers_vestas_own_layout_beside_snowflakes) {
    auto random = testing::random_source::announced();
    const auto found = adopt(sample(type_of("snowflake"), random, 1000, 40 * 24h, 3)).value();
    EXPECT_STREQ(found.offer.family->name().c_str(), "vesta");
    EXPECT_EQ(found.offer.version, 0U);
    EXPECT_GE(found.offer.until, now + std::chrono::years{5});
}

TEST(adoption, goes_on_in_the_same_layout_with_a_machine_id_that_is_not_named) {
    auto random = testing::random_source::announced();
    const auto ids = sample(type_of("snowflake"), random, 100, 24h, 3);
    const fleet of{.now = now, .until = now, .machines = {{machine_id{0}, machine_id{31}}}};
    const auto found = adopt(ids, of).value();
    EXPECT_EQ(found.offer.type, &type_of("snowflake"));
    EXPECT_EQ(found.offer.machine, machine_id{32});
    const fleet wrong{.now = now, .until = now, .machines = {{machine_id{1}, machine_id{1}}}};
    EXPECT_THAT(adopt(ids, wrong).error().message, HasSubstr("is not among --machines"));
}

TEST(adoption, goes_on_above_the_last_tick_of_a_program_that_has_stopped) {
    auto random = testing::random_source::announced();
    const auto ids = sample(type_of("snowflake"), random, 100, 24h, 3);
    const auto found = adopt(ids, {.now = now, .until = now, .stopped = true}).value();
    EXPECT_EQ(found.offer.type, &type_of("snowflake"));
    EXPECT_FALSE(found.offer.machine);
    EXPECT_EQ(found.offer.from, found.newest + 1ms);
}

TEST(adoption, refuses_ids_of_a_clock_that_was_ahead_and_ids_of_long_ago) {
    const layout& of = type_of("snowflake");
    EXPECT_FALSE(adopt({made(of, now + 2min, 0, 1)}));
    const auto old = adopt({made(of, now - 100 * 24h, 0, 1)});
    EXPECT_THAT(old.error().message, HasSubstr("(--until)"));
    const auto found = adopt({made(of, now - 100 * 24h, 0, 1)}, {.now = now, .until = now - 100 * 24h});
    EXPECT_EQ(found.value().layout, "snowflake");
}

TEST(adoption, finds_an_epoch_by_creation_times) {
    layout_spec spec = type_of("snowflake").spec();
    spec.epoch = unix_ms{1'500'000'000'000ms};
    const layout own = layout::make(spec).value();
    adoption all{{.now = now, .until = now}};
    for (int i = 0; i < 500; ++i)
        all.add({0, static_cast<std::uint64_t>(i + 1)}, made(own, now - i * 1min, 0, 5), now - i * 1min + 20ms);
    const auto found = all.finish();
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_EQ(found->layout, "custom");
    EXPECT_LE(std::chrono::abs(found->spec.epoch - spec.epoch), 1min);
    EXPECT_THAT(found->machines, ElementsAre(5U));
    EXPECT_FALSE(could_meet(own, found->offer));
}

TEST(adoption, compares_each_machine_id_with_those_that_are_named) {
    const layout& of = type_of("sonyflake");
    std::vector<id> ids;
    for (std::uint64_t machine = 0; machine <= 5000; ++machine)
        ids.push_back(made(of, now, 0, machine));
    EXPECT_TRUE(adopt(ids).value().more_machines);
    const fleet wrong{.now = now, .until = now, .machines = {{machine_id{0}, machine_id{4999}}}};
    EXPECT_THAT(adopt(ids, wrong).error().message, HasSubstr("machine ID 5000"));
}

TEST(adoption, offers_nothing_of_a_layout_that_has_ended) {
    const unix_ms then{1'714'521'600'000ms}; // 2024-05-01, before uid-generator's layout ended
    const fleet of{.now = now, .until = then, .machines = {{machine_id{0}, machine_id{3}}}};
    EXPECT_THAT(adopt({made(type_of("uid-generator"), then, 0, 1)}, of).error().message,
                HasSubstr("ended at 2024-11-20"));
}

TEST(adoption, lets_the_newest_creation_time_bound_the_future) {
    layout_spec spec = type_of("snowflake").spec();
    spec.epoch = unix_ms{1'136'073'600'000ms}; // 2006
    const layout own = layout::make(spec).value();
    const unix_ms newest{1'514'764'800'000ms}; // 2018
    const auto found = [&](const fleet& of) {
        adoption all{of};
        for (int i = 0; i < 200; ++i)
            all.add({0, static_cast<std::uint64_t>(i + 1)}, made(own, newest - i * 1min, 0, 5), newest - i * 1min);
        return all.finish();
    };
    EXPECT_FALSE(could_meet(own, found({.now = now, .until = now}).value().offer));
    EXPECT_THAT(found({.now = now, .until = now + 24h}).error().message, HasSubstr("has not come"));
    EXPECT_THAT(found({.now = now, .until = now, .stopped = true}).error().message, HasSubstr("--stopped"));
}

TEST(adoption, wants_creation_times_of_all_or_of_none) {
    adoption all{{.now = now, .until = now}};
    all.add({0, 1}, id{1}, now);
    all.add({0, 2}, id{2}, {});
    EXPECT_THAT(all.finish().error().message, HasSubstr("only 1 of 2 IDs have a creation time"));
    EXPECT_THAT(adopt({}).error().message, HasSubstr("there are no IDs"));
}

} // namespace
} // namespace vesta::survey
