#include "command.hpp"

#include "commands.hpp"
#include "words.hpp"

#include <algorithm>
#include <array>

namespace vesta::rpc::detail {
namespace {

constexpr std::string_view ids = "generic";
constexpr std::string_view link = "connection";
constexpr std::string_view server = "server";

constexpr std::array table{
    command_entry{command::genid, "genid", 1, 13, right::target, ids, "Makes one ID, or COUNT of them", run_genid},
    command_entry{command::incr, "incr", 2, 2, right::target, ids, "Takes the next number of a tag", run_incr},
    command_entry{command::incrby, "incrby", 3, 3, right::target, ids,
                  "Takes consecutive numbers of a tag; answers the last", run_incrby},
    command_entry{command::next, "next", 3, 3, right::target, ids, "Makes an ID for an application and a gate pass",
                  run_next},
    command_entry{command::range, "range", 3, 9, right::target, ids,
                  "Takes IDs that differ by a constant step: start, count, stride", run_range},
    command_entry{command::expid, "expid", 2, 4, right::target, ids, "Takes an ID apart", run_expid},
    command_entry{command::makeid, "makeid", 5, 15, right::target, ids, "Builds an ID from its parts", run_makeid},
    command_entry{command::transtime, "transtime", 2, 6, right::target, ids, "The instant that a time field means",
                  run_transtime},
    command_entry{command::ping, "ping", 1, 2, right::health, link, "Answers PONG, or its argument", run_ping},
    command_entry{command::echo, "echo", 2, 2, right::anything, link, "Answers its argument", run_echo},
    command_entry{command::hello, "hello", 1, 0, right::nothing, link, "Chooses the version of the protocol",
                  run_hello},
    command_entry{command::auth, "auth", 2, 3, right::nothing, link, "Gives the password", run_auth},
    command_entry{command::quit, "quit", 1, 0, right::nothing, link, "Closes the connection", run_quit},
    command_entry{command::reset, "reset", 1, 1, right::nothing, link, "Puts the connection back to how it began",
                  run_reset},
    command_entry{command::select, "select", 2, 2, right::anything, link, "Accepts database 0, the only one",
                  run_select},
    command_entry{command::client, "client", 2, 0, right::anything, link, "Names the connection, and tells about it",
                  run_client},
    command_entry{command::command, "command", 1, 0, right::anything, server, "Tells about the commands", run_command},
    command_entry{command::info, "info", 1, 0, right::observe, server, "Tells about the server and its generators",
                  run_info},
};

} // namespace

std::span<const command_entry> command_table() noexcept {
    return table;
}

const command_entry* find_command(std::string_view name) noexcept {
    const auto found =
        std::ranges::find_if(table, [&](const command_entry& each) { return same_word(each.name, name); });
    return found == table.end() ? nullptr : &*found;
}

std::string_view name(command which) noexcept {
    if (which == command::unknown) return "unknown";
    return table[static_cast<std::size_t>(which)].name;
}

} // namespace vesta::rpc::detail
