#include "serving.hpp"

#include <spdlog/spdlog.h>

namespace vesta::cli {

result<rpc::server_options> rpc_options(const embed::rpc_settings& from) {
    auto password = embed::read_secret(from.password_file, from.password_env, "rpc");
    if (!password) return std::move(password).error();
    rpc::server_options made;
    made.listen = from.listen;
    made.threads = from.threads;
    made.password = *std::move(password);
    made.limits.connections = from.limits.connections;
    made.limits.ids_per_command = from.limits.ids_per_command;
    made.limits.numbers_per_range = from.limits.numbers_per_range;
    made.limits.unsent_bytes = from.limits.unsent_bytes;
    made.limits.auth_failures = from.limits.auth_failures;
    made.limits.idle = from.limits.idle;
    made.limits.command_arrival = from.limits.command_arrival;
    made.limits.answer_departure = from.limits.answer_departure;
    made.limits.patience = from.limits.patience;
    made.stop_deadline = from.stop_deadline;
    made.version = VESTA_VERSION;
    made.log = [](std::string_view line) { spdlog::warn("RPC: {}", line); };
    return made;
}

rest::server_options rest_options(const embed::rest_settings& from) {
    rest::server_options made;
    made.listen = from.listen;
    made.threads = from.threads;
    made.hosts = from.hosts;
    made.limit = {.header_bytes = from.limits.header_bytes,
                  .header_fields = from.limits.header_fields,
                  .body_bytes = from.limits.body_bytes,
                  .batch = from.limits.batch,
                  .connections = from.limits.connections,
                  .requests_in_flight = from.limits.requests_in_flight,
                  .unsent_bytes = from.limits.unsent_bytes,
                  .idle = from.limits.idle,
                  .read = from.limits.read,
                  .write = from.limits.write,
                  .patience = from.limits.patience,
                  .serve = from.limits.serve};
    return made;
}

} // namespace vesta::cli
