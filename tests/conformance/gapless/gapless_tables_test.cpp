#include "gapless_places.hpp"

#include <vesta/gapless/gapless_generator.hpp>

#include <gmock/gmock.h>

#include <array>
#include <set>
#include <thread>

// Numbers without gaps in databases, which processes may share.
namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

template <class Place>
class a_gapless_table : public a_gapless_store<Place> {};
using gapless_databases = ::testing::Types<sqlite_place, mariadb_place, postgresql_place, pooled_place>;
TYPED_TEST_SUITE(a_gapless_table, gapless_databases);

TYPED_TEST(a_gapless_table, is_shared_by_processes_that_wait_for_each_other) {
    constexpr int each_takes = 40;
    std::array<std::vector<std::int64_t>, 4> taken;
    {
        std::vector<std::jthread> nodes;
        for (auto& into : taken)
            nodes.emplace_back([&, node = this->place.open(book_start::existing).value(), me = &into - taken.data()] {
                for (int i = 0; i < each_takes; ++i)
                    into.push_back(ask(*node, std::to_string(me) + "-" + std::to_string(i)).number);
            });
    }
    std::set<std::int64_t> all;
    for (const auto& one : taken) {
        EXPECT_TRUE(std::ranges::is_sorted(one)) << "in the order of commits";
        all.insert(one.begin(), one.end());
    }
    EXPECT_EQ(all.size(), taken.size() * each_takes);
    EXPECT_EQ(*all.begin(), 1);
    EXPECT_EQ(*all.rbegin(), static_cast<std::int64_t>(all.size())) << "without gaps";
    EXPECT_EQ(ask(*this->store, "0-0").number, taken[0][0]) << "a retry at another node";
}

// Age must not run faster with more processes, or keys would end early.
TYPED_TEST(a_gapless_table, counts_the_age_of_keys_once_for_all_processes) {
    const auto other = this->place.open(book_start::existing).value();
    EXPECT_EQ(this->number("k"), 1);
    for (int hour = 1; hour <= 24; ++hour) {
        this->place.clock.rest(1h);
        ask(*this->store, "");
        ask(*other, "");
    }
    EXPECT_EQ(ask(*other, "k").number, 1);
    this->place.clock.rest(2s);
    EXPECT_GT(ask(*other, "k").number, 1);
}

TYPED_TEST(a_gapless_table, gives_nothing_once_groups_are_missing) {
    EXPECT_EQ(this->number(""), 1);
    EXPECT_EQ(this->number(""), 2);
    this->place.run("UPDATE vesta_gapless_series SET last_number = 1 WHERE generator = ?");
    this->place.run("UPDATE vesta_gapless SET groups_done = 1 WHERE generator = ?");
    const auto told = ask(*this->store, "");
    EXPECT_EQ(told.why.code, errc::state_unusable);
    EXPECT_THAT(told.why.message, HasSubstr("has lost numbers"));
    EXPECT_FALSE(told.unknown);
    this->place.move_here();
    EXPECT_EQ(this->number(""), 2) << "as an operator decided";
}

// A file of SQLite from yesterday, or a server that was gone and comes back with its old rows.
TYPED_TEST(a_gapless_table, is_refused_at_a_start_where_it_was_put_back) {
    EXPECT_EQ(this->number(""), 1);
    EXPECT_EQ(this->number(""), 2);
    this->store.reset();
    this->place.run("UPDATE vesta_gapless_series SET last_number = 1 WHERE generator = ?");
    this->place.run("UPDATE vesta_gapless SET groups_done = 1 WHERE generator = ?");
    const auto opened = this->place.open(book_start::existing);
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().code, errc::state_unusable);
    EXPECT_THAT(opened.error().message, HasSubstr("it tells of 1 groups of them, and had 2"));
    EXPECT_THAT(opened.error().message, HasSubstr("say so: vesta gapless moved --generator"));
    EXPECT_EQ(this->place.open(book_start::to_read).value()->series().value().front().last, 1);
    this->place.move_here();
    this->reopen();
    EXPECT_EQ(this->number(""), 2);
}

TYPED_TEST(a_gapless_table, remembers_within_a_second_how_far_it_came) {
    EXPECT_EQ(this->number(""), 1);
    this->store->tidy();
    EXPECT_EQ(this->number(""), 2);
    this->store->tidy();
    this->place.clock.rest(1s);
    EXPECT_EQ(this->number(""), 3);
    this->store->tidy();
    this->place.run("UPDATE vesta_gapless SET groups_done = 2 WHERE generator = ?");
    EXPECT_THAT(this->place.open(book_start::existing).error().message, HasSubstr("and had 3"));
}

TYPED_TEST(a_gapless_table, says_what_an_operator_has_to_do_where_its_tables_are_missing) {
    sql::options elsewhere = this->place.to;
    if (elsewhere.kind == sql::dialect::sqlite) {
        elsewhere.file += ".empty";
        const auto opened =
            sql::open_numbers(std::make_shared<sql::connections>(elsewhere), {.name = this->place.generator});
        ASSERT_FALSE(opened);
        EXPECT_THAT(opened.error().message, HasSubstr("no such table"));
        EXPECT_THAT(opened.error().message, HasSubstr("say so: vesta gapless begin --generator"));
    }
    const auto unknown = sql::open_numbers(std::make_shared<sql::connections>(this->place.to), {.name = "none"});
    EXPECT_EQ(unknown.error().message, "the database has no numbers of generator none; if there never were any, say "
                                       "so: vesta gapless begin --generator none");
}

