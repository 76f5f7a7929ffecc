#include "time_status.hpp"

#include <algorithm>

namespace vesta::detail {
namespace {

constexpr std::chrono::milliseconds moment{100}; // callers wait it out; no probe need know of it

void add_reservations(const time_generator& of, const std::vector<std::shared_ptr<reservation>>& held, unix_ms now,
                      generator_status& status) {
    for (const auto& each : held) {
        if (const auto withdrawn = each->withdrawn()) return status.refuse(*withdrawn);
        status.reserved_until = std::min(status.reserved_until.value_or(unix_ms::max()), each->mark());
        const auto trouble = each->trouble();
        if (trouble) status.trouble = trouble;
        if (each->mark() > now) continue;
        status.refuse({errc::not_ready, "the reservation of machine ID " + std::to_string(each->machine().value) +
                                            " ended at " + to_rfc3339(each->mark()) +
                                            (trouble ? ": " + trouble->message : "")});
    }
    const auto left = of.until_start();
    if (status.ready && left > moment)
        status.refuse(of.explain_refusal(left > of.spec().longest_start ? errc::clock_behind : errc::not_ready));
}

} // namespace

generator_status status_of(const named_generator& as, const time_generator& of,
                           const std::vector<std::shared_ptr<reservation>>& held, const clock_guard& clock,
                           unix_ms ends_at) {
    const layout& type = *of.spec().type;
    const unix_ms now = std::chrono::floor<std::chrono::milliseconds>(clock.now());
    generator_status status{.name = as.name(), .kind = as.kind(), .type = type.name(), .ready = true};
    status.machines = of.machines();
    status.ends_at = ends_at;
    if (const auto doubt = clock.in_doubt()) status.clock_doubt = doubt->text();
    if (now >= ends_at) {
        status.refuse(of.explain_refusal(errc::exhausted));
    } else if (status.machines.empty()) {
        status.refuse(of.explain_refusal(errc::not_ready));
    } else {
        status.per_second = type.per_second() * status.machines.size();
        status.lead = of.lead();
        add_reservations(of, held, now, status);
    }
    return status;
}

} // namespace vesta::detail
