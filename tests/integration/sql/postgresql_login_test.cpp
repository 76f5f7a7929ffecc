#include "support/sql_options.hpp"

#include <vesta/sql/durability.hpp>
#include <vesta/sql/machine_leases.hpp>
#include <vesta/sql/segment_table.hpp>
#include <vesta/sql/sharded_tables.hpp>

#include <gmock/gmock.h>

// What one reads when settings and PostgreSQL do not fit, and the rights that are enough.
namespace vesta::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class logging_in_to_postgresql : public ::testing::Test {
  protected:
    error refusal() const {
        auto opened = sql::connection::open(to);
        EXPECT_FALSE(opened);
        if (opened) return {};
        EXPECT_THAT(opened.error().message, AllOf(HasSubstr("stores.main"), Not(HasSubstr(to.password))));
        EXPECT_THAT(opened.error().message, Not(HasSubstr("\n")));
        return std::move(opened).error();
    }
    /// A user of its own, who may do nothing yet.
    void use_user(const std::string& password) {
        to.user = fresh_name("user");
        to.password = password;
        run_sql(admin, "CREATE ROLE " + to.user + " LOGIN PASSWORD '" + password + "'");
    }
    void grant(const std::string& rights) { run_sql(admin, "GRANT " + rights + " TO " + to.user); }

    const sql::options admin = postgresql_options();
    sql::options to = admin;
};

TEST_F(logging_in_to_postgresql, with_a_wrong_password_is_refused_without_showing_it) {
    to.password = "not-the-password";
    const error is = refusal();
    EXPECT_EQ(is.code, errc::invalid_settings);
    EXPECT_THAT(is.message, AllOf(HasSubstr("28P01"), HasSubstr("correct user or password")));
}

TEST_F(logging_in_to_postgresql, to_what_is_not_there_says_so) {
    to.database = "no_such_database";
    error is = refusal();
    EXPECT_EQ(is.code, errc::invalid_settings);
    EXPECT_THAT(is.message, AllOf(HasSubstr("no_such_database"), HasSubstr("correct database")));
    to.host = "no-such-host.invalid";
    is = refusal();
    EXPECT_EQ(is.code, errc::store_unavailable);
    EXPECT_THAT(is.message, HasSubstr("correct host"));
    to.host = "127.0.0.1";
    to.port = 1;
    is = refusal();
    EXPECT_EQ(is.code, errc::store_unavailable);
    EXPECT_THAT(is.message, AllOf(HasSubstr("127.0.0.1:1/"), HasSubstr("start the server")));
}

TEST_F(logging_in_to_postgresql, takes_passwords_with_any_characters) {
    const std::string password = R"( ;="\ %s{}$)"
                                 "\xC3\xA9";
    use_user(password);
    EXPECT_TRUE(sql::connection::open(to));
}

TEST_F(logging_in_to_postgresql, by_its_unix_socket_works_as_well) {
    to.host = server_setting("VESTA_TEST_POSTGRESQL_SOCKET");
    EXPECT_TRUE(sql::connection::open(to));
}

TEST_F(logging_in_to_postgresql, with_tls_where_the_server_has_none_is_refused_rather_than_done_in_the_open) {
    for (const auto mode : {sql::tls_mode::required, sql::tls_mode::verified}) {
        to.tls = mode;
        const error is = refusal();
        EXPECT_EQ(is.code, errc::invalid_settings) << is.message;
        EXPECT_THAT(is.message, HasSubstr("tls"));
    }
}

