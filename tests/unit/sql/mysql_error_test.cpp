#include <gmock/gmock.h>

#include <mysql_error.hpp>

namespace vesta::testing {
namespace {

using ::testing::HasSubstr;

sql::options to_mysql() {
    sql::options made{.kind = sql::dialect::mysql, .name = "stores.main"};
    made.user = "vesta";
    made.database = "ids";
    made.password = "secret";
    return made;
}

TEST(an_error_of_mysql, says_where_what_and_what_to_do_but_not_the_password) {
    const error is =
        sql::mysql_error(1045, "Access denied for user 'vesta'@'127.0.0.1' (using password: YES)", to_mysql());
    EXPECT_EQ(is.code, errc::invalid_settings);
    EXPECT_THAT(is.message, HasSubstr("stores.main"));
    EXPECT_THAT(is.message, HasSubstr("vesta@127.0.0.1:3306/ids"));
    EXPECT_THAT(is.message, HasSubstr("correct user or password"));
    EXPECT_THAT(is.message, Not(HasSubstr("secret")));
}

TEST(an_error_of_mysql, tells_what_may_pass_from_what_must_be_put_right) {
    for (const unsigned code : {1044U, 1045U, 1049U, 1054U, 1130U, 1142U, 1143U, 1146U, 1698U, 2026U, 3159U})
        EXPECT_EQ(sql::mysql_error(code, "", to_mysql()).code, errc::invalid_settings) << code;
    for (const unsigned code :
         {1021U, 1040U, 1053U, 1203U, 1226U, 1290U, 1836U, 1927U, 2002U, 2003U, 2005U, 2006U, 2013U, 2055U})
        EXPECT_EQ(sql::mysql_error(code, "", to_mysql()).code, errc::store_unavailable) << code;
    for (const unsigned code : {1205U, 1213U})
        EXPECT_EQ(sql::mysql_error(code, "", to_mysql()).code, errc::in_use) << code;
    EXPECT_EQ(sql::mysql_error(1690, "BIGINT value is out of range", to_mysql()).code, errc::state_unusable);
}

TEST(an_error_of_mysql, ends_the_connection_where_it_is_lost_or_leads_to_a_server_that_takes_no_writes) {
    for (const unsigned code : {1053U, 1290U, 1792U, 1836U, 1927U, 2006U, 2013U, 2014U, 2055U})
        EXPECT_TRUE(sql::ends_connection(code)) << code;
    for (const unsigned code : {0U, 1045U, 1062U, 1146U, 1205U, 1213U})
        EXPECT_FALSE(sql::ends_connection(code)) << code;
}

} // namespace
} // namespace vesta::testing
