#include <vesta/crypto/keyed_permutations.hpp>
#include <vesta/sharded/sharded_generator.hpp>
#include <vesta/source/waiting.hpp>
#include <vesta/testing/memory_shards.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace vesta {
namespace {

using ::testing::HasSubstr;

/// A generator on tables in memory, with app 1 in it.
class sharded_generator_test : public ::testing::Test {
  protected:
    sharded_generator_test() { EXPECT_TRUE(shards->init({1}, "test")); }

    std::unique_ptr<sharded_generator> open(sharded_options options = {}) {
        return std::make_unique<sharded_generator>(direct_supply(shards, use_of(options)), options);
    }

    static std::vector<id> ids(sharded_generator& from, std::size_t count, std::string_view pass = "user") {
        std::vector<id> made(count);
        generate_all(*from.stream(1, pass).value(), made, system_wall_clock()).value();
        return made;
    }

    /// Waits until the table was read; for those of which no number was taken yet, which may come before that.
    static void read_table(const sharded_generator& by) {
        while (!by.status().ready)
            std::this_thread::yield();
    }

    static sharded_options permuted(std::uint8_t key = 1, unsigned bits = next_bits) {
        sharded_options options;
        options.permutations = crypto::keyed_permutations::make(std::vector<std::uint8_t>(16, key)).value();
        options.permutation_bits = bits;
        return options;
    }

    static error refusal(sharded_generator& from, std::int64_t app = 1, std::string_view pass = "user") {
        id unused;
        const auto stream = from.stream(app, pass);
        if (!stream) return stream.error();
        for (;;) { // until a reservation was tried: before that nobody can say why there are no numbers
            const auto apps = from.status().apps;
            const bool tried =
                std::ranges::any_of(apps, [](const app_status& each) { return each.trouble.has_value(); });
            const auto done = generate_all(**stream, {&unused, 1}, system_wall_clock(), std::chrono::milliseconds{100});
            if (tried || done.error().code != errc::not_ready) return done.error();
        }
    }

