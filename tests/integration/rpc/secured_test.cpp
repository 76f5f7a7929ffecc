// The client by TLS, and at unix sockets.
#include "served.hpp"
#include "support/certificates.hpp"
#include "support/temp_folder.hpp"

#include <vesta/rpc/client.hpp>
#include <vesta/tls/context.hpp>

#include <gmock/gmock.h>

#include <set>

namespace vesta::rpc {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

class secured : public ::testing::Test {
  protected:
    tls::shared_context serving(const std::string& names = "DNS:localhost,IP:127.0.0.1") const {
        const auto own = ca_.issue("server", names);
        return tls::make_context(tls::server_options{.certificate = own.certificate, .key = own.key}).value();
    }
    /// A client of @p of that trusts the authority, with @p how.
    client connect(const served& of, tls::client_options how = {}) const {
        if (how.ca_file.empty()) how.ca_file = ca_.file();
        return client::open({.servers = {of.address()}, .tls = tls::make_context(how).value(), .call_timeout = 2s})
            .value();
    }
    static std::string refusal(client by) {
        const auto made = by.get("default").value().generate();
        EXPECT_EQ(made ? errc::internal : made.error().code, errc::store_unavailable);
        return made ? "" : made.error().message;
    }

    const vesta::testing::temp_folder folder_;
    const vesta::testing::authority ca_{folder_.path()};
};

TEST_F(secured, clients_generate_and_take_long_answers) {
    const served it{{.tls = serving()}};
    auto by = connect(it);
    auto ids = by.get("default").value();
    std::vector<id> many(50'000);
    ids.generate(many).value();
    EXPECT_EQ(std::set(many.begin(), many.end()).size(), many.size());
    EXPECT_TRUE(ids.explain(ids.generate().value()));
}

TEST_F(secured, clients_refuse_a_server_that_is_another_or_that_nobody_vouches_for) {
    const served other{{.tls = serving("DNS:other.example")}};
    EXPECT_THAT(refusal(connect(other)), HasSubstr("did not agree on TLS: IP address mismatch"));
    const vesta::testing::authority unknown{folder_.path(), "unknown"};
    EXPECT_THAT(refusal(connect(other, {.ca_file = unknown.file()})),
                HasSubstr("unable to get local issuer certificate"));
    EXPECT_TRUE(connect(other, {.server_name = "other.example"}).get("default").value().generate());
}

TEST_F(secured, clients_show_their_certificates) {
    const auto own = ca_.issue("server");
    const auto context = tls::make_context(tls::server_options{.certificate = own.certificate,
                                                               .key = own.key,
                                                               .client_ca = ca_.file(),
                                                               .clients = tls::client_certificates::required});
    const served it{{.tls = context.value()}};
    const auto shown = ca_.issue("client", "DNS:orders.example");
    EXPECT_TRUE(connect(it, {.certificate = shown.certificate, .key = shown.key}).get("default").value().generate());
    refusal(connect(it));
}

TEST_F(secured, clients_get_nowhere_at_a_server_without_tls) {
    const served plain;
    refusal(connect(plain));
}

TEST_F(secured, clients_are_plain_at_unix_sockets) {
    const std::string where = "unix:" + (folder_ / "rpc.sock").string();
    const served it{{.listen = where, .tls = serving()}};
    EXPECT_EQ(it.address(), where);
    auto by = connect(it);
    std::vector<id> many(5000);
    by.get("default").value().generate(many).value();
    EXPECT_EQ(std::set(many.begin(), many.end()).size(), many.size());
    EXPECT_EQ(client::open({.servers = {"unix:"}}).error().code, errc::invalid_settings);
}

} // namespace
} // namespace vesta::rpc
