#include "api/exposition.hpp"

#include "api/route.hpp"
#include "api/services.hpp"

#include <vesta/catalogue/status_figures.hpp>
#include <vesta/net/traffic_figures.hpp>

namespace vesta::rest {
namespace {

constexpr std::string_view no_route = "other"; // what was not a path of ours, whatever the client made of it

template <class Pick>
std::uint64_t sum(const services& of, Pick pick) {
    std::uint64_t total = 0;
    for (const auto& each : of.board.tallies())
        total += pick(*each);
    return total;
}

std::string path_name(std::size_t index) {
    return std::string{index < routes().size() ? routes()[index].pattern : no_route};
}

void add_requests(const services& of, figures& to) {
    for (std::size_t path = 0; path <= routes().size(); ++path) {
        for (const http::status code : http::statuses) {
            const auto at = http::index_of(code);
            const auto count = sum(of, [&](const tally& each) { return each.paths()[path].answers[at].value(); });
            if (count == 0) continue;
            to.counter("vesta_http_requests_total", "Requests answered, by path and status.", count,
                       {{"path", path_name(path)}, {"status", std::to_string(http::number(code))}});
        }
    }
}

void add_latency(const services& of, figures& to) {
    for (std::size_t path = 0; path <= routes().size(); ++path) {
        figure one{.name = "vesta_http_request_duration_seconds",
                   .help = "Seconds from the arrival of a request's last byte until its answer, or the first part, is "
                           "handed to the system.",
                   .kind = figure::type::histogram,
                   .with = {{"path", path_name(path)}}};
        for (const auto& each : of.board.tallies())
            each->paths()[path].latency.add_to(one);
        if (one.count == 0) continue;
        to.add(std::move(one));
    }
}

void add_traffic(const services& of, figures& to) {
    constexpr const char* prefix = "vesta_http";
    net::add_traffic(of.state, prefix, to);
    to.gauge("vesta_http_requests_in_flight", "Requests that wait for their IDs now.",
             static_cast<double>(of.requests_in_flight.load()));
    const auto add = [&](const char* reason, refused_request why) {
        net::add_rejected(
            prefix, reason,
            sum(of, [&](const tally& each) { return each.refusals()[static_cast<std::size_t>(why)].value(); }), to);
    };
    add("requests-in-flight", refused_request::requests_in_flight);
    add("unsent-bytes", refused_request::unsent_bytes);
    add("malformed", refused_request::malformed);
}

/// What all servers of the program share.
void add_program(net::program_state& of, figures& to) {
    to.gauge("vesta_memory_bytes", "Bytes that connections and tags hold, of those that limits.memory allows.",
             static_cast<double>(of.memory().used()));
    to.gauge("vesta_memory_limit_bytes", "Bytes that connections and tags may hold (limits.memory).",
             static_cast<double>(of.memory().limit()));
    to.counter("vesta_connections_closed_for_memory_total",
               "Connections closed because memory was short and they held most.", of.memory().closed.load());
    to.counter("vesta_connections_made_way_total", "Idle connections closed to make way for new ones.",
               of.made_way.load());
    to.counter("vesta_connections_refused_per_address_total",
               "Connections refused because their address had as many as it may have.", of.refused_per_address.load());
}

} // namespace

figures counted(const services& of, std::span<const generator_status> generators, unix_ms now) {
    figures all;
    for (std::size_t i = 0; i < generators.size(); ++i) {
        all.counter("vesta_ids_total", "IDs made, by generator and way of publishing.",
                    sum(of, [i](const tally& each) { return each.ids()[i].value(); }),
                    {{"generator", generators[i].name}, {"method", "rest"}});
        add_figures(generators[i], now, all);
    }
    add_requests(of, all);
    add_latency(of, all);
    add_traffic(of, all);
    add_program(*of.program, all);
    if (of.further_figures) all.add(of.further_figures());
    for (const generator_status& each : generators)
        add_shard_figures(each, all);
    return all;
}

} // namespace vesta::rest
