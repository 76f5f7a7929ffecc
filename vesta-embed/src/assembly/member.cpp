#include "member.hpp"

#include <algorithm>

namespace vesta::embed {
namespace {

constexpr std::chrono::milliseconds moment{100}; // callers wait it out; no probe need know of it

} // namespace

result<const time_generator*> member::time_based() const {
    return error{errc::invalid_argument,
                 "generator " + name_ + " is of kind " + kind_ + ", whose numbers hold no time"};
}

error member::not_of(std::string_view kind) const {
    return {errc::invalid_argument, "generator " + name_ + " is of kind " + kind_ + ", not " + std::string{kind}};
}

result<segment_generator*> member::segments() {
    return not_of("segment");
}

result<sharded_generator*> member::sharded() {
    return not_of("sharded");
}

error member::unsuited(const std::string& what) const {
    return {errc::invalid_argument, "generator " + name_ + " is of kind " + kind_ + ", which " + what};
}

result<id_source*> time_member::stream(const stream_query& query) {
    if (query.tag || query.app || query.gate_pass) return unsuited("takes no tag, app or gatePass");
    return &of_;
}

generator_status time_member::status() const {
    const layout& type = *of_.spec().type;
    generator_status status{.name = name(), .kind = kind(), .type = type.name(), .ready = true};
    status.machines = of_.machines();
    status.ends_at = type.end();
    if (const auto doubt = clock_.in_doubt()) status.clock_doubt = doubt->text();
    if (type.has_ended(std::chrono::floor<std::chrono::milliseconds>(clock_.now()))) {
        refuse(status, of_.explain_refusal(errc::exhausted));
        return status;
    }
    if (status.machines.empty()) {
        wait_for_machine_id(status);
        return status;
    }
    status.per_second = type.per_second() * status.machines.size();
    status.lead = of_.lead();
    add_reservations(status);
    return status;
}

void time_member::refuse(generator_status& status, const error& why) {
    status.ready = false;
    status.why_not = why.message;
    status.ready_in = why.retry_after;
}

void time_member::wait_for_machine_id(generator_status& status) const {
    refuse(status, of_.explain_refusal(errc::not_ready));
}

void time_member::add_reservations(generator_status& status) const {
    const unix_ms now = std::chrono::floor<std::chrono::milliseconds>(clock_.now());
    for (const auto& each : held_) {
        if (const auto withdrawn = each->withdrawn()) return refuse(status, *withdrawn);
        status.reserved_until = std::min(status.reserved_until.value_or(unix_ms::max()), each->mark());
        if (each->mark() > now) continue;
        const auto trouble = each->trouble();
        refuse(status, {errc::not_ready, "the reservation of machine ID " + std::to_string(each->machine().value) +
                                             " ended at " + to_rfc3339(each->mark()) +
                                             (trouble ? ": " + trouble->message : "")});
    }
    const auto left = of_.until_start();
    if (status.ready && left > moment)
        refuse(status, of_.explain_refusal(left > of_.spec().longest_start ? errc::clock_behind : errc::not_ready));
}

} // namespace vesta::embed