    const std::shared_ptr<testing::memory_shards> shards = std::make_shared<testing::memory_shards>();
};

TEST_F(sharded_generator_test, counts_from_one_in_the_shard_of_the_gate_pass) {
    const auto generator = open();
    const auto made = ids(*generator, 3, "polygenelubricants");
    EXPECT_EQ(made[0].value, 1 * 16384 + 0 * 256 + 1);
    EXPECT_EQ(made[2].value, 3 * 16384 + 0 * 256 + 1);
    EXPECT_EQ(ids(*generator, 1, "\u00E1")[0].value, 16384 + 33 * 256 + 1);
}

TEST_F(sharded_generator_test, reserves_a_step_again_when_a_fifth_is_left) {
    const auto generator = open({.refill_threads = 1});
    ids(*generator, 799);
    const auto reserved = [&] { return generator->status().apps.at(0).counts.reserved; };
    EXPECT_EQ(reserved(), 1000U);
    ids(*generator, 1);
    while (reserved() == 1000)
        std::this_thread::yield();
    EXPECT_EQ(reserved(), 2000U);
}

TEST_F(sharded_generator_test, an_app_out_of_range_and_a_pass_that_is_not_utf_8_are_refused) {
    const auto generator = open();
    for (const std::int64_t app : {-1L, 256L, 1L << 32})
        EXPECT_EQ(refusal(*generator, app).code, errc::invalid_argument);
    EXPECT_EQ(refusal(*generator, 1, "\xFF").code, errc::invalid_argument);
}

TEST_F(sharded_generator_test, an_app_without_rows_is_not_found_until_it_has_some) {
    const auto generator = open();
    const error refused = refusal(*generator, 2);
    EXPECT_EQ(refused.code, errc::not_found);
    EXPECT_THAT(refused.message, HasSubstr("`vesta sharded init --app 2` makes it"));
    ASSERT_TRUE(shards->init({2}, "late"));
    generator->refresh();
    id made;
    while (!generate_all(*generator->stream({{2}, {0}}).value(), {&made, 1}, system_wall_clock()))
        std::this_thread::yield();
    EXPECT_EQ(fields_of_sharded(made)->app.value, 2U);
}

TEST_F(sharded_generator_test, the_limit_ends_in_exhausted_and_never_begins_again) {
    for (int shard = 0; shard < 64; ++shard)
        shards->put({1, shard, "test", 0, 1000, 16384 * 3000});
    const auto generator = open();
    std::set<id> seen;
    id made;
    auto* const stream = generator->stream(1, "user").value();
    result<void> given;
    while ((given = generate_all(*stream, {&made, 1}, system_wall_clock()))) {
        EXPECT_LT(made.value, 16384 * 3000);
        EXPECT_TRUE(seen.insert(made).second);
    }
    EXPECT_EQ(given.error().code, errc::exhausted);
    EXPECT_EQ(seen.size(), 2999U);
    EXPECT_EQ(refusal(*generator).code, errc::exhausted);
    EXPECT_EQ(generator->status().apps.at(0).exhausted, 1U);
}

TEST_F(sharded_generator_test, a_key_hides_the_order_and_undoes_it) {
    const auto generator = open(permuted());
    const auto made = ids(*generator, 2000);
    EXPECT_EQ(std::set<id>(made.begin(), made.end()).size(), 2000U);
    EXPECT_FALSE(std::is_sorted(made.begin(), made.end()));
    for (std::size_t i = 0; i < made.size(); ++i) {
        EXPECT_GE(made[i].value, 0);
        const auto read = generator->explain(made[i]).value();
        EXPECT_EQ(read.number, i + 1);
        EXPECT_EQ(read.parts.app.value, 1U);
    }
    auto* const stream = generator->stream(1, "user").value();
    range_grant got;
    while (got.range.count == 0) // the next numbers are being reserved
        got = stream->try_range(100);
    EXPECT_EQ(got.range.count, 1U) << "neighbours are far apart";
}

TEST_F(sharded_generator_test, discloses_no_number_that_a_key_hides) {
    const id made = ids(*open(permuted()), 1)[0];
    const auto hidden = open(permuted())->disclose(made).value();
    EXPECT_EQ(hidden.parts, fields_of_sharded(made).value());
    EXPECT_FALSE(hidden.number);
    EXPECT_EQ(open()->disclose(sharded_id(7, {2}, {1})).value().number, 7U);
}

TEST_F(sharded_generator_test, discloses_no_id_that_it_cannot_have_made) {
    EXPECT_EQ(open()->disclose({-1}).error().code, errc::invalid_argument);
    EXPECT_EQ(open(permuted(1, 20))->disclose({std::int64_t{1} << 34}).error().code, errc::invalid_argument);
}

TEST_F(sharded_generator_test, a_narrow_permutation_makes_short_ids_and_knows_its_own) {
    const auto generator = open(permuted(1, 20));
    for (const id each : ids(*generator, 1000))
        EXPECT_LT(each.value, std::int64_t{1} << 34);
    EXPECT_EQ(generator->explain({std::int64_t{1} << 34}).error().code, errc::invalid_argument);
}

TEST_F(sharded_generator_test, another_key_or_none_is_refused_for_an_app_that_has_numbers) {
    ids(*open(permuted(1)), 10);
    for (const auto& options : {permuted(2), permuted(1, 48), sharded_options{}}) {
        const auto other = open(options);
        const error refused = refusal(*other);
        EXPECT_THAT(refused.message, HasSubstr("app 1 has numbers with permutation ff1-")) << name(refused.code);
    }
    EXPECT_EQ(ids(*open(permuted(1)), 10).size(), 10U);
}

TEST_F(sharded_generator_test, rows_of_impossible_apps_are_named_and_do_not_stop_the_others) {
    shards->put({256, 0, "shard 1 of app 0?", 0, 1000, 0});
    const auto generator = open();
    read_table(*generator);
    ids(*generator, 1);
    EXPECT_THAT(generator->status().supply.row_trouble.value().message, HasSubstr("the app is 256"));
    EXPECT_EQ(generator->status().apps.size(), 1U);
}

TEST_F(sharded_generator_test, tells_its_applications_apart) {
    ASSERT_TRUE(shards->init({7}, "orders"));
    shards->put({9, 5, "", 0, 1000, 0});
    shards->put({9, 6, "by hand", 0, 1000, 0});
    const auto generator = open();
    read_table(*generator);
    ids(*generator, 3);
    const auto apps = generator->status().apps;
    ASSERT_EQ(apps.size(), 3U);
    EXPECT_EQ(apps[0].counts.served, 3U);
    EXPECT_EQ(apps[1].app.value, 7U);
    EXPECT_EQ(apps[1].name, "orders");
    EXPECT_EQ(apps[1].shards, 64U);
    EXPECT_EQ(apps[1].counts.served, 0U);
    EXPECT_EQ(apps[2].name, "by hand");
    EXPECT_EQ(apps[2].shards, 2U);
}

TEST_F(sharded_generator_test, gives_back_what_it_did_not_use_and_is_closed) {
    auto generator = open();
    const auto last = ids(*generator, 10).back();
    generator->close();
    EXPECT_EQ(refusal(*generator).code, errc::closed);
    EXPECT_EQ(ids(*open(), 1)[0].value, last.value + 16384);
}

TEST_F(sharded_generator_test, serves_what_it_has_while_the_store_is_away_and_recovers) {
    const auto generator = open();
    ids(*generator, 1);
    shards->set_fault([](auto) { return error{errc::store_unavailable, "switched off"}; });
    ids(*generator, 999);
    EXPECT_EQ(refusal(*generator).code, errc::not_ready);
    EXPECT_THAT(refusal(*generator).message, HasSubstr("switched off"));
    shards->set_fault({});
    id made;
    while (!generate_all(*generator->stream(1, "user").value(), {&made, 1}, system_wall_clock()))
        std::this_thread::yield();
    EXPECT_EQ(fields_of_sharded(made)->next, 1001U);
}

TEST_F(sharded_generator_test, ranges_step_by_the_bits_below_the_number) {
    const auto generator = open();
    const auto first = ids(*generator, 1)[0];
    const auto range = generator->stream(1, "user").value()->try_range(10).range;
    EXPECT_EQ(range.first.value, first.value + 16384);
    EXPECT_EQ(range.count, 10U);
    EXPECT_EQ(range.stride, 16384U);
}

} // namespace
} // namespace vesta
