#include <vesta/base/list.hpp>
#include <vesta/base/number.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/base/random_bits.hpp>
#include <vesta/embed/machine_use.hpp>
#include <vesta/generate/timeline.hpp>

#include <algorithm>
#include <tuple>

namespace vesta::embed {
namespace {

bool read_machines(std::string_view text, std::vector<machine_id>& into) {
    while (!text.empty()) {
        const auto comma = std::min(text.find(','), text.size());
        const auto next = read_number<std::uint32_t>(text.substr(0, comma));
        if (!next) return false;
        into.push_back({*next});
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return true;
}

/// False for a value that its name does not allow.
bool read_line(std::string_view name, std::string_view value, machine_use& into) {
    if (name == "nonce") into.nonce = value;
    if (name == "machines") return read_machines(value, into.machines);
    if (name == "started") {
        const auto ms = read_number<std::int64_t>(value);
        if (!ms) return false;
        into.started = unix_ms{std::chrono::milliseconds{*ms}};
    }
    if (name == "pattern") {
        auto pattern = id_pattern::parse(value);
        if (!pattern) return false;
        into.patterns.push_back(*std::move(pattern));
    }
    return true;
}

/// All IDs that @p of can make with @p machine from @p now on.
id_reach reach_of(const id_pattern& of, machine_id machine, unix_ms now) {
    const std::int64_t tick = timeline{of.of()}.tick_at(now);
    return {of, machine, machine, static_cast<std::uint64_t>(std::max<std::int64_t>(0, tick)),
            of.of().max(field::time) + 1};
}

} // namespace

std::string new_nonce() {
    return random_hex(32);
}

std::string machine_use::text() const {
    const auto number = [](machine_id each) { return std::to_string(each.value); };
    std::string all = "nonce:" + nonce + "\r\nstarted:" + std::to_string(started.time_since_epoch().count()) +
                      "\r\nmachines:" + listed(machines, number, ",") + "\r\n";
    for (const id_pattern& each : patterns)
        all += "pattern:" + each.text() + "\r\n";
    return all;
}

result<machine_use> machine_use::parse(std::string_view text) {
    machine_use made;
    while (!text.empty()) {
        const auto end = std::min(text.find("\r\n"), text.size());
        const auto line = text.substr(0, end);
        text.remove_prefix(std::min(end + 2, text.size()));
        const auto colon = line.find(':');
        if (colon == std::string_view::npos) continue;
        if (!read_line(line.substr(0, colon), line.substr(colon + 1), made))
            return error{errc::invalid_argument,
                         "INFO machines has the line " + in_quotes(line) + ", which is not understood"};
    }
    if (made.nonce.empty())
        return error{errc::invalid_argument, "INFO machines has no nonce; an older version, or another program?"};
    return made;
}

bool machine_use::gives_way_to(const machine_use& other) const {
    return std::tie(started, nonce) > std::tie(other.started, other.nonce);
}

std::optional<std::string> find_conflict(const machine_use& ours, const machine_use& theirs, unix_ms now) {
    if (ours.nonce == theirs.nonce) return {};
    for (const machine_id each : ours.machines) {
        if (std::ranges::find(theirs.machines, each) == theirs.machines.end()) continue;
        for (const id_pattern& own : ours.patterns)
            for (const id_pattern& other : theirs.patterns)
                if (can_meet(reach_of(own, each, now), reach_of(other, each, now)))
                    return "machine ID " + std::to_string(each.value) + " for " + own.text() +
                           (own == other ? "" : ", which meets its " + other.text());
    }
    return {};
}

} // namespace vesta::embed
