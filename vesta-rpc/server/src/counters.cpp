#include "counters.hpp"

#include <algorithm>

namespace vesta::rpc::detail {
namespace {

constexpr double ns_per_second = 1e9;

constexpr auto bounds_ns = [] {
    std::array<std::int64_t, latency_bounds.size()> all{};
    for (std::size_t i = 0; i < all.size(); ++i)
        // NOLINTNEXTLINE(bugprone-incorrect-roundings): lround is not constexpr
        all[i] = static_cast<std::int64_t>(latency_bounds[i] * ns_per_second + 0.5);
    return all;
}();

void add_command(server_counts& sum, std::string_view command, std::string_view result, std::uint64_t count) {
    if (count == 0) return;
    const auto known = std::ranges::find_if(
        sum.commands, [&](const command_count& each) { return each.command == command && each.result == result; });
    if (known != sum.commands.end()) {
        known->count += count;
    } else {
        sum.commands.push_back({command, result, count});
    }
}

} // namespace

void counters::answered(std::uint64_t commands_answered, std::chrono::nanoseconds after) noexcept {
    if (commands_answered == 0) return;
    std::size_t bucket = 0;
    while (bucket < bounds_ns.size() && after.count() > bounds_ns[bucket])
        ++bucket;
    latency[bucket].add(commands_answered);
    latency_ns.add(commands_answered * static_cast<std::uint64_t>(after.count()));
}

void counters::add_to(server_counts& sum) const {
    sum.closed_protocol += closed_protocol.value();
    for (std::size_t which = 0; which < commands.size(); ++which) {
        for (const reply_word how : reply_words) {
            const auto result = how == reply_word::ok ? std::string_view{"ok"} : text(how);
            add_command(sum, name(static_cast<command>(which)), result,
                        commands[which][static_cast<std::size_t>(how)].value());
        }
    }
    for (std::size_t i = 0; i < ids.size(); ++i)
        sum.generators[i].ids += ids[i].value();
    for (std::size_t i = 0; i < latency.size(); ++i)
        sum.latency.counts[i] += latency[i].value();
    sum.latency.sum_seconds += static_cast<double>(latency_ns.value()) / ns_per_second;
}

} // namespace vesta::rpc::detail
