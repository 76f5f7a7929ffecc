#include "api/exposition.hpp"

#include "api/route.hpp"
#include "api/services.hpp"
#include "metrics/prometheus.hpp"

#include <vesta/catalogue/figures.hpp>

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

double seconds(std::chrono::nanoseconds of) {
    return std::chrono::duration<double>(of).count();
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
                   .help = "From the arrival of a request's last byte to its answer being handed to the system.",
                   .kind = figure::type::histogram,
                   .with = {{"path", path_name(path)}}};
        for (std::size_t i = 0; i <= tally::bounds.size(); ++i) {
            one.count += sum(of, [&](const tally& each) { return each.paths()[path].latency.buckets[i].value(); });
            if (i < tally::bounds.size()) one.buckets.push_back({seconds(tally::bounds[i]), one.count});
        }
        if (one.count == 0) continue;
        one.sum = static_cast<double>(
                      sum(of, [&](const tally& each) { return each.paths()[path].latency.nanoseconds.value(); })) /
                  1e9;
        to.add(std::move(one));
    }
}

void add_rejections(const services& of, figures& to) {
    const auto add = [&](const char* why, std::uint64_t count) {
        to.counter("vesta_http_rejected_total", "Connections and requests turned away or cut off, by reason.", count,
                   {{"reason", why}});
    };
    const auto rejected = [&](rejection why) {
        return sum(of, [&](const tally& each) { return each.rejections()[static_cast<std::size_t>(why)].value(); });
    };
    add("connections", of.state.sum(&net::traffic::turned_away));
    add("requests-in-flight", rejected(rejection::requests_in_flight));
    add("unsent-bytes", rejected(rejection::unsent_bytes));
    add("malformed", rejected(rejection::malformed));
    add("read-timeout", of.state.sum(&net::traffic::closed_arriving));
    add("write-timeout", of.state.sum(&net::traffic::closed_unread));
    add("handshake-failed", of.state.sum(&net::traffic::handshake_failed));
    add("handshake-timeout", of.state.sum(&net::traffic::closed_handshaking));
    add("accept-failed", of.state.sum(&net::traffic::accept_failed));
    add("failed", of.state.sum(&net::traffic::failed));
}

void add_connections(const services& of, figures& to) {
    const net::server_state& state = of.state;
    to.gauge("vesta_http_connections", "Connections open.", static_cast<double>(state.open.load()));
    to.counter("vesta_http_connections_total", "Connections accepted.",
               state.sum(&net::traffic::accepted) + state.sum(&net::traffic::turned_away));
    to.gauge("vesta_http_requests_in_flight", "Requests waiting for their IDs.",
             static_cast<double>(of.requests_in_flight.load()));
    to.gauge("vesta_http_unsent_bytes", "Bytes of answers that clients have not taken yet.",
             static_cast<double>(state.unsent_bytes.load()));
    add_rejections(of, to);
}

/// What all servers of the program share.
void add_program(net::program_state& of, figures& to) {
    to.gauge("vesta_memory_bytes", "Bytes that connections hold: input, waiting IDs and unsent answers.",
             static_cast<double>(of.memory().used()));
    to.gauge("vesta_memory_limit_bytes", "Bytes that they may hold.", static_cast<double>(of.memory().limit()));
    to.counter("vesta_connections_closed_for_memory_total",
               "Connections closed since they held most when memory was short.", of.memory().closed.load());
    to.counter("vesta_connections_made_way_total", "Idle connections closed for new ones.", of.made_way.load());
    to.counter("vesta_connections_refused_per_address_total", "Connections beyond the limit of their address.",
               of.refused_per_address.load());
}

} // namespace

std::string exposition(const services& of, std::span<const generator_status> generators) {
    const auto now = std::chrono::floor<std::chrono::milliseconds>(system_wall_clock().now());
    figures all;
    for (std::size_t i = 0; i < generators.size(); ++i) {
        all.counter("vesta_ids_total", "IDs made, by generator and way of publishing.",
                    sum(of, [i](const tally& each) { return each.ids()[i].value(); }),
                    {{"generator", generators[i].name}, {"method", "rest"}});
        add_figures(generators[i], now, all);
    }
    add_requests(of, all);
    add_latency(of, all);
    add_connections(of, all);
    add_program(*of.program, all);
    if (of.further_figures) all.add(of.further_figures());
    for (const generator_status& each : generators)
        add_shard_figures(each, all);
    return prometheus_text(all.all());
}

} // namespace vesta::rest
