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

namespace {

/// Refuses @p past if the generator @p name could make it, by the layout @p of between the instants @p within.
result<void> check_not_met(const std::string& name, const versioned_layout& of, const layout_span& within,
                           std::uint32_t set_aside, id past) {
    const layout& type = *of.type;
    if (!type.owns(past)) return {};
    const fields parts = type.decode(past);
    const unix_ms at = type.instant_of(parts.time);
    if (parts.version != of.version || parts.machine >= set_aside || !within.holds(at)) return {};
    return error{errc::invalid_argument, to_string(past) + " could be an ID of generator " + name +
                                             " too, of machine ID " + std::to_string(parts.machine) + " at " +
                                             to_rfc3339(at) + "; choose another instant or sequence"};
}

} // namespace

result<void> check_not_met(const settings& from, id past) {
    const std::uint32_t set_aside = from.machine_id.backfill.value_or(0);
    for (const auto& [name, each] : from.generators) {
        if (each.timed() == nullptr || each.outward) continue;
        const auto chosen = choose_scheme(name, each);
        if (!chosen) return chosen.error();
        if (chosen->cores_of) continue;
        const versioned_layout own{chosen->family.get(), chosen->type, each.timed()->version};
        if (auto good = check_not_met(name, own, {}, set_aside, past); !good) return good;
        const auto both = choose_succession(name, each);
        if (!both) return both.error();
        if (!*both) continue;
        const layout_span later{.from = (*both)->both.at};
        if (auto good = check_not_met(name + ".then", (*both)->both.second, later, set_aside, past); !good) return good;
    }
    return {};
}

} // namespace vesta::embed
