#include "change_log.hpp"

#include <utility>

namespace vesta::cli {

void change_log::look(const std::vector<condition>& now, clock::time_point at, const listener& tell) {
    for (const condition& each : now) {
        const auto [found, is_new] = all_.try_emplace(each.subject);
        if (is_new && each.is_usual) found->second.told = found->second.seen = each.state;
        compare(found->second, each, at, tell);
    }
}

void change_log::compare(history& with, condition now, clock::time_point at, const listener& tell) {
    constexpr std::chrono::minutes minute{1};
    const bool over = at - with.since >= minute;
    const unsigned before = with.changes;
    if (over) {
        with.since = at;
        with.changes = 0;
    }
    if (std::exchange(with.seen, now.state) != now.state) ++with.changes;
    if (over && before > most_in_a_minute) {
        now.message = now.subject + " changed " + std::to_string(before) + " times in a minute; now: " + now.message;
    } else if (with.told == now.state || with.changes > most_in_a_minute) {
        return;
    }
    with.told = now.state;
    tell(now);
}

} // namespace vesta::cli
