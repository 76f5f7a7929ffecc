#include "support/small_layouts.hpp"

#include <vesta/machine/mark_history.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

// What a mark says of the IDs below it, and where the next owner may start when the layout was changed meanwhile.
namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

constexpr unix_ms start_of_a = new_year_2026 + 240h;
constexpr unix_ms mark = start_of_a + 1h;
constexpr unix_ms now = mark + 1500ms;
constexpr machine_id seven{7};

layout_spec usual() {
    return find_scheme("vesta")->type("min-granularity").value()->spec();
}

id_pattern pattern_of(const layout_spec& spec, std::uint64_t version = 0, gen_method method = gen_method::rest) {
    return id_pattern::make(layout::make(spec).value(), version, method).value();
}

mark_history used(const id_pattern& of) {
    return {{{of, start_of_a, mark}}};
}

/// Where IDs of @p next start after the usual ones.
result<unix_ms> start_of(const id_pattern& next) {
    return start_for(used(pattern_of(usual())), mark, std::array{next}, seven, now);
}

TEST(a_start_by_history, goes_on_from_the_mark_with_the_pattern_of_before) {
    EXPECT_EQ(start_of(pattern_of(usual())).value(), mark);
    auto seconds = find_scheme("vesta")->type("max-peak").value()->spec();
    const unix_ms within = mark + 137ms; // and not from the next second on
    EXPECT_EQ(
        start_for({{{pattern_of(seconds), start_of_a, within}}}, within, std::array{pattern_of(seconds)}, seven, now)
            .value(),
        within);
}

TEST(a_start_by_history, follows_a_use_that_lies_above_the_mark) {
    EXPECT_EQ(start_for(used(pattern_of(usual())), mark - 10s, std::array{pattern_of(usual())}, seven, now).value(),
              mark);
}

TEST(a_start_by_history, waits_out_an_epoch_that_was_moved_by_seconds) {
    auto later = usual();
    later.epoch += 5s;
    EXPECT_EQ(start_of(pattern_of(later)).value(), mark + 5s);
}

TEST(a_start_by_history, takes_an_epoch_that_was_moved_back) {
    auto earlier = usual();
    earlier.epoch -= 24h * 365;
    EXPECT_EQ(start_of(pattern_of(earlier)).value(), mark);
}

TEST(a_start_by_history, refuses_an_epoch_that_was_moved_by_a_year_and_says_what_to_do) {
    auto later = usual();
    later.epoch += 24h * 365;
    mark_history found = used(pattern_of(usual()));
    found.uses.front().from = new_year_2026 - 24h * 400;
    const auto refused = start_for(found, mark, std::array{pattern_of(later)}, seven, now);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::state_unusable);
    EXPECT_EQ(refused.error().message,
              "machine ID 7 made IDs of " + pattern_of(usual()).text() + " up to " + to_rfc3339(mark) +
                  ", and IDs of " + pattern_of(later).text() + " would repeat some until " +
                  to_rfc3339(mark + 24h * 365) +
                  ": start after that instant, or use the former layout, another machine ID, or another version, type "
                  "or gen-method");
}

TEST(a_start_by_history, is_free_of_what_differs_in_version_type_or_method) {
    EXPECT_EQ(start_of(pattern_of(usual(), 1)).value(), mark);
    EXPECT_EQ(start_of(pattern_of(usual(), 0, gen_method::rpc)).value(), mark);
    auto other = usual();
    other.type = 0;
    other.epoch += 5s;
    EXPECT_EQ(start_of(pattern_of(other)).value(), mark);
}

TEST(a_start_by_history, finds_a_changed_unit_width_and_order) {
    auto spec = usual();
    spec.unit = time_unit::centisecond;
    EXPECT_EQ(start_of(pattern_of(spec)).value(), mark) << "ticks count less: far below";
    const auto back = start_for(used(pattern_of(spec)), mark, std::array{pattern_of(usual())}, seven, now);
    EXPECT_EQ(back.value(), mark) << "and those of milliseconds have passed them long ago";

    spec = usual();
    spec.width.time = 39;
    spec.width.seq = 11; // the tick lies one bit higher: numbers are twice as large
    EXPECT_EQ(start_of(pattern_of(spec)).value(), mark);
    EXPECT_FALSE(start_for({{{pattern_of(spec), new_year_2026 - 24h * 3650, mark}}}, mark,
                           std::array{pattern_of(usual())}, seven, now));

    spec = usual();
    std::swap(spec.order[4], spec.order[5]); // seq and machine
    EXPECT_EQ(start_of(pattern_of(spec)).value(), mark) << "the time is where it was, and goes on";
    spec.epoch += 5s;
    EXPECT_EQ(start_of(pattern_of(spec)).value(), mark + 5s);
}

