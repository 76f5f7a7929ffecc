// The certificates that the settings name: `vesta serve` and `vesta check` read them in the same way.
#include "serving.hpp"
#include "support/certificates.hpp"
#include "support/temp_folder.hpp"

#include <gmock/gmock.h>

namespace vesta::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

class tls_files : public ::testing::Test {
  protected:
    /// Both servers with @p own, and with @p change.
    template <class Change>
    static embed::settings settings_with(const vesta::testing::credentials& own, Change change) {
        embed::settings made;
        made.rest.tls = tls::server_options{.certificate = own.certificate, .key = own.key};
        made.rpc.tls = made.rest.tls;
        change(made);
        return made;
    }
    static embed::settings settings_with(const vesta::testing::credentials& own) {
        return settings_with(own, [](embed::settings&) {});
    }
    static std::string refusal(const embed::settings& of) {
        const auto read = read_tls(of);
        EXPECT_EQ(read ? errc::internal : read.error().code, errc::invalid_settings);
        return read ? "" : read.error().message;
    }

    const vesta::testing::temp_folder folder_;
    const vesta::testing::authority ca_{folder_.path()};
    const vesta::testing::credentials own_ = ca_.issue("server");
};

TEST_F(tls_files, are_read_for_the_servers_that_name_them) {
    auto all = read_tls(settings_with(own_)).value();
    EXPECT_TRUE(all.rest && all.rpc);
    EXPECT_THAT(all.warnings, IsEmpty());
    all = read_tls(settings_with(own_, [](auto& of) { of.rest.tls.reset(); })).value();
    EXPECT_TRUE(!all.rest && all.rpc);
    all = read_tls(settings_with(own_, [](auto& of) { of.rpc.enabled = false; })).value();
    EXPECT_TRUE(all.rest && !all.rpc);
}

TEST_F(tls_files, are_refused_by_name_where_they_cannot_be_read) {
    const std::string missing = folder_ / "missing.pem";
    EXPECT_EQ(refusal(settings_with({missing, own_.key})),
              "rest.tls: cannot read " + missing + ": No such file or directory");
    EXPECT_THAT(refusal(settings_with({folder_.path(), own_.key})), HasSubstr("it is no regular file"));
    EXPECT_THAT(refusal(settings_with({own_.key, own_.key})), HasSubstr("server.key holds no certificate in PEM"));
    EXPECT_THAT(refusal(settings_with({own_.certificate, own_.certificate})),
                HasSubstr("server.pem holds no private key in PEM"));
    EXPECT_THAT(refusal(settings_with(own_,
                                      [&](auto& of) {
                                          of.rest.tls.reset();
                                          of.rpc.tls->client_ca = own_.key;
                                          of.rpc.tls->clients = tls::client_certificates::optional;
                                      })),
                AllOf(StartsWith("rpc.tls: "), HasSubstr("server.key holds no certificate in PEM")));
}

TEST_F(tls_files, are_refused_where_the_key_is_of_another_certificate) {
    const auto other = ca_.issue("other");
    EXPECT_EQ(refusal(settings_with({own_.certificate, other.key})), "rest.tls: " + other.key +
                                                                         " is not the key of the certificate in " +
                                                                         own_.certificate + ": key values mismatch");
}

TEST_F(tls_files, are_refused_where_a_certificate_behind_the_first_is_broken) {
    std::ofstream{own_.certificate, std::ios::app} << "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
    EXPECT_THAT(refusal(settings_with(own_)), HasSubstr("server.pem has a broken certificate behind the first"));
}

TEST_F(tls_files, that_have_expired_or_that_all_may_read_are_a_warning) {
    const auto expired = ca_.issue("expired", "DNS:localhost", std::chrono::hours{-1});
    std::filesystem::permissions(expired.key, std::filesystem::perms::others_read, std::filesystem::perm_options::add);
    const auto all = read_tls(settings_with(expired, [](auto& of) { of.rpc.tls.reset(); })).value();
    EXPECT_THAT(all.warnings,
                ElementsAre("rest.tls: " + expired.certificate + ": the certificate has expired",
                            "rest.tls: " + expired.key + ": all users of this host may read this private key"));
}

} // namespace
} // namespace vesta::cli