// docs/operating.md has these rights.
TEST_F(logging_in_to_postgresql, needs_the_rights_that_the_documents_name_and_no_others) {
    using namespace std::chrono_literals;
    const std::string table = fresh_name("leaf_alloc");
    sql::create_segment_table({.database = admin, .table = table}).value();
    run_sql(admin, "INSERT INTO " + table + " (biz_tag, step) VALUES ('order', 10)");
    sql::machine_leases{std::make_shared<sql::connections>(admin)}.rows().value();
    const app_number app = make_app(77).value();
    sql::open_sharded_tables(admin).store->init(app, "test").value();
    use_user("pw");

    const auto tags = sql::open_segments({.database = to, .table = table});
    const auto refused = tags->reserve({.tag = "order"});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::invalid_settings);
    EXPECT_THAT(refused.error().message, HasSubstr("grant this user SELECT, INSERT and UPDATE"));
    grant("SELECT, INSERT, UPDATE ON " + table);
    const auto made = tags->reserve({.tag = "order"});
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_TRUE(tags->give_back("order", *made, made->first).value());

    sql::machine_leases leases{std::make_shared<sql::connections>(to)};
    EXPECT_EQ(leases.rows().error().code, errc::invalid_settings);
    grant("SELECT, INSERT, UPDATE ON vesta_machine_lease");
    EXPECT_TRUE(leases.put({.id = {3}, .instance = "node-a", .token = "t"}, 1s).value());

    grant("SELECT, UPDATE ON id_alloc");
    grant("SELECT, INSERT ON id_alloc_order");
    grant("SELECT, INSERT, UPDATE, DELETE ON id_alloc_range");
    const auto [store, ledger] = sql::open_sharded_tables(to);
    const auto range = store->reserve({.of = {app, make_shard(1).value()}});
    ASSERT_TRUE(range) << range.error().message;
    EXPECT_TRUE(store->settle_permutation(app, "none"));
    EXPECT_TRUE(ledger->enter(*range));
    EXPECT_TRUE(ledger->claim(whole(*range)).value());
}

TEST_F(logging_in_to_postgresql, warns_of_a_server_that_may_lose_what_it_acknowledged) {
    sql::connections usual{admin};
    EXPECT_THAT(sql::durability_risks(usual).value(), IsEmpty());
    use_user("pw");
    run_sql(admin, "ALTER ROLE " + to.user + " SET synchronous_commit = off");
    sql::connections hasty{to};
    const auto risks = sql::durability_risks(hasty).value();
    ASSERT_EQ(risks.size(), 1U);
    EXPECT_THAT(risks[0], HasSubstr("synchronous_commit is off"));
}

class a_postgresql_with_tls : public ::testing::Test {
  protected:
    a_postgresql_with_tls() {
        to = server_options(sql::dialect::postgresql, "VESTA_TEST_POSTGRESQL_TLS",
                            server_setting("VESTA_TEST_POSTGRESQL_TLS_PORT"));
    }
    void verify() {
        to.tls = sql::tls_mode::verified;
        to.ca_file = server_setting("VESTA_TEST_POSTGRESQL_TLS_CA");
    }
    /// Why it is not connected to; empty if it is.
    error refusal() const {
        const auto opened = sql::connection::open(to);
        return opened ? error{} : opened.error();
    }
    /// Whether it is talked to in secret, and by whom it was shown a certificate.
    std::vector<sql::cell> secrecy() const {
        const auto opened = sql::connection::open(to).value();
        return rows(*opened, "SELECT ssl, client_dn FROM pg_stat_ssl WHERE pid = pg_backend_pid()", {}, 2).value()[0];
    }

    sql::options to;
};

TEST_F(a_postgresql_with_tls, is_talked_to_in_secret_where_that_is_required) {
    to.tls = sql::tls_mode::required;
    EXPECT_EQ(secrecy()[0], "t");
}

TEST_F(a_postgresql_with_tls, is_checked_against_the_authority_and_the_host_that_were_named) {
    verify();
    EXPECT_EQ(secrecy()[0], "t");
    to.host = "localhost";
    EXPECT_EQ(refusal().code, errc::invalid_settings) << "its certificate is for 127.0.0.1";
    to.host = "127.0.0.1";
    to.ca_file.clear(); // by the system's authorities
    EXPECT_EQ(refusal().code, errc::invalid_settings);
    EXPECT_THAT(refusal().message, HasSubstr("correct tls"));
}

TEST_F(a_postgresql_with_tls, turns_away_who_comes_without) {
    EXPECT_EQ(refusal().code, errc::invalid_settings) << refusal().message;
}

TEST_F(a_postgresql_with_tls, is_shown_the_certificate_that_it_asks_for) {
    verify();
    to.certificate = server_setting("VESTA_TEST_POSTGRESQL_TLS_CLIENT");
    to.key = server_setting("VESTA_TEST_POSTGRESQL_TLS_CLIENT_KEY");
    EXPECT_EQ(secrecy()[1], "/CN=client");
}

} // namespace
} // namespace vesta::testing
