#include <gmock/gmock.h>

#include <postgresql_error.hpp>

namespace vesta::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

sql::options to_postgresql() {
    sql::options made{.kind = sql::dialect::postgresql, .name = "stores.main"};
    made.user = "vesta";
    made.database = "ids";
    made.password = "secret";
    return made;
}
const sql::server_place at{"127.0.0.1", 5432};

// What the client library says where it is to say all: PQERRORS_VERBOSE.
TEST(a_refusal_of_postgresql, says_where_what_and_what_to_do_but_not_the_password) {
    const error is = sql::postgresql_refusal(
        "connection to server at \"127.0.0.1\", port 5432 failed: FATAL:  28P01: password authentication failed for "
        "user \"vesta\"\nLOCATION:  auth_failed, auth.c:338\n",
        to_postgresql(), at);
    EXPECT_EQ(is.code, errc::invalid_settings);
    EXPECT_EQ(is.message, "stores.main: vesta@127.0.0.1:5432/ids: password authentication failed for user \"vesta\" "
                          "(28P01); correct user or password, or let this user in from this host (pg_hba.conf)");
}

TEST(a_refusal_of_postgresql, is_told_by_its_state_in_whatever_language_it_comes) {
    const error is =
        sql::postgresql_refusal("failed: FATAL:  3D000: Datenbank \"ids\" existiert nicht\n", to_postgresql(), at);
    EXPECT_EQ(is.code, errc::invalid_settings);
    EXPECT_THAT(is.message, HasSubstr("correct database"));
}

TEST(a_refusal_of_postgresql, without_a_state_is_the_client_librarys_own) {
    const error is = sql::postgresql_refusal("connection to server at \"127.0.0.1\", port 5432 failed: Connection "
                                             "refused\n\tIs the server running on that host and accepting?\n",
                                             to_postgresql(), at);
    EXPECT_EQ(is.code, errc::store_unavailable);
    EXPECT_EQ(is.message,
              "stores.main: vesta@127.0.0.1:5432/ids: Connection refused; start the server, or correct host "
              "or port");
}

TEST(an_error_of_postgresql, tells_what_may_pass_from_what_must_be_put_right) {
    for (const char* const state : {"28000", "28P01", "3D000", "42501", "42P01", "3F000", "42703"})
        EXPECT_EQ(sql::postgresql_error(state, "", to_postgresql(), at).code, errc::invalid_settings) << state;
    for (const char* const state : {"25006", "53300", "53100", "57P01", "57P02", "57P03", "08006", "58030"})
        EXPECT_EQ(sql::postgresql_error(state, "", to_postgresql(), at).code, errc::store_unavailable) << state;
    for (const char* const state : {"55P03", "40001", "40P01", "57014", "23505"})
        EXPECT_EQ(sql::postgresql_error(state, "", to_postgresql(), at).code, errc::in_use) << state;
    EXPECT_EQ(sql::postgresql_error("22003", "bigint out of range", to_postgresql(), at).code, errc::state_unusable);
}

TEST(an_error_of_postgresql, ends_the_connection_where_it_is_lost_or_leads_to_a_server_that_takes_no_writes) {
    for (const char* const state : {"57P01", "57P02", "08003", "25006", "25P03"})
        EXPECT_TRUE(sql::ends_connection(state)) << state;
    for (const char* const state : {"42P01", "55P03", "40001", "57014"})
        EXPECT_FALSE(sql::ends_connection(state)) << state;
}

} // namespace
} // namespace vesta::testing
