#include "figures.hpp"

namespace vesta::rpc::detail {
namespace {

void add_connections(const server_counts& from, figures& to) {
    const auto closed = [&](const char* reason, std::uint64_t value) {
        to.counter("vesta_rpc_connections_closed_total", "RPC connections closed by the server, by reason.", value,
                   {{"reason", reason}});
    };
    to.gauge("vesta_rpc_connections", "Open RPC connections.", static_cast<double>(from.connections_open));
    to.gauge("vesta_rpc_waiting", "RPC connections whose command waits for a tick or a reservation.",
             static_cast<double>(from.waiting));
    to.counter("vesta_rpc_connections_accepted_total", "RPC connections accepted.", from.connections_accepted);
    to.counter("vesta_rpc_connections_rejected_total", "RPC connections beyond the limit.", from.connections_rejected);
    to.counter("vesta_rpc_received_bytes_total", "Bytes received over RPC.", from.bytes_received);
    to.counter("vesta_rpc_sent_bytes_total", "Bytes sent over RPC.", from.bytes_sent);
    closed("idle", from.closed_idle);
    closed("slow-command", from.closed_slow_command);
    closed("unread-answers", from.closed_unread);
    closed("handshake-failed", from.closed_handshake_failed);
    closed("handshake-timeout", from.closed_handshake_slow);
    closed("protocol", from.closed_protocol);
}

figure latency(const latency_histogram& from) {
    figure made{.name = "vesta_rpc_command_seconds",
                .help = "From a command's arrival to its answer's departure.",
                .kind = figure::type::histogram};
    for (std::size_t i = 0; i < latency_bounds.size(); ++i) {
        made.count += from.counts[i];
        made.buckets.push_back({latency_bounds[i], made.count});
    }
    made.count += from.counts.back();
    made.sum = from.sum_seconds;
    return made;
}

} // namespace

figures figures_of(const server_counts& counted) {
    figures all;
    add_connections(counted, all);
    for (const auto& each : counted.commands)
        all.counter("vesta_rpc_commands_total", "RPC commands, by how they ended.", each.count,
                    {{"command", std::string{each.command}}, {"result", std::string{each.result}}});
    for (const auto& each : counted.generators)
        all.counter("vesta_rpc_ids_total", "IDs made over RPC.", each.ids, {{"generator", each.generator}});
    all.add(latency(counted.latency));
    return all;
}

} // namespace vesta::rpc::detail
