#include "serving.hpp"

#include <vesta/base/list.hpp>

#include <spdlog/spdlog.h>

namespace vesta::cli {
namespace {

/// Null if @p from has no TLS. @p name is its setting's.
result<tls::shared_context> read_tls(std::optional<tls::server_options> from, const std::string& name,
                                     const std::string& protocol, std::vector<std::string>& warnings) {
    if (!from) return tls::shared_context{};
    from->protocol = protocol;
    auto made = tls::make_context(*from);
    if (!made) return error{made.error().code, name + ": " + made.error().message};
    for (const std::string& each : (*made)->warnings())
        warnings.push_back(name + ": " + each);
    return made;
}

/// Where an access file says who may do what, peers know this server by a token; else by the password of all.
result<std::string> secret_for_peers(const embed::settings& from) {
    auto token = embed::read_secret(from.security.token_file, from.security.token_env, "security", "token");
    if (!token || !token->empty()) return token;
    return embed::read_secret(from.rpc.password_file, from.rpc.password_env, "rpc");
}

} // namespace

result<rpc::server_options> rpc_options(const embed::rpc_settings& from) {
    auto password = embed::read_secret(from.password_file, from.password_env, "rpc");
    if (!password) return std::move(password).error();
    rpc::server_options made;
    made.listen = listed(from.listen, {}, ",");
    made.threads = from.threads;
    made.ids = from.ids;
    made.password = *std::move(password);
    made.limits = from.limits;
    made.version = VESTA_VERSION;
    made.log = [](std::string_view line) { spdlog::warn("RPC: {}", line); };
    return made;
}

rest::server_options rest_options(const embed::rest_settings& from) {
    rest::server_options made;
    made.listen = listed(from.listen, {}, ",");
    made.threads = from.threads;
    made.hosts = from.hosts;
    made.log = [](std::string_view line) { spdlog::warn("REST: {}", line); };
    made.limit = from.limits;
    made.manners = from.compatibility;
    return made;
}

result<server_tls> read_tls(const embed::settings& from) {
    server_tls made;
    auto rest = read_tls(from.rest.enabled ? from.rest.tls : std::nullopt, "rest.tls", "http/1.1", made.warnings);
    if (!rest) return std::move(rest).error();
    auto rpc = read_tls(from.rpc.enabled ? from.rpc.tls : std::nullopt, "rpc.tls", "", made.warnings);
    if (!rpc) return std::move(rpc).error();
    made.rest = *std::move(rest);
    made.rpc = *std::move(rpc);
    return made;
}

result<std::optional<tls::client_options>> peers_tls(const embed::settings& from) {
    if (!from.peers_tls) return from.peers_tls;
    if (const auto usable = tls::make_context(*from.peers_tls); !usable)
        return error{usable.error().code, "peers-tls: " + usable.error().message};
    return from.peers_tls;
}

result<introduction> introduce(const embed::settings& from) {
    auto secret = secret_for_peers(from);
    if (!secret) return std::move(secret).error();
    auto secured = peers_tls(from);
    if (!secured) return std::move(secured).error();
    return introduction{*std::move(secret), *std::move(secured)};
}

} // namespace vesta::cli
