#include "sharded_metrics.hpp"

#include <string>

namespace vesta::cli {
namespace {

using rest::metric;
using labels = std::vector<std::pair<std::string, std::string>>;

/// Collects figures that share labels.
class figures {
  public:
    figures(std::vector<metric>& to, labels of) : to_{to}, labels_{std::move(of)} {}

    void counter(const char* name, const char* help, std::uint64_t value) {
        add(name, help, metric::type::counter, static_cast<double>(value));
    }
    void gauge(const char* name, const char* help, double value) { add(name, help, metric::type::gauge, value); }

  private:
    void add(const char* name, const char* help, metric::type kind, double value) {
        to_.push_back({.name = name, .help = help, .kind = kind, .labels = labels_, .value = value});
    }

    std::vector<metric>& to_;
    const labels labels_;
};

void add_app(figures to, const app_status& of) {
    to.counter("vesta_sharded_app_reserved_total", "Numbers reserved for the application.", of.counts.reserved);
    to.counter("vesta_sharded_app_served_total", "Numbers of the application given to callers.", of.counts.served);
    to.counter("vesta_sharded_app_dropped_total", "Numbers of the application that nobody will get.",
               of.counts.dropped);
    to.counter("vesta_sharded_app_reservation_failures_total", "Reservations for the application that failed.",
               of.counts.failures);
    to.counter("vesta_sharded_app_waits_total", "Attempts that found no numbers, and were told to wait.",
               of.counts.waits);
    to.gauge("vesta_sharded_app_held", "Numbers reserved and not given out yet.", static_cast<double>(of.counts.held));
    to.gauge("vesta_sharded_app_shards", "Shards of the application with a row.", of.shards);
    to.gauge("vesta_sharded_app_exhausted_shards", "Of these, without numbers for good.", of.exhausted);
}

void add_supply(std::vector<metric>& to, const std::string& generator, const supply_status& of) {
    const auto split = [&](const char* kind, const char* which) {
        return figures{to, {{"generator", generator}, {kind, which}}};
    };
    constexpr const char* parts = "vesta_sharded_queue_parts_total";
    constexpr const char* about_parts = "Parts of ranges that the queue gave: served, or somebody else's already.";
    split("was", "served").counter(parts, about_parts, of.counts.popped);
    split("was", "stale").counter(parts, about_parts, of.counts.stale);
    constexpr const char* ranges = "vesta_sharded_ranges_total";
    constexpr const char* about_ranges = "Ranges reserved: for the queue, or past it.";
    split("for", "queue").counter(ranges, about_ranges, of.counts.pushed);
    split("for", "itself").counter(ranges, about_ranges, of.counts.direct);
    figures all{to, {{"generator", generator}}};
    all.counter("vesta_sharded_queue_failures_total", "Calls in which the queue failed.", of.counts.fell);
    all.gauge("vesta_sharded_queue_ok", "0 while the queue does not work, and numbers come from the table.",
              of.queue_trouble ? 0 : 1);
    all.gauge("vesta_sharded_rows_ok", "0 while id_alloc has rows that cannot be used.", of.row_trouble ? 0 : 1);
}

} // namespace

std::vector<metric> sharded_metrics::collect() {
    std::vector<metric> all;
    for (const embed::named_sharded& each : of_) {
        const sharded_status now = each.of->status();
        for (const app_status& app : now.apps)
            add_app({all, {{"generator", each.name}, {"app", std::to_string(app.app.value)}}}, app);
        add_supply(all, each.name, now.supply);
    }
    return all;
}

} // namespace vesta::cli
