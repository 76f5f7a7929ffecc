#include "survey_output.hpp"

#include <vesta/base/list.hpp>

#include <boost/json.hpp>

#include <iostream>

namespace vesta::cli {
namespace {

namespace json = boost::json;

std::string settings_of(const survey::offered_generator& offer) {
    std::string made;
    if (offer.machine) made = "machine-id: { property: { id: " + std::to_string(offer.machine->value) + " } }\n";
    made += "generators:\n  default: { kind: " + offer.family->name();
    if (offer.family->types().size() > 1) made += ", type: " + offer.type->name();
    if (offer.version != 0) made += ", version: " + std::to_string(offer.version);
    return made + " }\n";
}

/// What is proven, and under which assumption.
std::string proof_of(const survey::adopted& found, const survey::fleet& of) {
    const auto& offer = found.offer;
    if (of.stopped)
        return "from " + to_rfc3339(offer.from) + " on, with any machine ID: all IDs are of later ticks than these";
    if (offer.machine)
        return "until " + to_rfc3339(offer.until) + ", while the program uses no machine ID but those of --machines";
    return "until " + to_rfc3339(offer.until) + ", whichever machine IDs the program uses, and these settings";
}

std::string widths_of(const layout_spec& of) {
    const auto& width = of.width;
    std::string text = std::to_string(width.time) + " bits of time, " + std::to_string(width.machine) +
                       " of machine ID, " + std::to_string(width.seq) + " of seq";
    if (width.gen_method != 0) text += ", " + std::to_string(width.gen_method) + " of genMethod";
    return text + "; ticks of " + std::string{name(of.unit)};
}

std::string machines_of(const survey::adopted& found) {
    if (found.spec.width.machine == 0) return "none";
    const auto text = [](std::uint32_t each) { return std::to_string(each); };
    return std::to_string(found.machines.size()) + (found.more_machines ? " and more: " : ": ") +
           listed(found.machines, text);
}

} // namespace

void print_text(const survey::adopted& found, const survey::fleet& of) {
    std::cout << "IDs          " << found.ids << ", of " << to_rfc3339(found.oldest) << " to "
              << to_rfc3339(found.newest) << "\nlayout       " << found.layout
              << (!found.types.empty() && found.types.front() != found.layout ? " (" + listed(found.types) + ")" : "")
              << ": " << widths_of(found.spec) << "\nepoch        " << to_rfc3339(found.spec.epoch)
              << (found.layout == "custom" ? ", within a minute" : "") << '\n';
    if (!found.also.empty())
        std::cout << "also         at other times, " << listed(found.also) << " could have made all of them\n";
    std::cout << "machine IDs  " << machines_of(found) << "\nlast tick    " << found.last_tick << "\nsafe         "
              << proof_of(found, of) << "\n\n"
              << settings_of(found.offer);
}

void print_json(const survey::adopted& found, const survey::fleet& of) {
    const auto& width = found.spec.width;
    const json::object made{
        {"ids", found.ids},
        {"layout", found.layout},
        {"types", json::value_from(found.types)},
        {"epoch", found.spec.epoch.time_since_epoch().count()},
        {"unit", name(found.spec.unit)},
        {"widths", json::object{{"time", width.time}, {"machine", width.machine}, {"seq", width.seq}}},
        {"also", json::value_from(found.also)},
        {"oldest", to_rfc3339(found.oldest)},
        {"newest", to_rfc3339(found.newest)},
        {"lastTick", found.last_tick},
        {"machines", json::value_from(found.machines)},
        {"moreMachines", found.more_machines},
        {"safe", json::object{{"from", to_rfc3339(found.offer.from)},
                              {"until", to_rfc3339(found.offer.until)},
                              {"why", proof_of(found, of)}}},
        {"settings", settings_of(found.offer)}};
    std::cout << json::serialize(made) << '\n';
}

} // namespace vesta::cli
