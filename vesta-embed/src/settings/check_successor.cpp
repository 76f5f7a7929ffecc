#include "checks.hpp"

#include <vesta/embed/layouts.hpp>
#include <vesta/id/uuid.hpp>

namespace vesta::embed {
namespace {

void check_kinds(const std::string& path, const generator_settings& all, const successor_settings& of) {
    require(!find_uuid_kind(all.kind), path, "is not for kinds uuid7 and ulid, whose IDs are no numbers of 64 bits");
    require(all.kind != "js", path,
            "is not for kind js, whose IDs are all numbers below 2^53: those of a successor would repeat some, or be "
            "too large for JavaScript");
    require(!all.outward, path,
            "is not for IDs that leave in outward form: a key hides what the IDs of one layout differ in, and hidden "
            "IDs of two layouts could meet; add a generator with a key of its own");
    require(of.at != unix_ms{}, path + ".at", "is needed: the instant, as 2048-06-01T00:00:00Z");
    require(!of.kind.empty(), path + ".kind", "is needed: that of the layout from then on");
    require(of.kind == "custom" || !of.layout, path + ".layout", "is only for kind: custom");
    require(of.kind != "custom" || of.layout, path + ".layout", "is needed with kind: custom");
    require(of.kind != "custom" || of.type.empty(), path + ".type", "is not for kind custom, which has one type");
}

/// The instant lies in both layouts, so that there is no time without IDs.
void check_instant(const std::string& path, const layouts_in_turn& both) {
    const layout& former = *both.first.type;
    const layout& next = *both.second.type;
    const std::string is = "is " + to_rfc3339(both.at) + "; ";
    require(both.at > former.epoch() && both.at <= former.end(), path,
            is + "it must be after " + to_rfc3339(former.epoch()) + ", the epoch of " + former.name() +
                ", and no later than its end, " + to_rfc3339(former.end()));
    require(next.tick_from(both.at) <= next.max(field::time), path,
            is + "it must be before the end of the layout that begins there, " + to_rfc3339(next.end()));
}

} // namespace

void check_successor(const std::string& path, const std::string& name, const generator_settings& all,
                     const successor_settings& of) {
    check_kinds(path, all, of);
    const auto chosen = choose_succession(name, all);
    if (!chosen)
        throw misfit{path + (of.kind == "custom" ? ".layout" : ".type"), "cannot be used: " + chosen.error().message};
    const layouts_in_turn& both = (*chosen)->both;
    check_instant(path + ".at", both);
    const std::uint64_t most = both.second.type->max(field::version);
    require(of.version <= most, path + ".version",
            "is " + std::to_string(of.version) + "; the layout takes 0 to " + std::to_string(most));
    const auto twice = both.find_repetition();
    if (!twice) return;
    throw misfit{path, "could repeat IDs: " + to_string(twice->number) + " is one of the layout before, of " +
                           to_rfc3339(twice->first_at) + ", and would be made again at " +
                           to_rfc3339(twice->second_at) +
                           ", by another node if not by this; keep the two apart by the version bit (version: 1), by "
                           "the type, or by a bit above"};
}

} // namespace vesta::embed
