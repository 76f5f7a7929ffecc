#include "figures.hpp"

#include <vesta/net/traffic_figures.hpp>

namespace vesta::rpc::detail {

figures figures_of(const net::server_state& connections, const server_counts& counted) {
    constexpr const char* prefix = "vesta_rpc";
    figures all;
    net::add_traffic(connections, prefix, all);
    net::add_rejected(prefix, "malformed", counted.closed_protocol, all);
    for (const auto& each : counted.commands)
        all.counter("vesta_rpc_commands_total", "Commands answered over RPC, by command and result.", each.count,
                    {{"command", std::string{each.command}}, {"result", std::string{each.result}}});
    for (const auto& each : counted.generators)
        all.counter("vesta_ids_total", "IDs made, by generator and way of publishing.", each.ids,
                    {{"generator", each.generator}, {"method", "rpc"}});
    all.add(counted.latency);
    return all;
}

} // namespace vesta::rpc::detail
