#include "support/sql_options.hpp"

#include <vesta/sql/segment_table.hpp>

#include <gmock/gmock.h>

// What one reads when settings and database do not fit.
namespace vesta::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class logging_in : public ::testing::Test {
  protected:
    error refusal() const {
        auto opened = sql::connection::open(to);
        EXPECT_FALSE(opened);
        if (opened) return {};
        EXPECT_THAT(opened.error().message, AllOf(HasSubstr("stores.main"), Not(HasSubstr(to.password))));
        return std::move(opened).error();
    }
    /// A user of its own, with @p rights.
    void use_user(const std::string& name, const std::string& password, const std::string& rights = {}) {
        const std::string who = "'" + name + "'@'127.0.0.1'";
        run_sql(admin, "CREATE OR REPLACE USER " + who + " IDENTIFIED BY '" + password + "'");
        if (!rights.empty()) run_sql(admin, rights + " TO " + who);
        to.user = name;
        to.password = password;
    }

    const sql::options admin = mariadb_options();
    sql::options to = admin;
};

TEST_F(logging_in, with_a_wrong_password_is_refused_without_showing_it) {
    to.password = "not-the-password";
    const error is = refusal();
    EXPECT_EQ(is.code, errc::invalid_settings);
    EXPECT_THAT(is.message, HasSubstr("correct user or password"));
}

TEST_F(logging_in, to_a_database_that_is_not_there_says_so) {
    to.database = "no_such_database";
    const error is = refusal();
    EXPECT_EQ(is.code, errc::invalid_settings);
    EXPECT_THAT(is.message, AllOf(HasSubstr("no_such_database"), HasSubstr("correct database")));
}

TEST_F(logging_in, to_a_database_without_rights_says_so) {
    use_user("stranger", "pw-of-a-stranger");
    const error is = refusal();
    EXPECT_EQ(is.code, errc::invalid_settings);
    EXPECT_THAT(is.message, HasSubstr("grant this user"));
}

TEST_F(logging_in, to_a_host_that_is_not_known_says_so) {
    to.host = "no-such-host.invalid";
    const error is = refusal();
    EXPECT_EQ(is.code, errc::store_unavailable) << is.message;
    EXPECT_THAT(is.message, HasSubstr("correct host"));
}

TEST_F(logging_in, to_a_port_where_nobody_listens_says_so) {
    to.port = 1;
    const error is = refusal();
    EXPECT_EQ(is.code, errc::store_unavailable);
    EXPECT_THAT(is.message, AllOf(HasSubstr("127.0.0.1:1/"), HasSubstr("start the server")));
}

TEST_F(logging_in, takes_passwords_with_any_characters) {
    const std::string password = R"( ;="\' %s{}$ )"
                                 "\xC3\xA9";
    std::string quoted;
    for (const char each : password)
        quoted += (each == '\'' || each == '\\' ? std::string{"\\"} : std::string{}) + each;
    use_user("odd", quoted, "GRANT ALL ON " + admin.database + ".*");
    to.password = password;
    EXPECT_TRUE(sql::connection::open(to));
}

TEST_F(logging_in, without_tls_where_the_server_demands_it_says_so) {
    to = mariadb_options();
    use_user("demanding", "pw-of-demanding", "GRANT ALL ON " + admin.database + ".*");
    run_sql(admin, "ALTER USER 'demanding'@'127.0.0.1' REQUIRE SSL");
    const error is = refusal();
    EXPECT_EQ(is.code, errc::invalid_settings);
    EXPECT_THAT(is.message, HasSubstr("then set tls"));
}

TEST_F(logging_in, with_tls_where_the_server_has_none_is_refused_rather_than_done_in_the_open) {
    for (const auto mode : {sql::tls_mode::required, sql::tls_mode::verified}) {
        to.tls = mode;
        const error is = refusal();
        EXPECT_EQ(is.code, errc::invalid_settings) << is.message;
        EXPECT_THAT(is.message, HasSubstr("tls"));
    }
}

class a_server_with_tls : public ::testing::Test {
  protected:
    a_server_with_tls() {
        to.name = "stores.main";
        to.port = static_cast<std::uint16_t>(std::stoi(server_setting("VESTA_TEST_MARIADB_TLS_PORT")));
        to.password = server_setting("VESTA_TEST_MARIADB_TLS_PASSWORD");
    }
    void verify() {
        to.tls = sql::tls_mode::verified;
        to.ca_file = server_setting("VESTA_TEST_MARIADB_TLS_CA");
    }
    /// Why it is not connected to; empty if it is.
    error refusal() const {
        const auto opened = sql::connection::open(to);
        return opened ? error{} : opened.error();
    }
    static std::string cipher(sql::connection& of) {
        return rows(of, "SHOW STATUS LIKE 'Ssl_cipher'", {}, 2).value()[0][1].value_or("");
    }

    sql::options to = mariadb_options();
};

TEST_F(a_server_with_tls, is_talked_to_in_secret_where_that_is_required) {
    to.tls = sql::tls_mode::required;
    EXPECT_NE(cipher(*sql::connection::open(to).value()), "");
}

TEST_F(a_server_with_tls, is_checked_against_the_authority_that_was_named) {
    verify();
    auto opened = sql::connection::open(to);
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_NE(cipher(**opened), "");
}

