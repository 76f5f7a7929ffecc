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

rest::server_options rest_options(const embed::rest_settings& from, rest::metric_source* figures) {
    rest::server_options made;
    made.listen = from.listen;
    made.threads = from.threads;
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
    if (figures != nullptr) made.metrics.push_back(figures);
    return made;
}

namespace {

using rest::metric;

metric figure(std::string name, std::string help, metric::type kind, double value,
              std::vector<std::pair<std::string, std::string>> labels = {}) {
    return {
        .name = std::move(name), .help = std::move(help), .kind = kind, .labels = std::move(labels), .value = value};
}

void add_connections(std::vector<metric>& to, const rpc::server_statistics& from) {
    const auto counter = [&](const char* name, const char* help, std::uint64_t value) {
        to.push_back(figure(name, help, metric::type::counter, static_cast<double>(value)));
    };
    const auto closed = [&](const char* reason, std::uint64_t value) {
        to.push_back(figure("vesta_rpc_connections_closed_total", "RPC connections closed by the server, by reason.",
                            metric::type::counter, static_cast<double>(value), {{"reason", reason}}));
    };
    to.push_back(figure("vesta_rpc_connections", "Open RPC connections.", metric::type::gauge,
                        static_cast<double>(from.connections_open)));
    to.push_back(figure("vesta_rpc_waiting", "RPC connections whose command waits for a tick or a reservation.",
                        metric::type::gauge, static_cast<double>(from.waiting)));
    counter("vesta_rpc_connections_accepted_total", "RPC connections accepted.", from.connections_accepted);
    counter("vesta_rpc_connections_rejected_total", "RPC connections beyond the limit.", from.connections_rejected);
    counter("vesta_rpc_received_bytes_total", "Bytes received over RPC.", from.bytes_received);
    counter("vesta_rpc_sent_bytes_total", "Bytes sent over RPC.", from.bytes_sent);
    closed("idle", from.closed_idle);
    closed("slow-command", from.closed_slow_command);
    closed("unread-answers", from.closed_unread);
    closed("protocol", from.closed_protocol);
}

metric latency(const rpc::latency_histogram& from) {
    metric made{.name = "vesta_rpc_command_seconds",
                .help = "From a command's arrival to its answer's departure.",
                .kind = metric::type::histogram};
    for (std::size_t i = 0; i < rpc::latency_bounds.size(); ++i) {
        made.count += from.counts[i];
        made.buckets.push_back({rpc::latency_bounds[i], made.count});
    }
    made.count += from.counts.back();
    made.sum = from.sum_seconds;
    return made;
}

} // namespace

std::vector<metric> rpc_metrics::collect() {
    const auto now = of_.statistics();
    std::vector<metric> all;
    add_connections(all, now);
    for (const auto& each : now.commands)
        all.push_back(figure("vesta_rpc_commands_total", "RPC commands, by how they ended.", metric::type::counter,
                             static_cast<double>(each.count),
                             {{"command", std::string{each.command}}, {"result", std::string{each.result}}}));
    for (const auto& each : now.generators)
        all.push_back(figure("vesta_rpc_ids_total", "IDs made over RPC.", metric::type::counter,
                             static_cast<double>(each.ids), {{"generator", each.generator}}));
    all.push_back(latency(now.latency));
    return all;
}

} // namespace vesta::cli
