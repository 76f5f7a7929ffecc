// Who may use the API, and how: TLS, tokens, rights, and what a pod is told.
#include "support/kubernetes.hpp"
#include "support/temp_folder.hpp"

#include <vesta/kubernetes/lease_objects.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

namespace vesta::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

error refusal_of(const kubernetes::options& with) {
    const auto seen = kubernetes::lease_objects{with}.store_now();
    EXPECT_FALSE(seen);
    return seen ? error{} : seen.error();
}

void write_file(const std::filesystem::path& file, const std::string& text) {
    std::ofstream{file} << text << '\n';
}

std::string token_of_account() {
    std::ifstream in{told_of_kubernetes("TOKEN_FILE")};
    std::string token;
    std::getline(in, token);
    return token;
}

TEST(kubernetes_by_tls, is_not_believed_with_a_certificate_of_another_authority) {
    kubernetes::options with = kubernetes_options();
    with.tls.ca_file = told_of_kubernetes("FOLDER") + "/server.pem";
    EXPECT_THAT(refusal_of(with).message, HasSubstr("certificate"));
    with.tls.ca_file.clear();
    EXPECT_THAT(refusal_of(with).message, HasSubstr("certificate")) << "the system knows no such authority";
}

TEST(kubernetes_by_tls, is_not_believed_under_a_name_that_its_certificate_lacks) {
    kubernetes::options with = kubernetes_options();
    with.host = "localhost";
    EXPECT_THAT(refusal_of(with).message, HasSubstr("hostname mismatch"));
}

TEST(a_token, that_is_refused_is_shown_in_no_text) {
    kubernetes::options with = kubernetes_options();
    with.token = "wr0ng-secret";
    const error why = refusal_of(with);
    EXPECT_EQ(why.code, errc::invalid_settings);
    EXPECT_THAT(why.message, HasSubstr("it refuses the token"));
    EXPECT_THAT(why.message, Not(HasSubstr(with.token)));
}

TEST(a_token, is_read_again_when_it_is_refused) {
    const temp_folder folder;
    kubernetes::options with = kubernetes_options();
    with.token_file = folder.path() / "token";
    EXPECT_THAT(refusal_of(with).message, HasSubstr(with.token_file + " cannot be read: No such file"));
    write_file(with.token_file, "two words");
    EXPECT_THAT(refusal_of(with).message, HasSubstr(with.token_file + " holds no token"));
    write_file(with.token_file, "expired");
    kubernetes::lease_objects table{with};
    EXPECT_EQ(table.store_now().error().code, errc::store_unavailable) << "it may be renewed";
    write_file(with.token_file, token_of_account());
    EXPECT_TRUE(table.store_now());
}

TEST(a_token, is_read_from_a_file_that_has_an_end) {
    kubernetes::options with = kubernetes_options();
    with.token_file = "/dev/zero";
    EXPECT_THAT(refusal_of(with).message, HasSubstr("/dev/zero cannot be read: it is no regular file"));
    const temp_folder folder;
    with.token_file = folder.path() / "token";
    write_file(with.token_file, std::string(1 << 20, 'a'));
    EXPECT_THAT(refusal_of(with).message, HasSubstr("longer than 64 KiB"));
}

TEST(a_token, without_rights_is_told_which_it_needs) {
    kubernetes::options with = kubernetes_options();
    with.token = told_of_kubernetes("WEAK");
    const error why = refusal_of(with);
    EXPECT_EQ(why.code, errc::invalid_settings);
    EXPECT_THAT(why.message, HasSubstr("list, create and patch of leases in namespace " + with.space));
    EXPECT_THAT(why.message, HasSubstr(R"(User "nobody" cannot list resource "leases")"));
    with = kubernetes_options();
    with.space = "default";
    EXPECT_THAT(refusal_of(with).message, HasSubstr("in namespace default"));
}

TEST(options_of_kubernetes, are_completed_by_what_a_pod_is_told) {
    const temp_folder account;
    const std::string folder = account.path();
    const kubernetes::options full = kubernetes_options();
    kubernetes::options sparse{.fleet = full.fleet};
    ::unsetenv("KUBERNETES_SERVICE_HOST");
    EXPECT_THAT(completed(sparse, folder).error().message, HasSubstr("$KUBERNETES_SERVICE_HOST does not tell it"));
    ::setenv("KUBERNETES_SERVICE_HOST", full.host.c_str(), 1);
    ::setenv("KUBERNETES_SERVICE_PORT", std::to_string(full.port).c_str(), 1);
    EXPECT_THAT(completed(sparse, folder).error().message, HasSubstr(folder + "/namespace does not tell it"));
    write_file(account.path() / "namespace", full.space);
    write_file(account.path() / "token", token_of_account());
    EXPECT_THAT(completed(sparse, folder).error().message, HasSubstr(folder + "/ca.crt is not there"));
    std::filesystem::copy_file(full.tls.ca_file, account.path() / "ca.crt");
    EXPECT_TRUE(kubernetes::lease_objects{completed(sparse, folder).value()}.store_now());
    sparse.host = "elsewhere";
    EXPECT_EQ(completed(sparse, folder).value().port, 443) << "the port is the other host's";
    sparse.host.clear();
    ::setenv("KUBERNETES_SERVICE_PORT", "https", 1);
    EXPECT_THAT(completed(sparse, folder).error().message, HasSubstr("$KUBERNETES_SERVICE_PORT is 'https'"));
    ::unsetenv("KUBERNETES_SERVICE_PORT");
    ::unsetenv("KUBERNETES_SERVICE_HOST");
}

TEST(options_of_kubernetes, that_can_never_work_are_refused) {
    const auto code = [](auto change) {
        kubernetes::options with{.host = "a", .port = 443, .space = "b"};
        change(with);
        const auto good = kubernetes::check(with);
        return good ? errc::internal : good.error().code;
    };
    EXPECT_EQ(code([](auto&) {}), errc::internal);
    for (const std::string host : {"", "a,b", "https://a", "a b", "a\r\nb", "10.0.0.1:6443", "[::1]"})
        EXPECT_EQ(code([&](auto& of) { of.host = host; }), errc::invalid_settings) << host;
    EXPECT_EQ(code([](auto& of) { of.host = "::1"; }), errc::internal);
    for (const std::string token : {"a b", "a\nb", "\xc3\xa4"})
        EXPECT_EQ(code([&](auto& of) { of.token = token; }), errc::invalid_settings);
    for (const std::string name : {"", "a.b", "A", "-a", "a-", "a/b", "\xc3\xa4"}) {
        EXPECT_EQ(code([&](auto& of) { of.space = name; }), errc::invalid_settings) << name;
        EXPECT_EQ(code([&](auto& of) { of.fleet = name; }), errc::invalid_settings) << name;
    }
    EXPECT_EQ(code([](auto& of) { of.fleet = std::string(64, 'a'); }), errc::invalid_settings);
    EXPECT_EQ(code([](auto& of) { of.tls.ca_file = "/none"; }), errc::invalid_settings);
}

} // namespace
} // namespace vesta::testing