TEST_F(a_server_with_tls, is_refused_where_the_authority_is_another_one) {
    to.tls = sql::tls_mode::verified; // by the system's authorities
    EXPECT_EQ(refusal().code, errc::invalid_settings);
    EXPECT_THAT(refusal().message, HasSubstr("correct tls"));
}

TEST_F(a_server_with_tls, is_refused_where_its_certificate_names_another_host) {
    verify();
    to.host = "localhost";
    EXPECT_EQ(refusal().code, errc::invalid_settings);
    EXPECT_THAT(refusal().message, HasSubstr("correct tls"));
}

TEST_F(a_server_with_tls, turns_away_who_comes_without) {
    const error is = refusal();
    EXPECT_EQ(is.code, errc::invalid_settings) << is.message;
    EXPECT_THAT(is.message, HasSubstr("a server that demands TLS refuses with the same words: then set tls"));
}

TEST_F(a_server_with_tls, is_shown_the_certificate_that_it_demands) {
    verify();
    run_sql(to, "CREATE OR REPLACE USER 'certified'@'127.0.0.1' IDENTIFIED BY 'pw-of-certified' REQUIRE X509");
    to.user = "certified";
    to.password = "pw-of-certified";
    to.database = "information_schema";
    EXPECT_EQ(refusal().code, errc::invalid_settings);
    to.certificate = server_setting("VESTA_TEST_MARIADB_TLS_CLIENT");
    to.key = server_setting("VESTA_TEST_MARIADB_TLS_CLIENT_KEY");
    EXPECT_EQ(refusal().message, "");
}

class a_table : public logging_in {
  protected:
    error refusal_of_table(const std::string& name) const {
        auto made = sql::open_segments({.database = to, .table = name})->reserve({.tag = "order", .width = 5});
        EXPECT_FALSE(made);
        return made ? error{} : std::move(made).error();
    }
};

TEST_F(a_table, that_is_not_there_is_named) {
    const error is = refusal_of_table("no_such_table");
    EXPECT_EQ(is.code, errc::invalid_settings);
    EXPECT_THAT(is.message, AllOf(HasSubstr("no_such_table"), HasSubstr("stores.main")));
}

TEST_F(a_table, that_lacks_a_column_is_refused_with_its_name) {
    const auto name = fresh_name("odd");
    run_sql(admin, "CREATE TABLE " + name + " (biz_tag VARCHAR(20) PRIMARY KEY, max_id BIGINT)");
    const error is = refusal_of_table(name);
    EXPECT_EQ(is.code, errc::invalid_settings);
    EXPECT_THAT(is.message, AllOf(HasSubstr("no column step"), HasSubstr(name)));
}

TEST_F(a_table, that_may_only_be_read_is_refused_with_the_right_that_is_missing) {
    const auto name = fresh_name("readable");
    sql::create_segment_table({.database = admin, .table = name}).value();
    run_sql(admin, "INSERT INTO " + name + " (biz_tag, step) VALUES ('order', 10)");
    use_user("reader", "pw-of-reader", "GRANT SELECT ON " + admin.database + "." + name);
    const error is = refusal_of_table(name);
    EXPECT_EQ(is.code, errc::invalid_settings);
    EXPECT_THAT(is.message, HasSubstr("grant this user SELECT, INSERT and UPDATE"));
}

TEST_F(a_table, that_gets_its_missing_column_works_from_then_on) {
    const auto name = fresh_name("mended");
    run_sql(admin, "CREATE TABLE " + name + " (biz_tag VARCHAR(20) PRIMARY KEY, max_id BIGINT NOT NULL DEFAULT 1)");
    const auto store = sql::open_segments({.database = to, .table = name});
    EXPECT_EQ(store->list().error().code, errc::invalid_settings);
    run_sql(admin, "ALTER TABLE " + name + " ADD COLUMN step INT NOT NULL DEFAULT 10");
    run_sql(admin, "INSERT INTO " + name + " (biz_tag) VALUES ('order')");
    EXPECT_EQ(store->reserve({.tag = "order"}).value().end, 11);
}

TEST_F(a_table, of_leaf_works_unchanged) {
    const auto name = fresh_name("leaf_alloc");
    // As Leaf's own scripts make it.
    run_sql(admin, "CREATE TABLE `" + name +
                       "` (`biz_tag` varchar(128) NOT NULL DEFAULT '', `max_id` bigint(20) NOT NULL DEFAULT '1',"
                       " `step` int(11) NOT NULL, `description` varchar(256) DEFAULT NULL,"
                       " `update_time` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,"
                       " PRIMARY KEY (`biz_tag`)) ENGINE=InnoDB DEFAULT CHARSET=latin1");
    const auto store = sql::open_segments({.database = to, .table = name});
    EXPECT_TRUE(store->create("Order", 10).value());
    EXPECT_FALSE(store->create("order", 10).value()) << "the collation takes it for the same";
    const auto made = store->reserve({.tag = "Order"}).value();
    EXPECT_EQ(store->reserve({.tag = "Order", .width = 20, .known = made.facts}).value().end, 31);
    EXPECT_EQ(store->reserve({.tag = "order"}).error().code, errc::not_found) << "Leaf does not mix them up either";
    EXPECT_EQ(store->reserve({.tag = "order", .width = 20, .known = made.facts}).error().code, errc::not_found);
    EXPECT_FALSE(store->list().value().front().updated.empty());
}

} // namespace
} // namespace vesta::testing
