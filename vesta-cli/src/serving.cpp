#include "serving.hpp"

#include <spdlog/spdlog.h>

namespace vesta::cli {
namespace {

tls::client_certificates asked(embed::client_certificates from) {
    switch (from) {
    case embed::client_certificates::off:
        return tls::client_certificates::off;
    case embed::client_certificates::optional:
        return tls::client_certificates::optional;
    case embed::client_certificates::required:
        return tls::client_certificates::required;
    }
    return tls::client_certificates::required;
}

rpc::id_replies replies(embed::rpc_ids from) {
    switch (from) {
    case embed::rpc_ids::automatic:
        return rpc::id_replies::automatic;
    case embed::rpc_ids::integer:
        return rpc::id_replies::integer;
    case embed::rpc_ids::text:
        return rpc::id_replies::text;
    }
    return rpc::id_replies::automatic;
}

std::string with_commas(const std::vector<std::string>& all) {
    std::string text;
    for (const std::string& each : all)
        text += (text.empty() ? "" : ",") + each;
    return text;
}

/// Null if @p from has no TLS. @p name is its setting's.
result<tls::shared_context> read_tls(const std::optional<embed::tls_settings>& from, const std::string& name,
                                     const std::string& protocol, std::vector<std::string>& warnings) {
    if (!from) return tls::shared_context{};
    auto made = tls::make_context(tls::server_options{
        .certificate = from->certificate,
        .key = from->key,
        .client_ca = from->client_ca,
        .clients = asked(from->clients),
        .lowest = from->lowest == embed::tls_version::v1_2 ? tls::version::v1_2 : tls::version::v1_3,
        .protocol = protocol});
    if (!made) return error{made.error().code, name + ": " + made.error().message};
    for (const std::string& each : (*made)->warnings())
        warnings.push_back(name + ": " + each);
    return made;
}

} // namespace

result<rpc::server_options> rpc_options(const embed::rpc_settings& from) {
    auto password = embed::read_secret(from.password_file, from.password_env, "rpc");
    if (!password) return std::move(password).error();
    rpc::server_options made;
    made.listen = with_commas(from.listen);
    made.threads = from.threads;
    made.ids = replies(from.ids);
    made.password = *std::move(password);
    made.limits.connections = from.limits.connections;
    made.limits.ids_per_command = from.limits.ids_per_command;
    made.limits.numbers_per_range = from.limits.numbers_per_range;
    made.limits.unsent_bytes = from.limits.unsent_bytes;
    made.limits.auth_failures = from.limits.auth_failures;
    made.limits.idle = from.limits.idle;
    made.limits.handshake = from.limits.handshake;
    made.limits.command_arrival = from.limits.command_arrival;
    made.limits.answer_departure = from.limits.answer_departure;
    made.limits.patience = from.limits.patience;
    made.version = VESTA_VERSION;
    made.log = [](std::string_view line) { spdlog::warn("RPC: {}", line); };
    return made;
}

rest::server_options rest_options(const embed::rest_settings& from) {
    rest::server_options made;
    made.listen = with_commas(from.listen);
    made.threads = from.threads;
    made.hosts = from.hosts;
    made.log = [](std::string_view line) { spdlog::warn("REST: {}", line); };
    made.limit = {.header_bytes = from.limits.header_bytes,
                  .header_fields = from.limits.header_fields,
                  .body_bytes = from.limits.body_bytes,
                  .batch = from.limits.batch,
                  .connections = from.limits.connections,
                  .requests_in_flight = from.limits.requests_in_flight,
                  .unsent_bytes = from.limits.unsent_bytes,
                  .idle = from.limits.idle,
                  .handshake = from.limits.handshake,
                  .read = from.limits.read,
                  .write = from.limits.write,
                  .patience = from.limits.patience,
                  .serve = from.limits.serve};
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
    if (!from.peers_tls) return std::optional<tls::client_options>{};
    const tls::client_options made{.ca_file = from.peers_tls->ca_file,
                                   .server_name = from.peers_tls->server_name,
                                   .certificate = from.peers_tls->certificate,
                                   .key = from.peers_tls->key};
    if (const auto usable = tls::make_context(made); !usable)
        return error{usable.error().code, "peers-tls: " + usable.error().message};
    return std::optional{made};
}

} // namespace vesta::cli