TEST(a_start_by_history, counts_a_former_layout_as_used_by_every_machine_id) {
    const layout_spec before{.width = {.machine = 6, .time = 40}, .epoch = new_year_2026};
    // Machine ID 7 and type 1 in the place of machine ID 57.
    const layout_spec after{
        .type = 1,
        .width = {.type = 3, .machine = 3, .time = 40},
        .order = {field::time, field::machine, field::type, field::version, field::gen_method, field::seq},
        .epoch = new_year_2026 + 5s};
    const mark_history found = used(pattern_of(before));
    EXPECT_EQ(start_for(found, mark, std::array{pattern_of(after)}, seven, now).value(), mark + 5s);
    // Where both are in use the settings were checked, with the machine IDs that there are.
    EXPECT_EQ(start_for(found, mark, std::array{pattern_of(before), pattern_of(after)}, seven, now).value(), mark);
}

TEST(a_start_by_history, may_be_long_after_now_where_the_mark_is) {
    const mark_history found{{{pattern_of(usual()), start_of_a, mark + 24h}}};
    EXPECT_EQ(start_for(found, mark + 24h, std::array{pattern_of(usual(), 1)}, seven, now).value(), mark + 24h);
}

TEST(a_start_by_history, of_a_mark_without_uses_is_the_mark_and_of_nothing_at_all_is_yesterday) {
    EXPECT_EQ(start_for({}, mark, std::array{pattern_of(usual())}, seven, now).value(), mark);
    EXPECT_EQ(start_for({}, unix_ms{}, std::array{pattern_of(usual())}, seven, now).value(), now - 24h);
}

TEST(a_start_by_history, without_a_mark_is_yesterday_or_where_its_own_use_ends) {
    const auto served = pattern_of(usual(), 0, gen_method::rpc);
    EXPECT_EQ(start_for(used(pattern_of(usual())), unix_ms{}, std::array{served}, seven, now).value(), now - 24h)
        << "what another way of publishing made is no reason to begin in 1970";
    EXPECT_EQ(start_for(used(served), unix_ms{}, std::array{served}, seven, now).value(), mark);
    const mark_history older{{{served, start_of_a - 240h, start_of_a - 120h}}};
    EXPECT_EQ(start_for(older, unix_ms{}, std::array{served}, seven, now).value(), now - 24h);
}

TEST(a_record, joins_uses_of_one_pattern_and_keeps_the_others) {
    const auto former = pattern_of(usual());
    auto moved = usual();
    moved.epoch += 5s;
    const auto next = pattern_of(moved);
    const auto first = record_use(used(former), std::array{next}, seven, mark + 5s, mark + 8s).value();
    EXPECT_EQ(first, (mark_history{{{former, start_of_a, mark}, {next, mark + 5s, mark + 8s}}}));
    EXPECT_EQ(record_use(first, std::array{next}, seven, mark + 8s, mark + 9s).value(),
              (mark_history{{{former, start_of_a, mark}, {next, mark + 5s, mark + 9s}}}));
    EXPECT_EQ(record_use(first, std::array{next}, seven, mark + 8s, mark + 7s).value().uses.back().until, mark + 8s);
}

TEST(a_record, without_uses_begins_with_the_first_release_or_with_time) {
    const std::array wanted{pattern_of(usual())};
    EXPECT_EQ(record_use({}, wanted, seven, mark, mark + 3s).value().uses.front(),
              (pattern_use{wanted[0], new_year_2026, mark + 3s}));
    EXPECT_EQ(record_use({}, wanted, seven, new_year_2026 - 1s, mark).value().uses.front(),
              (pattern_use{wanted[0], unix_ms{}, mark}))
        << "a clock that is wrong";
}

TEST(a_record, refuses_to_cover_what_another_pattern_made_however_far_ahead_it_lies) {
    auto moved = usual();
    moved.epoch -= 24h * 365; // its ticks of now come again with the former layout in a year
    const auto both =
        record_use(used(pattern_of(usual())), std::array{pattern_of(moved)}, seven, mark, mark + 3s).value();
    const unix_ms in_a_year = mark + 24h * 365;
    const std::array wanted{pattern_of(usual())};
    EXPECT_EQ(start_for(both, mark + 3s, wanted, seven, now).value(), mark + 3s);
    EXPECT_TRUE(record_use(both, wanted, seven, mark + 3s, in_a_year));
    const auto refused = record_use(both, wanted, seven, mark + 3s, in_a_year + 1ms);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::state_unusable);
    EXPECT_THAT(refused.error().message, HasSubstr("would repeat some until " + to_rfc3339(in_a_year + 3s)));
    EXPECT_FALSE(start_for(both, in_a_year - 24h * 30, wanted, seven, in_a_year - 24h * 30));
}

