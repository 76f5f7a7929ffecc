#include <vesta/catalogue/status_figures.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace vesta {
namespace {

using labels = figures::labels;

double seconds(std::chrono::nanoseconds of) {
    return std::chrono::duration<double>(of).count();
}

/// One of the counts as a figure: vesta_numbers_NAME_total or vesta_sharded_app_NAME_total.
struct counted {
    std::string_view name;
    std::string_view help;
    std::uint64_t segment_counts::* count;
};

constexpr std::array number_counts{
    counted{"reserved", "Numbers reserved from the store.", &segment_counts::reserved},
    counted{"served", "Numbers given to callers.", &segment_counts::served},
    counted{"given_back", "Numbers returned to the store, unused.", &segment_counts::given_back},
    counted{"dropped", "Numbers reserved that nobody will get.", &segment_counts::dropped},
    counted{"reservations", "Reservations that succeeded.", &segment_counts::refills},
    counted{"reservation_failures", "Reservations that failed.", &segment_counts::failures},
    counted{"waits", "Attempts that found no numbers, and were told to wait.", &segment_counts::waits}};

constexpr std::array app_counts{
    counted{"reserved", "Numbers reserved for the application.", &segment_counts::reserved},
    counted{"served", "Numbers of the application given to callers.", &segment_counts::served},
    counted{"dropped", "Numbers of the application that nobody will get.", &segment_counts::dropped},
    counted{"reservation_failures", "Reservations for the application that failed.", &segment_counts::failures},
    counted{"waits", "Attempts that found no numbers, and were told to wait.", &segment_counts::waits}};

void add_counts(std::string_view what, std::span<const counted> those, const segment_counts& of, const labels& with,
                figures& to) {
    for (const counted& each : those)
        to.counter(std::string{what}.append(each.name).append("_total"), std::string{each.help}, of.*each.count, with);
}

void add_numbers(const number_status& of, const labels& with, figures& to) {
    add_counts("vesta_numbers_", number_counts, of.counts, with, to);
    to.gauge("vesta_numbers_held", "Numbers reserved and not given out yet.", static_cast<double>(of.counts.held),
             with);
    to.gauge("vesta_numbers_streams", "Tags or shards that the table has a row for.", static_cast<double>(of.streams),
             with);
    to.gauge("vesta_numbers_exhausted", "Of these, without numbers until their limit is raised.",
             static_cast<double>(of.exhausted), with);
    if (of.largest)
        to.gauge("vesta_numbers_largest", "The largest number of any tag that this process has given out.",
                 static_cast<double>(*of.largest), with);
    to.gauge("vesta_numbers_reservation_seconds", "Recent duration of a reservation.", seconds(of.latency), with);
    to.gauge("vesta_numbers_store_ok",
             "0 where the store did not answer the last reading of the table, or a reservation.", of.trouble ? 0 : 1,
             with);
}

void add_app(const app_status& of, const labels& with, figures& to) {
    add_counts("vesta_sharded_app_", app_counts, of.counts, with, to);
    to.gauge("vesta_sharded_app_held", "Numbers reserved and not given out yet.", static_cast<double>(of.counts.held),
             with);
    to.gauge("vesta_sharded_app_shards", "Shards of the application with a row.", of.shards, with);
    to.gauge("vesta_sharded_app_exhausted_shards", "Shards that are permanently exhausted.", of.exhausted, with);
}

void add_supply(const supply_status& of, const std::string& generator, figures& to) {
    const auto split = [&](const char* name, const char* help, const char* by, const char* which, std::uint64_t count) {
        to.counter(name, help, count, {{"generator", generator}, {by, which}});
    };
    constexpr const char* parts = "vesta_sharded_queue_parts_total";
    constexpr const char* about_parts = "Parts of ranges that the queue gave: served, or somebody else's already.";
    split(parts, about_parts, "was", "served", of.counts.popped);
    split(parts, about_parts, "was", "stale", of.counts.stale);
    constexpr const char* ranges = "vesta_sharded_ranges_total";
    constexpr const char* about_ranges = "Ranges reserved: for the queue, or past it.";
    split(ranges, about_ranges, "for", "queue", of.counts.pushed);
    split(ranges, about_ranges, "for", "itself", of.counts.direct);
    const labels with{{"generator", generator}};
    to.counter("vesta_sharded_queue_failures_total", "Calls in which the queue failed.", of.counts.fell, with);
    to.gauge("vesta_sharded_queue_ok", "0 while the queue does not work, and numbers come from the table.",
             of.queue_trouble ? 0 : 1, with);
    to.gauge("vesta_sharded_rows_ok", "0 while id_alloc has rows that cannot be used.", of.row_trouble ? 0 : 1, with);
}

} // namespace

void add_figures(const generator_status& of, unix_ms now, figures& to) {
    const labels with{{"generator", of.name}};
    to.gauge("vesta_generator_ready", "Whether the generator can make IDs now.", of.ready ? 1 : 0, with);
    if (of.lead) { // a generator that was not used for a while lags, which says nothing
        to.gauge("vesta_generator_own_time_lead_seconds", "By how much own time leads the wall clock.",
                 std::max(seconds(*of.lead), 0.0), with);
        to.gauge("vesta_clock_believed", "Whether the wall clock is believed; else IDs go on by the time it should be.",
                 of.clock_doubt.empty() ? 1 : 0, with);
    }
    if (of.reserved_until)
        to.gauge("vesta_generator_reservation_left_seconds", "Until the durable reservation ends.",
                 seconds(*of.reserved_until - now), with);
    if (of.ends_at)
        to.gauge("vesta_generator_epoch_left_seconds", "Until the last instant of the layout, or of its successor.",
                 seconds(*of.ends_at - now), with);
    if (of.then)
        to.gauge("vesta_generator_successor_left_seconds",
                 "Until IDs are of the layout's successor; below 0 since then.", seconds(of.then->at - now), with);
    if (of.per_second)
        to.gauge("vesta_generator_capacity_ids_per_second", "IDs that the layout has room for in a second.",
                 static_cast<double>(*of.per_second), with);
    if (of.numbers) add_numbers(*of.numbers, with, to);
}

void add_shard_figures(const generator_status& of, figures& to) {
    for (const app_status& each : of.apps)
        add_app(each, {{"generator", of.name}, {"app", std::to_string(each.app.value)}}, to);
    if (of.supply) add_supply(*of.supply, of.name, to);
}

} // namespace vesta
