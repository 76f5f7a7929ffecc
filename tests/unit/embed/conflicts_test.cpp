#include "assembly/plan.hpp"
#include "open_fixture.hpp"
#include "support/small_layouts.hpp"

#include <map>
#include <regex>

// Two generators of one settings file are refused exactly when there is a number that both could make.
namespace vesta::embed {
namespace {

using namespace std::chrono_literals;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::random_source;

class conflicts : public open_test {
  protected:
    std::string verdict(const std::string& generators, const std::string& machine = "property: { id: 1 }",
                        open_options options = {}) const {
        options.clock = &clock_;
        const auto planned = plan_generators(read(yaml(generators, machine)), options);
        if (planned) return "fine";
        EXPECT_EQ(planned.error().code, errc::invalid_settings);
        return planned.error().message;
    }

    std::vector<std::string> doubts(const std::string& generators) const {
        return doubts_about(read(yaml(generators)), clock_);
    }
};

// U2: the widths differ, and the numbers do not.
TEST_F(conflicts, of_layouts_with_other_widths_and_the_same_numbers_are_found) {
    const std::string two = "a: { kind: vesta-2018, type: max-peak, gen-method: 1 }, "
                            "b: { kind: custom, gen-method: 1, layout: { version: 1, gen-method: 2, time: 30, seq: 20, "
                            "machine: 10, unit: s, epoch: 1514736000000 } }";
    EXPECT_THAT(verdict(two), HasSubstr("generators.a and generators.b would make the same IDs: both could make "));
    expect_refused(open(yaml(two)), errc::invalid_settings, "would make the same IDs");
}

// U2: epochs and units a little apart.
TEST_F(conflicts, of_layouts_that_differ_in_epoch_or_unit_alone_are_found_while_ticks_are_shared) {
    const auto custom = [](const std::string& name, const std::string& more) {
        return name + ": { kind: custom, layout: { time: 41, seq: 12, machine: 10, " + more + " } }";
    };
    const std::string base = custom("a", "epoch: 1700000000000") + ", ";
    EXPECT_THAT(verdict(base + custom("b", "epoch: 1700000004000")), HasSubstr("would make the same IDs"));
    EXPECT_THAT(verdict(base + custom("b", "epoch: 1668464000000")), HasSubstr("would make the same IDs")) << "a year";
    EXPECT_EQ(verdict(base + custom("b", "epoch: 1500000000000")), "fine") << "six years";
    EXPECT_EQ(verdict(base + custom("b", "unit: 10ms, epoch: 1700000000000")), "fine")
        << "a tenth of the other's ticks: it comes to where that one is today in 20 years";
    EXPECT_THAT(verdict(base + custom("b", "unit: 10ms, epoch: 1110000000000")), HasSubstr("would make the same IDs"));
}

TEST_F(conflicts, name_a_number_and_when_each_could_make_it) {
    const std::string found =
        verdict("a: { kind: custom, layout: { time: 41, seq: 0, machine: 4, epoch: 1700000000000 } }, "
                "b: { kind: custom, layout: { time: 41, seq: 0, machine: 4, epoch: 1700000004000 } }");
    // a at once, at tick 67225600000 with machine ID 1; b is there four seconds later
    EXPECT_THAT(found, HasSubstr("both could make " + std::to_string((67225600000LL << 4) + 1) +
                                 ", at 2026-01-01T00:00:00.000Z and at 2026-01-01T00:00:04.000Z; give one another"));
}

TEST_F(conflicts, are_looked_for_with_all_machine_ids_of_the_fleet) {
    // b's machine ID lies one bit higher: 2 is a's 4. No sequence, so nothing else can make up for it.
    const std::string two = "a: { kind: custom, layout: { time: 40, machine: 6, epoch: 1700000000000 } }, "
                            "b: { kind: custom, layout: { time: 40, machine: 5, type: 1, epoch: 1700000000000, "
                            "order: [time, machine, type, version, genMethod, seq] } }";
    EXPECT_EQ(verdict(two), "fine") << "1 and 2";
    EXPECT_EQ(verdict(two, "property: { ids: [1, 3] }"), "fine") << "1, 3, 2 and 6";
    EXPECT_THAT(verdict(two, "property: { ids: [1, 2] }"), HasSubstr("would make the same IDs"));
    const std::string address = ", address: 10.0.0.1";
    EXPECT_EQ(verdict(two, "provider: ip-map, ip-map: { 10.0.0.1: 1, 10.0.0.2: 3 }" + address), "fine");
    EXPECT_THAT(verdict(two, "provider: ip-map, ip-map: { 10.0.0.1: 1, 10.0.0.2: 2 }" + address),
                HasSubstr("would make the same IDs"))
        << "another node may make it";
    EXPECT_THAT(verdict(two, "property: { host-name-ordinal: true }"), HasSubstr("would make the same IDs"));
    EXPECT_THAT(verdict(two, "property: { id: 0 }"), HasSubstr("would make the same IDs"));
}

// U15: one generator is opened, and the settings of all are checked.
TEST_F(conflicts, of_other_generators_refuse_the_one_that_is_opened) {
    const std::string three = "a: { kind: vesta }, b: { kind: snowflake }, c: { kind: snowflake }";
    for (const std::string only : {"a", "b"})
        expect_refused(open(yaml(three), {.only = only}), errc::invalid_settings,
                       "generators.b and generators.c would make the same IDs");
    EXPECT_FALSE(has_state(""));
    expect_refused(serve(yaml(three), {.only = "a"}), errc::invalid_settings, "would make the same IDs");
}

TEST_F(conflicts, of_the_ways_that_servers_publish_refuse_an_embedded_start_too) {
    EXPECT_THAT(verdict("a: { kind: vesta, gen-method: 2 }, b: { kind: vesta }", "property: { id: 1 }", {.only = "b"}),
                HasSubstr("would make the same IDs"))
        << "b's REST IDs are a's";
}

TEST_F(conflicts, that_lie_years_ahead_are_warned_of_when_they_come_near) {
    const std::string two = "peak: { kind: vesta, type: max-peak }, flake: { kind: snowflake }";
    EXPECT_EQ(verdict(two), "fine") << "the snowflake layout comes to where max-peak is today in 2031";
    EXPECT_THAT(doubts(two), ::testing::IsEmpty());
    clock_.set(parse_rfc3339("2028-06-01T00:00:00Z").value());
    EXPECT_EQ(verdict(two), "fine");
    EXPECT_THAT(doubts(two), ::testing::ElementsAre(
                                 HasSubstr("some years from now, generators.peak and generators.flake would make")));
    clock_.set(parse_rfc3339("2030-06-01T00:00:00Z").value());
    EXPECT_THAT(verdict(two), HasSubstr("would make the same IDs"));
}

/// Small custom layouts with any values, as settings; and all that each could make, listed.
class small_settings {
  public:
    explicit small_settings(random_source& random) : random_{random} {}

