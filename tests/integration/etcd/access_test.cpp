// Who may use the cluster, and how: TLS, certificates, logins, rights.
#include "support/control.hpp"

#include <vesta/etcd/lease_keys.hpp>
#include <vesta/etcd/session.hpp>
#include <vesta/etcd/tag_keys.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace vesta::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string told(const std::string& what) {
    return server_setting(("VESTA_TEST_ETCD_TLS_" + what).c_str());
}

etcd::options secure_options() {
    return {.name = "stores.main",
            .hosts = told("HOSTS"),
            .folder = "fleet",
            .user = "vesta",
            .password = told("PASSWORD"),
            .tls = tls::client_options{.ca_file = told("CA"), .certificate = told("CLIENT"), .key = told("CLIENT_KEY")},
            .call_timeout = std::chrono::seconds{10}};
}

error refusal(const etcd::options& with) {
    const auto seen = etcd::session{with}.look();
    EXPECT_FALSE(seen);
    return seen ? error{} : seen.error();
}

/// As an administrator.
void run_etcdctl(const std::string& words) {
    const std::string command = "ETCDCTL_API=3 etcdctl --endpoints https://" + told("HOSTS") + " --cacert " +
                                told("CA") + " --cert " + told("CLIENT") + " --key " + told("CLIENT_KEY") +
                                " --user root:" + told("PASSWORD") + " " + words + " >/dev/null";
    ASSERT_EQ(std::system(command.c_str()), 0) << words;
}

TEST(etcd_by_tls, lends_and_counts_for_a_user_with_the_folder) {
    const auto session = std::make_shared<etcd::session>(secure_options());
    etcd::lease_keys table{session};
    EXPECT_TRUE(table.put({.id = {1}, .instance = "node-a"}, std::chrono::minutes{1}).value());
    const auto tags = etcd::open_segments(session, "leaf_alloc");
    EXPECT_TRUE(tags->create("order", 10).value());
    EXPECT_EQ(tags->reserve({.tag = "order"}).value().end, 11);
}

TEST(etcd_by_tls, is_not_believed_with_a_certificate_of_another_authority) {
    etcd::options with = secure_options();
    with.tls->ca_file = told("CLIENT");
    EXPECT_THAT(refusal(with).message, HasSubstr("certificate"));
    with = secure_options();
    with.tls->ca_file.clear();
    EXPECT_EQ(refusal(with).code, errc::store_unavailable) << "the system knows no such authority";
}

TEST(etcd_by_tls, is_not_believed_under_a_name_that_its_certificate_lacks) {
    etcd::options with = secure_options();
    with.hosts = "localhost" + with.hosts.substr(with.hosts.find(':'));
    EXPECT_EQ(refusal(with).code, errc::store_unavailable);
}

TEST(etcd_by_tls, lets_nobody_in_without_a_certificate) {
    etcd::options with = secure_options();
    with.tls->certificate.clear();
    with.tls->key.clear();
    EXPECT_EQ(refusal(with).code, errc::store_unavailable);
    with.tls.reset();
    EXPECT_EQ(refusal(with).code, errc::store_unavailable);
}

TEST(etcd_by_tls, says_what_is_wrong_with_a_certificate_that_has_a_common_name) {
    etcd::options with = secure_options();
    const auto folder = with.tls->certificate.substr(0, with.tls->certificate.rfind('/') + 1);
    with.tls->certificate = folder + "named.pem";
    with.tls->key = folder + "named.key";
    const error why = refusal(with);
    EXPECT_EQ(why.code, errc::invalid_settings);
    EXPECT_THAT(why.message, HasSubstr("common name"));
}

TEST(etcd_by_tls, refuses_a_wrong_password_and_no_text_shows_it) {
    etcd::options with = secure_options();
    with.password = "wr0ng-secret";
    const error why = refusal(with);
    EXPECT_EQ(why.code, errc::invalid_settings);
    EXPECT_THAT(why.message, HasSubstr("refuses the user or the password"));
    EXPECT_THAT(why.message, Not(HasSubstr(with.password)));
}

TEST(etcd_by_tls, asks_for_a_user) {
    etcd::options with = secure_options();
    with.user.clear();
    with.password.clear();
    const error why = refusal(with);
    EXPECT_EQ(why.code, errc::invalid_settings);
    EXPECT_THAT(why.message, HasSubstr("set user and a password"));
}

TEST(etcd_by_tls, says_which_right_is_missing) {
    etcd::options with = secure_options();
    with.folder = "others";
    const error why = refusal(with);
    EXPECT_EQ(why.code, errc::invalid_settings);
    EXPECT_THAT(why.message, HasSubstr("readwrite on the prefix /vesta/others/"));
}

TEST(etcd_by_tls, is_logged_in_to_again_where_the_token_is_of_no_more_use) {
    etcd::session to{secure_options()};
    ASSERT_TRUE(to.look());
    run_etcdctl("user grant-role vesta root"); // every change of rights makes all tokens old
    EXPECT_TRUE(to.look());
    run_etcdctl("user revoke-role vesta root");
    const auto written = to.put({.key = to.path("a"), .value = "b", .over_any = true});
    ASSERT_TRUE(written) << written.error().message;
    order("restart etcd-tls"); // which keeps no tokens
    ASSERT_TRUE(to.get(to.path("a")));
}

TEST(options_of_etcd, that_can_never_work_are_refused) {
    const auto code = [](auto change) {
        etcd::options with;
        change(with);
        const auto good = etcd::check(with);
        return good ? errc::internal : good.error().code;
    };
    for (const std::string hosts : {"", "a,", "a:0", "a b", "http://a:2379", "a:b"})
        EXPECT_EQ(code([&](etcd::options& of) { of.hosts = hosts; }), errc::invalid_settings) << hosts;
    EXPECT_EQ(code([](etcd::options& of) { of.folder = "a/b"; }), errc::invalid_settings);
    EXPECT_EQ(code([](etcd::options& of) { of.user = "a"; }), errc::invalid_settings);
    EXPECT_EQ(code([](etcd::options& of) { of.tls = tls::client_options{.ca_file = "/none"}; }),
              errc::invalid_settings);
    const auto all = etcd::endpoints({.hosts = "a,b:1,[::1]:2,::1"}).value();
    ASSERT_EQ(all.size(), 4U);
    EXPECT_EQ(all[0].text() + " " + all[1].text() + " " + all[2].text() + " " + all[3].text(),
              "a:2379 b:1 [::1]:2 [::1]:2379");
}

} // namespace
} // namespace vesta::testing
