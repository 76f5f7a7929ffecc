// New certificates for running servers: both servers take them, or none does.
#include "running_servers.hpp"
#include "support/certificates.hpp"
#include "support/free_port.hpp"
#include "support/temp_folder.hpp"
#include "support/tls_peer.hpp"

#include <gmock/gmock.h>

namespace vesta::cli {
namespace {

using ::testing::HasSubstr;
using vesta::testing::credentials;
using vesta::testing::free_port;
using vesta::testing::tcp_peer;
using vesta::testing::tls_peer;

class replaced_certificates : public ::testing::Test {
  protected:
    replaced_certificates() { servers_.start().value(); }
    ~replaced_certificates() override { servers_.stop(); }

    embed::settings settings_with(const credentials& rest, const credentials& rpc) const {
        auto made = embed::parse_settings("machine-id: { takeover-margin: 0, property: { id: 1 } }\n"
                                          "generators: { default: { kind: vesta } }\n"
                                          "state: { dir: " +
                                              (folder_ / "var").string() + " }\n",
                                          "test")
                        .value();
        made.rest.listen = {"127.0.0.1:" + std::to_string(rest_port_)};
        made.rpc.listen = {"127.0.0.1:" + std::to_string(rpc_port_)};
        made.rest.tls = tls::server_options{.certificate = rest.certificate, .key = rest.key};
        made.rpc.tls = tls::server_options{.certificate = rpc.certificate, .key = rpc.key};
        return made;
    }
    /// The names in the certificates that REST and RPC show.
    std::string shown() const {
        return tls_peer{tcp_peer{rest_port_}}.server() + " " + tls_peer{tcp_peer{rpc_port_}}.server();
    }

    const vesta::testing::temp_folder folder_;
    const vesta::testing::authority ca_{folder_.path()};
    const credentials old_ = ca_.issue("old");
    const credentials new_ = ca_.issue("new");
    const std::uint16_t rest_port_ = free_port();
    const std::uint16_t rpc_port_ = free_port();
    const embed::settings settings_ = settings_with(old_, old_);
    const std::unique_ptr<embed::instance> instance_ =
        embed::instance::open(settings_, {.methods = {gen_method::rpc, gen_method::rest}}).value();
    running_servers servers_{settings_, *instance_, nullptr, {}};
};

TEST_F(replaced_certificates, are_shown_by_both_servers) {
    EXPECT_EQ(shown(), "old old");
    ASSERT_TRUE(servers_.replace_certificates(settings_with(new_, new_)));
    EXPECT_EQ(shown(), "new new");
}

TEST_F(replaced_certificates, are_shown_by_none_where_one_cannot_be_used) {
    const auto refused = servers_.replace_certificates(settings_with(new_, {new_.certificate, old_.key}));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::invalid_settings);
    EXPECT_THAT(refused.error().message, HasSubstr("rpc.tls: "));
    EXPECT_EQ(shown(), "old old");
}

TEST_F(replaced_certificates, neither_begin_nor_end_tls) {
    auto plain = settings_with(new_, new_);
    plain.rest.tls.reset();
    EXPECT_EQ(servers_.replace_certificates(plain).error().code, errc::invalid_settings);
    EXPECT_EQ(shown(), "old old");
}

} // namespace
} // namespace vesta::cli
