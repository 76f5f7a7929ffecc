#include <vesta/embed/backfill.hpp>
#include <vesta/embed/layouts.hpp>

namespace vesta::embed {

result<machine_id> backfill_machine(const settings& from, const layout& type, std::optional<machine_id> wanted) {
    const auto first = from.machine_id.backfill;
    if (!first)
        return error{errc::invalid_settings,
                     "machine-id.backfill is not set: an ID of the past needs a machine ID that no generator uses"};
    const machine_id chosen = wanted.value_or(machine_id{*first});
    if (chosen.value >= *first && chosen.value <= type.max(field::machine)) return chosen;
    return error{errc::invalid_argument, "the machine ID is " + std::to_string(chosen.value) + "; type " + type.name() +
                                             " has those up to " + std::to_string(type.max(field::machine)) +
                                             ", and those from " + std::to_string(*first) +
                                             " on are set aside (machine-id.backfill)"};
}

result<void> check_not_met(const settings& from, id past) {
    const std::uint32_t set_aside = from.machine_id.backfill.value_or(0);
    for (const auto& [name, each] : from.generators) {
        if (each.timed() == nullptr || each.outward) continue;
        const auto chosen = choose_scheme(name, each);
        if (!chosen) return chosen.error();
        const layout& type = *chosen->type;
        if (chosen->cores_of || !type.owns(past)) continue;
        const fields parts = type.decode(past);
        if (parts.version != each.timed()->version || parts.machine >= set_aside) continue;
        return error{errc::invalid_argument, to_string(past) + " could be an ID of generator " + name +
                                                 " too, of machine ID " + std::to_string(parts.machine) + " at " +
                                                 to_rfc3339(type.instant_of(parts.time)) +
                                                 "; choose another instant or sequence"};
    }
    return {};
}

} // namespace vesta::embed
