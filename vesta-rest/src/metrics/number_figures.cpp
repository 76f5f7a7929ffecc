#include "metrics/number_figures.hpp"

#include <chrono>

namespace vesta::rest {

void add_numbers(const std::string& name, const number_status& of, families& to) {
    const families::labels label{{"generator", name}};
    const auto counter = [&](const char* figure, const char* help, std::uint64_t value) {
        to.counter(std::string{"vesta_numbers_"} + figure + "_total", help, label, static_cast<double>(value));
    };
    const auto gauge = [&](const char* figure, const char* help, double value) {
        to.gauge(std::string{"vesta_numbers_"} + figure, help, label, value);
    };
    counter("reserved", "Numbers reserved from the store.", of.counts.reserved);
    counter("served", "Numbers given to callers.", of.counts.served);
    counter("given_back", "Numbers returned to the store, unused.", of.counts.given_back);
    counter("dropped", "Numbers reserved that nobody will get.", of.counts.dropped);
    counter("reservations", "Reservations that succeeded.", of.counts.refills);
    counter("reservation_failures", "Reservations that failed.", of.counts.failures);
    counter("waits", "Attempts that found no numbers, and were told to wait.", of.counts.waits);
    gauge("held", "Numbers reserved and not given out yet.", static_cast<double>(of.counts.held));
    gauge("streams", "Tags or shards that the table has a row for.", static_cast<double>(of.streams));
    gauge("reservation_seconds", "What a reservation takes, of late.",
          std::chrono::duration<double>(of.latency).count());
    gauge("store_ok", "0 where the last reading of the table, or the last reservation, failed.", of.trouble ? 0 : 1);
}

} // namespace vesta::rest
