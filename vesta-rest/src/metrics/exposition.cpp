#include "metrics/exposition.hpp"

#include "api/route.hpp"
#include "api/services.hpp"
#include "metrics/families.hpp"
#include "metrics/number_figures.hpp"

#include <prometheus/text_serializer.h>

#include <algorithm>
#include <sstream>

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

void add_requests(const services& of, families& to) {
    for (std::size_t path = 0; path <= routes().size(); ++path) {
        for (std::size_t code = 0; code < http::status_count; ++code) {
            const auto count = sum(of, [&](const tally& each) { return each.paths()[path].answers[code].value(); });
            if (count == 0) continue;
            to.counter(
                "vesta_http_requests_total", "Requests answered, by path and status.",
                {{"path", path_name(path)}, {"status", std::to_string(http::number(static_cast<http::status>(code)))}},
                static_cast<double>(count));
        }
    }
}

void add_latency(const services& of, families& to) {
    for (std::size_t path = 0; path <= routes().size(); ++path) {
        metric one{.name = "vesta_http_request_duration_seconds",
                   .help = "From the arrival of a request's last byte to its answer being handed to the system.",
                   .kind = metric::type::histogram,
                   .labels = {{"path", path_name(path)}}};
        for (std::size_t i = 0; i <= tally::bounds.size(); ++i) {
            one.count += sum(of, [&](const tally& each) { return each.paths()[path].latency.buckets[i].value(); });
            if (i < tally::bounds.size()) one.buckets.push_back({seconds(tally::bounds[i]), one.count});
        }
        if (one.count == 0) continue;
        one.sum = static_cast<double>(
                      sum(of, [&](const tally& each) { return each.paths()[path].latency.nanoseconds.value(); })) /
                  1e9;
        to.add(one);
    }
}

void add_rejections(const services& of, families& to) {
    const auto add = [&](const char* why, std::uint64_t count) {
        to.counter("vesta_http_rejected_total", "Connections and requests turned away or cut off, by reason.",
                   {{"reason", why}}, static_cast<double>(count));
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
    add("accept-failed", of.state.sum(&net::traffic::accept_failed));
    add("failed", of.state.sum(&net::traffic::failed));
}

void add_connections(const services& of, families& to) {
    const net::server_state& state = of.state;
    to.gauge("vesta_http_connections", "Connections open.", {}, static_cast<double>(state.open.load()));
    to.counter("vesta_http_connections_total", "Connections accepted.", {},
               static_cast<double>(state.sum(&net::traffic::accepted) + state.sum(&net::traffic::turned_away)));
    to.gauge("vesta_http_requests_in_flight", "Requests waiting for their IDs.", {},
             static_cast<double>(of.requests_in_flight.load()));
    to.gauge("vesta_http_unsent_bytes", "Bytes of answers that clients have not taken yet.", {},
             static_cast<double>(state.unsent_bytes.load()));
    add_rejections(of, to);
}

void add_generator(const services& of, const generator_status& one, families& to) {
    const auto now = std::chrono::floor<std::chrono::milliseconds>(system_wall_clock().now());
    const families::labels label{{"generator", one.name}};
    if (const auto* const known = of.generators.find(one.name))
        to.counter("vesta_ids_total", "IDs made, by generator and way of publishing.",
                   {{"generator", one.name}, {"method", "rest"}},
                   static_cast<double>(sum(of, [&](const tally& each) { return each.ids()[known->index].value(); })));
    to.gauge("vesta_generator_ready", "Whether the generator can make IDs now.", label, one.ready ? 1 : 0);
    if (one.lead) // a generator that was not used for a while lags, which says nothing
        to.gauge("vesta_generator_own_time_lead_seconds", "By how much own time leads the wall clock.", label,
                 std::max(seconds(*one.lead), 0.0));
    if (one.lead)
        to.gauge("vesta_clock_believed", "Whether the wall clock is believed; else IDs go on by the time it should be.",
                 label, one.clock_doubt.empty() ? 1 : 0);
    if (one.reserved_until)
        to.gauge("vesta_generator_reservation_left_seconds", "Until the durable reservation ends.", label,
                 seconds(*one.reserved_until - now));
    if (one.ends_at)
        to.gauge("vesta_generator_epoch_left_seconds", "Until the layout's last instant.", label,
                 seconds(*one.ends_at - now));
    if (one.per_second)
        to.gauge("vesta_generator_capacity_ids_per_second", "IDs that the layout has room for in a second.", label,
                 static_cast<double>(*one.per_second));
    if (one.numbers) add_numbers(one.name, *one.numbers, to);
}

} // namespace

std::string exposition(const services& of) {
    families all;
    for (const generator_status& each : of.generators.source().status())
        add_generator(of, each, all);
    add_requests(of, all);
    add_latency(of, all);
    add_connections(of, all);
    for (metric_source* const source : of.further_metrics)
        for (const metric& each : source->collect())
            all.add(each);
    std::ostringstream text;
    prometheus::TextSerializer{}.Serialize(text, all.all());
    return std::move(text).str();
}

} // namespace vesta::rest