    std::string generator(const std::string& name) {
        const layout of = testing::small_layout(random_, 11, 30s);
        const auto width = [&](field which) { return std::to_string(of.width(which)); };
        const std::uint64_t version = random_.below(std::min<std::uint64_t>(of.max(field::version), 1) + 1);
        const std::uint64_t method = random_.below(of.max(field::gen_method) + 1);
        std::string order;
        for (const field each : of.spec().order)
            order += (order.empty() ? "" : ", ") + std::string{vesta::name(each)};
        made_[name] = {of, version, method};
        return name + ": { kind: custom, version: " + std::to_string(version) +
               (of.width(field::gen_method) == 0 ? "" : ", gen-method: " + std::to_string(method)) +
               ", layout: { version: " + width(field::version) + ", type: " + width(field::type) +
               ", gen-method: " + width(field::gen_method) + ", time: " + width(field::time) +
               ", seq: " + width(field::seq) + ", machine: " + width(field::machine) +
               ", unit: " + std::string{vesta::name(of.unit())} +
               ", epoch: " + std::to_string(of.epoch().time_since_epoch().count()) + ", order: [" + order + "] } }";
    }

    std::set<std::uint64_t> numbers(const std::string& name, const std::vector<std::uint32_t>& machines, unix_ms now) {
        const auto& [of, version, method] = made_.at(name);
        std::set<std::uint64_t> all;
        for (const std::uint32_t each : machines) {
            fields parts{.version = version, .gen_method = method, .machine = each};
            for (parts.time = 0; parts.time <= of->max(field::time); ++parts.time)
                for (parts.seq = 0; parts.seq <= of->max(field::seq); ++parts.seq)
                    if (of->instant_of(parts.time + 1) > now)
                        if (const auto number = of->encode(parts)) all.insert(number->bits());
        }
        return all;
    }

  private:
    struct made {
        std::optional<layout> of;
        std::uint64_t version = 0;
        std::uint64_t method = 0;
    };
    random_source& random_;
    std::map<std::string, made> made_;
};

TEST_F(conflicts, are_found_exactly_where_the_lists_of_numbers_meet) {
    auto random = random_source::announced();
    int found = 0;
    constexpr int rounds = 1500;
    for (int i = 0; i < rounds; ++i) {
        small_settings small{random};
        const std::string generators = small.generator("a") + ", " + small.generator("b");
        std::vector<std::uint32_t> machines{static_cast<std::uint32_t>(random.below(4))};
        if (random.one_in(2)) machines.push_back(machines.front() + 1 + static_cast<std::uint32_t>(random.below(4)));
        std::string ids;
        for (const std::uint32_t each : machines)
            ids += (ids.empty() ? "" : ", ") + std::to_string(each);
        const std::string message = verdict(generators, "property: { ids: [" + ids + "] }");
        const auto a = small.numbers("a", machines, start);
        const auto b = small.numbers("b", machines, start);
        const auto in_b = [&](std::uint64_t each) { return b.contains(each); };
        ASSERT_EQ(message != "fine", std::ranges::any_of(a, in_b)) << generators << "\n" << message;
        if (message == "fine") continue;
        std::smatch number;
        ASSERT_TRUE(std::regex_search(message, number, std::regex{"both could make (-?[0-9]+), at "})) << message;
        const std::uint64_t named = parse_id(number[1].str())->bits();
        EXPECT_TRUE(a.contains(named) && b.contains(named)) << generators << "\n" << message;
        ++found;
    }
    EXPECT_GT(found, rounds / 50);
    std::cout << found << " of " << rounds << " refused\n";
}

} // namespace
} // namespace vesta::embed
