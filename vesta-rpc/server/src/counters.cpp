#include "counters.hpp"

#include <algorithm>

namespace vesta::rpc::detail {
namespace {

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
    latency.add_to(sum.latency);
}

} // namespace vesta::rpc::detail
