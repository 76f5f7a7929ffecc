#include "open_fixture.hpp"

#include <vesta/catalogue/status_figures.hpp>
#include <vesta/source/waiting.hpp>

#include <fstream>
#include <iterator>
#include <set>

// Generators whose layout has a successor, from settings to IDs.
namespace vesta::embed {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

class a_generator_with_a_successor : public open_test {
  protected:
    static constexpr unix_ms instant = start + 10s;

    /// With a reservation that lasts: nothing here waits for the keeper, whose time is real.
    std::string text(const std::string& generators, const std::string& machine = "property: { id: 1 }") const {
        return yaml(generators, machine, "clock: { reserve-ahead: 24h }\n");
    }

    std::string with(const std::string& at = to_rfc3339(instant)) const {
        return text("default: { kind: vesta, then: { at: " + at +
                    ", kind: custom, version: 1, layout: { version: 1, gen-method: 2, time: 40, seq: 11, machine: 10, "
                    "epoch: 1767139200000 } } }");
    }

    /// Moves both clocks on; the keeper follows.
    void go_to(unix_ms when) { clock_.rest(when - std::chrono::floor<std::chrono::milliseconds>(clock_.now())); }
};

TEST_F(a_generator_with_a_successor, makes_and_explains_both_in_turn) {
    auto ids = serve(with()).value();
    auto all = ids.get("").value();
    const id first = answer_of(all).value();
    EXPECT_EQ(all.explain(first).value().scheme, "vesta");
    go_to(instant + 1ms);
    const id second = answer_of(all).value();
    const auto told = all.explain(second).value();
    EXPECT_EQ(told.type, "default.then");
    EXPECT_GE(told.at, instant);
    EXPECT_EQ(told.parts.version, 1U);
    EXPECT_EQ(all.explain(first).value().scheme, "vesta") << "still";
    for (const id each : {first, second})
        EXPECT_EQ(all.make(all.explain(each).value().parts).value(), each);
    EXPECT_EQ(all.to_time(all.explain(second).value().parts.time + (std::uint64_t{1} << 41)).error().code,
              errc::invalid_argument);
}

TEST_F(a_generator_with_a_successor, says_in_its_status_what_follows_and_when_all_ends) {
    auto opened = open(with(), {.methods = {gen_method::rest}}).value();
    const auto status = [&] { return opened->published(gen_method::rest).status().front(); };
    EXPECT_EQ(status().type, "min-granularity");
    EXPECT_EQ(status().then->at, instant);
    EXPECT_FALSE(status().then->has_begun);
    EXPECT_EQ(status().ends_at, unix_ms{1767139200000ms} + std::chrono::milliseconds{std::int64_t{1} << 40});
    go_to(instant);
    auto* const source = opened->published(gen_method::rest).stream({}).value();
    id made;
    ASSERT_TRUE(generate_all(*source, {&made, 1}, clock_));
    EXPECT_EQ(status().type, "default.then");
    EXPECT_TRUE(status().then->has_begun);
    figures shown;
    add_figures(status(), instant + 5s, shown);
    const auto value = [&](const std::string& name) {
        for (const auto& each : shown.all())
            if (each.name == name) return each.value;
        return 0.0;
    };
    EXPECT_EQ(value("vesta_generator_successor_left_seconds"), -5.0);
    EXPECT_GT(value("vesta_generator_epoch_left_seconds"), 34 * 365 * 86400.0);
}

TEST_F(a_generator_with_a_successor, can_be_rolled_back_moved_and_begun_again_without_a_number_twice) {
    std::set<std::int64_t> made;
    std::size_t count = 0;
    const auto take = [&](const std::string& from, const std::string& scheme) {
        auto ids = serve(from).value();
        auto all = ids.get("").value();
        std::vector<id> some(3000);
        ASSERT_TRUE(answer_of(all, std::span{some}));
        for (const id each : some)
            made.insert(each.value);
        count += some.size();
        if (!scheme.empty()) {
            EXPECT_EQ(all.explain(some.back()).value().scheme, scheme);
        }
        ASSERT_TRUE(ids.close());
    };
    const std::string plain = text("default: { kind: vesta }");
    take(plain, "vesta");
    take(with(), "vesta");
    go_to(instant + 1s);
    take(with(), "custom");
    take(plain, "vesta");                           // removed again
    take(with(to_rfc3339(instant + 1h)), "vesta");  // the instant moved, though it lies below the mark
    take(with(), "custom");                         // and back
    take(with(to_rfc3339(instant - 5s)), "custom"); // and earlier
    go_to(instant + 1h);
    take(with(to_rfc3339(instant + 1h)), "custom");
    EXPECT_EQ(made.size(), count);
}

TEST_F(a_generator_with_a_successor, leaves_a_history_that_another_layout_may_not_repeat) {
    auto ids = serve(with()).value();
    go_to(instant + 1s);
    ASSERT_TRUE(answer_of(ids.get("").value()));
    ASSERT_TRUE(ids.close());
    const auto mark = [&] {
        std::string all;
        for (const auto& each : std::filesystem::directory_iterator{folder_.path() / "var"})
            if (each.path().string().find(".mark.") != std::string::npos) {
                std::ifstream in{each.path()};
                all.assign(std::istreambuf_iterator<char>{in}, {});
            }
        return all;
    }();
    const std::string used_from = std::to_string(instant.time_since_epoch().count());
    EXPECT_THAT(mark, HasSubstr(" " + used_from + " 1420041600000/ms/")) << "the first until the instant";
    EXPECT_THAT(mark, HasSubstr("use " + used_from + " ")) << "the second from it on";
    // Its epoch moved by an hour: the next IDs would be those of the last hour.
    expect_refused(
        serve(text("default: { kind: custom, version: 1, layout: { version: 1, gen-method: 2, time: 40, seq: "
                   "11, machine: 10, epoch: 1767142800000 } }")),
        errc::state_unusable, "would repeat some");
}

TEST_F(a_generator_with_a_successor, may_go_on_above_the_end_of_its_layout) {
    // 36 bits of ms end at the instant; the same with 40 begin there, and before it both would be the same numbers.
    const auto epoch = (instant.time_since_epoch() - std::chrono::milliseconds{std::int64_t{1} << 36}).count();
    const auto layout = [&](int time) {
        return "kind: custom, layout: { gen-method: 2, seq: 10, machine: 8, time: " + std::to_string(time) +
               ", epoch: " + std::to_string(epoch) + ", order: [version, type, time, gen-method, seq, machine] }";
    };
    const std::string both =
        text("default: { " + layout(36) + ", then: { at: " + to_rfc3339(instant) + ", " + layout(40) + " } }");
    auto ids = serve(both).value();
    const id first = answer_of(ids.get("").value()).value();
    go_to(instant + 1ms);
    const id second = answer_of(ids.get("").value()).value();
    EXPECT_GT(second, first) << "they go on in order";
    EXPECT_GE(second.bits() >> 20, std::uint64_t{1} << 36);
    ASSERT_TRUE(ids.close());
    EXPECT_TRUE(answer_of(serve(both).value().get("").value()));
}

TEST_F(a_generator_with_a_successor, shares_the_layout_in_which_ways_of_publishing_do_not_differ) {
    for (const bool first_has_none : {false, true}) {
        const std::string narrow =
            "kind: custom, layout: { version: 1, time: 41, seq: 13, machine: 9, epoch: 1735689600000 }";
        const std::string vesta = "kind: vesta";
        const std::string both = text("default: { " + (first_has_none ? narrow : vesta) + ", then: { version: 1, at: " +
                                          to_rfc3339(instant) + ", " + (first_has_none ? vesta : narrow) + " } }",
                                      "property: { id: " + std::to_string(first_has_none ? 5 : 4) + " }");
        clock_.set(start);
        auto opened = open(both, {.methods = {gen_method::rpc, gen_method::rest}}).value();
        std::set<std::int64_t> made;
        const auto take = [&] {
            for (const auto method : {gen_method::rpc, gen_method::rest}) {
                std::vector<id> some(500);
                ASSERT_TRUE(generate_all(*opened->published(method).stream({}).value(), some, clock_));
                for (const id each : some)
                    made.insert(each.value);
            }
        };
        take();
        clock_.set(instant + 1s);
        take();
        EXPECT_EQ(made.size(), 2000U) << first_has_none;
        ASSERT_TRUE(opened->close());
    }
}

} // namespace
} // namespace vesta::embed