TEST(a_gapless_table_in_postgresql, warns_of_a_server_that_may_lose_commits) {
    postgresql_place place;
    const auto begun = place.open(book_start::anew).value();
    ASSERT_TRUE(place.open(book_start::existing));
    EXPECT_THAT(place.warnings, ::testing::IsEmpty());
    const std::string hasty = fresh_name("hasty");
    place.run_plain("CREATE ROLE " + hasty + " LOGIN SUPERUSER PASSWORD 'pw'");
    place.run_plain("ALTER ROLE " + hasty + " SET synchronous_commit = off");
    place.to.user = hasty;
    place.to.password = "pw";
    const auto opened = place.open(book_start::existing);
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_THAT(place.warnings, ::testing::ElementsAre(HasSubstr("synchronous_commit is off")));
}

TYPED_TEST(a_gapless_table, gives_nothing_by_another_server_until_an_operator_says_so) {
    EXPECT_EQ(this->number("k"), 1);
    this->place.run("UPDATE vesta_gapless SET server = 'another' WHERE generator = ?");
    EXPECT_THAT(ask(*this->store, "k").why.message, HasSubstr("another server answers"));
    EXPECT_EQ(this->place.open(book_start::existing).error().code, errc::state_unusable);
    EXPECT_EQ(this->place.open(book_start::to_read).value()->list("a", 1, 9).value().size(), 1U);
    ASSERT_TRUE(this->place.open(book_start::moved));
    EXPECT_EQ(this->number("k"), 1);
    EXPECT_EQ(this->number(""), 2);
}

TYPED_TEST(a_gapless_table, gives_nothing_for_a_generator_that_was_not_begun) {
    this->place.run("DELETE FROM vesta_gapless WHERE generator = ?");
    EXPECT_THAT(ask(*this->store, "").why.message, HasSubstr("vesta gapless begin"));
    EXPECT_EQ(this->place.open(book_start::existing).error().code, errc::state_unusable);
}

// A group is one transaction: what fails in it takes nothing.
TYPED_TEST(a_gapless_table, takes_nothing_for_a_group_that_fails) {
    EXPECT_EQ(this->number("k"), 1);
    this->place.run(
        "INSERT INTO vesta_gapless_key SELECT generator, 'x', 'a', 2, 0, 0 FROM vesta_gapless WHERE generator = ?");
    const auto told = ask(*this->store, "y");
    EXPECT_EQ(told.number, 0);
    EXPECT_FALSE(told.unknown);
    EXPECT_THAT(told.why.message, HasSubstr("this call gave no number"));
    this->place.run("DELETE FROM vesta_gapless_key WHERE caller_key = 'x' AND generator = ?");
    EXPECT_EQ(this->number("y"), 2);
}

TYPED_TEST(a_gapless_table, gives_numbers_to_many_callers_of_a_generator) {
    gapless_generator of{std::move(this->store), {.tags = {"a"}}};
    std::vector<std::shared_ptr<number_ticket>> tickets;
    for (int i = 0; i < 1500; ++i)
        tickets.push_back(of.order({"a", "key-" + std::to_string(i)}).value());
    std::set<std::int64_t> all;
    for (const auto& each : tickets)
        all.insert(each->wait(60s).number);
    EXPECT_EQ(all.size(), tickets.size());
    EXPECT_EQ(*all.begin(), 1);
    EXPECT_EQ(*all.rbegin(), static_cast<std::int64_t>(tickets.size()));
}

/// A connection whose commits are durable, and not answered once `mute` is set.
class mute_connection final : public sql::connection {
  public:
    mute_connection(std::unique_ptr<sql::connection> of, const bool& mute) : of_{std::move(of)}, mute_{mute} {}

    sql::dialect kind() const noexcept override { return of_->kind(); }
    const char* server_identity() const noexcept override { return of_->server_identity(); }
    using sql::connection::execute;
    result<std::uint64_t> execute(const std::string& statement, std::span<const sql::parameter> values) override {
        return of_->execute(statement, values);
    }
    result<void> query(const std::string& statement, std::span<const sql::parameter> values, std::size_t columns,
                       const sql::row_sink& each) override {
        return of_->query(statement, values, columns, each);
    }
    std::int64_t last_insert_id() noexcept override { return of_->last_insert_id(); }
    result<void> begin() override { return of_->begin(); }
    result<void> commit() override {
        auto done = of_->commit();
        return mute_ ? result<void>{error{errc::store_unavailable, "the connection was lost"}} : std::move(done);
    }
    void rollback() noexcept override { of_->rollback(); }
    bool answers() noexcept override { return of_->answers(); }
    bool broken() const noexcept override { return of_->broken(); }

  private:
    const std::unique_ptr<sql::connection> of_;
    const bool& mute_;
};

TYPED_TEST(a_gapless_table, calls_a_number_unknown_where_its_commit_is_not_answered) {
    bool mute = false;
    const auto on = std::make_shared<sql::connections>(this->place.to, [&](const sql::options& to) {
        return sql::connection::open(to).transform([&](std::unique_ptr<sql::connection> made) {
            return std::unique_ptr<sql::connection>{std::make_unique<mute_connection>(std::move(made), mute)};
        });
    });
    const auto of = sql::open_numbers(on, {.name = this->place.generator, .clock = &this->place.clock}).value();
    EXPECT_EQ(ask(*of, "k1").number, 1);
    mute = true;
    const auto told = ask(*of, "k2");
    EXPECT_EQ(told.number, 0);
    EXPECT_TRUE(told.unknown);
    EXPECT_THAT(told.why.message, HasSubstr("ask again with the same key"));
    EXPECT_FALSE(ask(*of, "two words").unknown) << "it gave none in any case";
    mute = false;
    const auto again = ask(*of, "k2");
    EXPECT_EQ(again.number, 2);
    EXPECT_TRUE(again.again);
}

} // namespace
} // namespace vesta::testing