TEST(a_record, keeps_64_patterns_and_forgets_none) {
    mark_history known;
    auto spec = usual();
    for (std::size_t i = 0; i < mark_history::most_uses; ++i, spec.epoch -= 1ms)
        known.uses.push_back({pattern_of(spec), start_of_a, mark});
    EXPECT_TRUE(record_use(known, std::array{pattern_of(usual(), 0, gen_method::rest)}, seven, mark, mark));
    const auto refused = record_use(known, std::array{pattern_of(usual(), 1)}, seven, mark, mark);
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message,
                HasSubstr("used for 65 patterns of IDs; a mark keeps 64: use another machine"));
}

TEST(a_history, reads_what_it_wrote) {
    EXPECT_EQ(mark_history{}.text(), "");
    EXPECT_EQ(mark_history::parse("").value(), mark_history{});
    const mark_history two{{{pattern_of(usual()), unix_ms{}, mark}, {pattern_of(usual(), 1), mark, mark}}};
    EXPECT_EQ(two.text(), "0 1768093200000 " + two.uses[0].of.text() + "\n1768093200000 1768093200000 " +
                              two.uses[1].of.text() + "\n");
    EXPECT_EQ(mark_history::parse(two.text()).value(), two);
}

TEST(a_history, refuses_every_text_that_it_would_not_write) {
    const std::string pattern = pattern_of(usual()).text();
    const auto refusal_of = [](const std::string& text) {
        const auto read = mark_history::parse(text);
        if (read) return std::string{"it was accepted"};
        EXPECT_EQ(read.error().code, errc::state_unusable);
        return read.error().message;
    };
    for (const std::string& line : std::vector<std::string>{
             "1 2 " + pattern, "\n", "1 2\n", "1 2 \n", "1  2 " + pattern + "\n", "2 1 " + pattern + "\n",
             "-1 2 " + pattern + "\n", "01 2 " + pattern + "\n", "1 2 " + pattern + " \n",
             "1 253402300800001 " + pattern + "\n", "1 2 " + pattern + "\r\n", "1 2 " + pattern + "\n\n",
             "1 99999999999999999999 " + pattern + "\n"})
        EXPECT_THAT(refusal_of(line), HasSubstr("of the uses")) << line;
    EXPECT_EQ(refusal_of("1 2 " + pattern + "\n3 4 " + pattern + "\n").substr(0, 18), "line 2 of the uses");
    std::string many;
    auto spec = usual();
    for (int i = 0; i < 65; ++i, spec.epoch += 1ms)
        many += "1 2 " + pattern_of(spec).text() + "\n";
    EXPECT_THAT(refusal_of(many), HasSubstr("is one too many: there may be 64"));
}

// Two small layouts, one after the other: the first is used up to a mark by every machine ID, the second goes on where
// it may. Nothing is made twice, and a tick earlier something would be.
TEST(a_start_by_history, repeats_nothing_and_is_the_least_that_does_not) {
    auto random = random_source::announced();
    int moved = 0;
    int refused = 0;
    for (int i = 0; i < 5'000; ++i) {
        const id_pattern before = random_pattern(random, small_layout(random, 12, 3s));
        const id_pattern after = random_pattern(random, small_layout(random, 12, 3s));
        const unix_ms from = new_year_2026 + std::chrono::milliseconds{random.between(-3000, 3000)};
        const unix_ms until = from + std::chrono::milliseconds{random.between(0, 5000)};
        const machine_id own{static_cast<std::uint32_t>(random.below(after.of().max(field::machine) + 1))};
        const auto tick = [](const layout& of, unix_ms at) {
            if (at < of.epoch()) return std::uint64_t{0};
            return of.has_ended(at) ? of.max(field::time) + 1 : of.time_of(at).value();
        };
        const auto made_before = numbers_of(
            {before,
             {0},
             {99},
             tick(before.of(), from),
             tick(before.of(), until + std::chrono::milliseconds{static_cast<int>(before.of().unit()) - 1})});
        const auto repeats = [&](std::uint64_t first) {
            const auto made = numbers_of({after, own, own, first, after.of().max(field::time) + 1});
            return std::ranges::any_of(made, [&](std::uint64_t each) { return made_before.contains(each); });
        };
        if (before == after) continue;
        const auto start = start_for({{{before, from, until}}}, until, std::array{after}, own, until);
        const std::uint64_t least = tick(after.of(), until);
        if (!start) { // a minute is more than most of these layouts last
            EXPECT_TRUE(repeats(tick(after.of(), until + 1min)));
            ++refused;
        } else if (*start == until) {
            EXPECT_FALSE(repeats(least)) << before.text() << ", " << after.text();
        } else {
            const std::uint64_t first = tick(after.of(), *start);
            EXPECT_FALSE(repeats(first)) << before.text() << ", " << after.text();
            EXPECT_TRUE(repeats(first - 1)) << before.text() << ", " << after.text();
            ++moved;
        }
    }
    EXPECT_GT(moved, 100);
    std::cout << moved << " moved, " << refused << " refused\n";
}

} // namespace
} // namespace vesta::testing
