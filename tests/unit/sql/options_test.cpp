#include <vesta/sql/connection.hpp>

#include <gmock/gmock.h>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using sql::dialect;
using sql::options;
using ::testing::HasSubstr;

options good_mysql() {
    options to{.kind = dialect::mysql};
    to.user = "vesta";
    to.database = "vesta";
    to.password = "secret";
    return to;
}

std::string refusal_of(const options& of) {
    const auto checked = check(of);
    EXPECT_FALSE(checked);
    if (checked) return {};
    EXPECT_EQ(checked.error().code, errc::invalid_settings);
    EXPECT_THAT(checked.error().message, Not(HasSubstr("secret")));
    return checked.error().message;
}

TEST(options_of_a_database, name_the_setting_that_is_missing) {
    EXPECT_TRUE(check(good_mysql()));
    auto to = good_mysql();
    to.user.clear();
    EXPECT_THAT(refusal_of(to), HasSubstr("stores.main.user"));
    to = good_mysql();
    to.database.clear();
    EXPECT_THAT(refusal_of(to), HasSubstr("stores.main.database"));
    to = good_mysql();
    to.host.clear();
    EXPECT_THAT(refusal_of(to), HasSubstr("stores.main.host"));
    to = good_mysql();
    to.port = 0;
    EXPECT_THAT(refusal_of(to), HasSubstr("stores.main.port"));
    EXPECT_THAT(refusal_of({.kind = dialect::sqlite, .name = "stores.local"}), HasSubstr("stores.local.file"));
}

TEST(options_of_a_database, refuse_what_would_be_cut_off) {
    auto to = good_mysql();
    to.password = std::string{"secret\0more", 11};
    EXPECT_THAT(refusal_of(to), HasSubstr("NUL"));
    EXPECT_THAT(refusal_of({.file = std::string{"a\0b", 3}}), HasSubstr("NUL"));
}

TEST(options_of_a_database, refuse_databases_that_live_in_memory) {
    EXPECT_THAT(refusal_of({.file = ":memory:"}), HasSubstr("a file on a disk"));
    EXPECT_THAT(refusal_of({.file = "file:x?mode=memory"}), HasSubstr("a file on a disk"));
}

TEST(options_of_a_database, keep_lock_waits_shorter_than_answers) {
    auto to = good_mysql();
    to.lock_timeout = 5s;
    EXPECT_THAT(refusal_of(to), HasSubstr("lock time-out"));
    to.lock_timeout = 0s;
    EXPECT_THAT(refusal_of(to), HasSubstr("a second or more"));
}

TEST(options_of_a_database, name_several_servers_of_postgresql) {
    auto to = good_mysql();
    to.kind = dialect::postgresql;
    to.port = 5432;
    to.host = "db1,db2:5433,10.0.0.3,::1,[::1]:5434,[fe80::1],/run/postgresql";
    const std::vector<std::pair<std::string, int>> expected{
        {"db1", 5432}, {"db2", 5433},     {"10.0.0.3", 5432},       {"::1", 5432},
        {"::1", 5434}, {"fe80::1", 5432}, {"/run/postgresql", 5432}};
    const auto all = sql::places(to).value();
    ASSERT_EQ(all.size(), expected.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        EXPECT_EQ(all[i].host, expected[i].first);
        EXPECT_EQ(all[i].port, expected[i].second);
    }
    for (const char* const bad : {"db1,", ",db1", "db1, db2", "db1:", "db1:port", "db1:0", "[::1", "db 1"}) {
        to.host = bad;
        EXPECT_THAT(refusal_of(to), HasSubstr("stores.main.host has")) << bad;
    }
}

TEST(options_of_a_database, are_checked_before_anything_is_opened) {
    EXPECT_EQ(sql::connection::open({}).error().code, errc::invalid_settings);
    EXPECT_THROW(sql::connections{options{}}, failure);
}

TEST(an_integer_in_a_column, is_read_to_the_last_digit) {
    EXPECT_EQ(sql::integer("-9223372036854775808", "x").value(), std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(sql::integer("9223372036854775807", "x").value(), std::numeric_limits<std::int64_t>::max());
    for (const sql::cell& bad : {sql::cell{}, sql::cell{""}, sql::cell{"12a"}, sql::cell{"9223372036854775808"}}) {
        const auto read = sql::integer(bad, "max_id");
        ASSERT_FALSE(read);
        EXPECT_EQ(read.error().code, errc::state_unusable);
        EXPECT_THAT(read.error().message, HasSubstr("max_id"));
    }
}

} // namespace
} // namespace vesta::testing
