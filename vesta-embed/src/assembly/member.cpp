#include "member.hpp"

#include <algorithm>

namespace vesta::embed {

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
    status.per_second = type.per_second() * status.machines.size();
    status.ends_at = type.end();
    status.lead = of_.lead();
    const unix_ms now = std::chrono::floor<std::chrono::milliseconds>(clock_.now());
    for (const auto& each : held_) {
        status.reserved_until = std::min(status.reserved_until.value_or(unix_ms::max()), each->mark());
        if (each->mark() > now) continue;
        status.ready = false;
        const auto trouble = each->trouble();
        status.why_not = "the reservation of machine ID " + std::to_string(each->machine().value) + " ended at " +
                         to_rfc3339(each->mark()) + (trouble ? ": " + trouble->message : "");
    }
    return status;
}

} // namespace vesta::embed
