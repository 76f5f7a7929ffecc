#include <vesta/embed/machine_use.hpp>
#include <vesta/id/scheme.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vesta::embed {
namespace {

using ::testing::HasSubstr;

constexpr unix_ms now{std::chrono::milliseconds{1767225600000}}; // 2026-01-01T00:00:00Z

id_pattern pattern(gen_method method, std::string_view type = "min-granularity") {
    return id_pattern::make(*find_scheme("vesta")->type(type).value(), 0, method).value();
}

machine_use use(std::string nonce, std::vector<machine_id> machines, std::vector<id_pattern> patterns) {
    return {std::move(nonce), now, std::move(machines), std::move(patterns)};
}

TEST(a_machine_use, is_read_as_it_was_written) {
    const auto written = use("0f", {{7}, {9}}, {pattern(gen_method::rpc), pattern(gen_method::rest)});
    const auto read = machine_use::parse("# Machines\r\nlater:1\r\n" + written.text()).value();
    EXPECT_EQ(read.nonce, "0f");
    EXPECT_EQ(read.started, now);
    EXPECT_EQ(read.machines, written.machines);
    EXPECT_EQ(read.patterns, written.patterns);
    EXPECT_TRUE(machine_use::parse(use("0f", {}, {}).text()).value().machines.empty());
}

TEST(a_machine_use, that_is_not_understood_is_refused_with_its_line) {
    for (const std::string wrong : {"machines:7,x", "started:soon", "pattern:1/2/3", "machines:-1"}) {
        const auto read = machine_use::parse("nonce:0f\r\n" + wrong + "\r\n");
        ASSERT_FALSE(read) << wrong;
        EXPECT_THAT(read.error().message, HasSubstr(wrong));
    }
    EXPECT_FALSE(machine_use::parse("redis_version:7.0.0\r\n"));
}

TEST(a_conflict, is_a_number_that_two_processes_could_both_make) {
    const auto ours = use("a", {{5}}, {pattern(gen_method::rpc)});
    const auto same = find_conflict(ours, use("b", {{4}, {5}}, {pattern(gen_method::rpc)}), now);
    ASSERT_TRUE(same);
    EXPECT_THAT(*same, HasSubstr("machine ID 5 for 1420041600000/ms/"));
    EXPECT_FALSE(find_conflict(ours, use("a", {{5}}, {pattern(gen_method::rpc)}), now)) << "it is the same process";
    EXPECT_FALSE(find_conflict(ours, use("b", {{6}}, {pattern(gen_method::rpc)}), now));
    EXPECT_FALSE(find_conflict(ours, use("b", {{5}}, {pattern(gen_method::rest)}), now));
    EXPECT_FALSE(find_conflict(ours, use("b", {{5}}, {pattern(gen_method::rpc, "max-peak")}), now));
    EXPECT_FALSE(find_conflict(ours, use("b", {}, {pattern(gen_method::rpc)}), now)) << "it has none yet";
}

TEST(of_two_processes, exactly_one_gives_way) {
    auto older = use("b", {{5}}, {}), younger = use("a", {{5}}, {});
    younger.started += std::chrono::milliseconds{1};
    EXPECT_TRUE(younger.gives_way_to(older));
    EXPECT_FALSE(older.gives_way_to(younger));
    younger.started = older.started;
    EXPECT_NE(younger.gives_way_to(older), older.gives_way_to(younger)) << "started in one millisecond";
}

} // namespace
} // namespace vesta::embed
