#pragma once

#include "support/certificates.hpp"
#include "support/temp_folder.hpp"
#include "support/tls_peer.hpp"
#include "toy.hpp"

#include <vesta/tls/context.hpp>

#include <gtest/gtest.h>

#include <string>

namespace vesta::net {

/// An authority, a server's certificate from it, and toy servers with that.
class tls_world : public ::testing::Test {
  protected:
    using tls_peer = vesta::testing::tls_peer;

    /// How a server speaks that shows the certificate @p name.
    tls::server_options manners(const std::string& name = "server") {
        const auto own = ca_.issue(name);
        return {.certificate = own.certificate, .key = own.key};
    }
    static tls::shared_context context(const tls::server_options& how) { return tls::make_context(how).value(); }
    /// With @p how, and TLS as `manners` says.
    server_options secured(server_options how = {}) {
        how.tls = context(manners());
        return how;
    }
    /// A client that trusts the authority.
    tls_peer connect(const toy_server& to, vesta::testing::tls_manners how = {}) const {
        how.ca = ca_.file();
        return tls_peer{to.connect(), how};
    }

    const vesta::testing::temp_folder folder_;
    const vesta::testing::authority ca_{folder_.path()};
};

} // namespace vesta::net
