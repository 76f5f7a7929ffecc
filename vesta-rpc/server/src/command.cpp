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
constexpr std::string_view transactions = "transactions";
constexpr std::string_view clusters = "cluster";

constexpr std::array table{
    command_entry{command::genid, "genid", 1, 15, right::target, ids, "Makes one ID, or COUNT of them", run_genid},
    command_entry{command::incr, "incr", 2, 2, right::target, ids, "Takes the next number of a tag", run_incr,
                  keys::first},
    command_entry{command::incrby, "incrby", 3, 3, right::target, ids,
                  "Takes consecutive numbers of a tag; answers the last", run_incrby, keys::first},
    command_entry{command::next, "next", 3, 3, right::target, ids, "Makes an ID for an application and a gate pass",
                  run_next},
    command_entry{command::range, "range", 3, 9, right::target, ids,
                  "Takes IDs that differ by a constant step: start, count, stride", run_range},
    command_entry{command::expid, "expid", 2, 4, right::target, ids, "Takes an ID apart", run_expid},
    command_entry{command::makeid, "makeid", 5, 15, right::target, ids, "Builds an ID from its parts", run_makeid},
    command_entry{command::transtime, "transtime", 2, 6, right::target, ids, "The instant that a time field means",
                  run_transtime},
    command_entry{command::exists, "exists", 2, any, right::target, ids, "Counts the tags that exist", run_exists,
                  keys::all},
    command_entry{command::get, "get", 2, 2, right::target, ids,
                  "The highest number of a tag that this host gave out, as far as it knows", run_get, keys::first},
    command_entry{command::set, "set", 3, any, right::target, ids,
                  "Makes a tag that does not exist (SET tag 0 NX); nothing else", run_set, keys::first},
    command_entry{command::setnx, "setnx", 3, 3, right::target, ids, "Makes a tag that does not exist (SETNX tag 0)",
                  run_setnx, keys::first},
    command_entry{command::expire, "expire", 3, 4, right::target, ids, "Answers 0: tags do not expire", run_expire,
                  keys::first},
    command_entry{command::pexpire, "pexpire", 3, 4, right::target, ids, "Answers 0: tags do not expire", run_expire,
                  keys::first},
    command_entry{command::expireat, "expireat", 3, 4, right::target, ids, "Answers 0: tags do not expire", run_expire,
                  keys::first},
    command_entry{command::pexpireat, "pexpireat", 3, 4, right::target, ids, "Answers 0: tags do not expire",
                  run_expire, keys::first},
    command_entry{command::persist, "persist", 2, 2, right::target, ids, "Answers 0: tags do not expire", run_expire,
                  keys::first},
    command_entry{command::ttl, "ttl", 2, 2, right::target, ids, "Answers -1, or -2 for a tag that does not exist",
                  run_ttl, keys::first},
    command_entry{command::pttl, "pttl", 2, 2, right::target, ids, "Answers -1, or -2 for a tag that does not exist",
                  run_ttl, keys::first},
    command_entry{command::type, "type", 2, 2, right::target, ids,
                  "Answers string, or none for a tag that does not exist", run_type, keys::first},
    command_entry{command::multi, "multi", 1, 1, right::anything, transactions, "Begins a queue of commands", run_multi,
                  keys::none, in_multi::runs},
    command_entry{command::exec, "exec", 1, 1, right::anything, transactions, "Runs the queue", run_exec, keys::none,
                  in_multi::runs},
    command_entry{command::discard, "discard", 1, 1, right::anything, transactions, "Drops the queue", run_discard,
                  keys::none, in_multi::runs},
    command_entry{command::watch, "watch", 2, any, right::anything, transactions,
                  "Refused: tags change at other nodes unseen", run_watch, keys::none, in_multi::runs},
    command_entry{command::unwatch, "unwatch", 1, 1, right::anything, transactions, "Does nothing", run_unwatch},
    command_entry{command::ping, "ping", 1, 2, right::health, link, "Answers PONG, or its argument", run_ping},
    command_entry{command::echo, "echo", 2, 2, right::anything, link, "Answers its argument", run_echo},
    command_entry{command::hello, "hello", 1, any, right::nothing, link, "Chooses the version of the protocol",
                  run_hello},
    command_entry{command::auth, "auth", 2, 3, right::nothing, link, "Gives the password", run_auth},
    command_entry{command::quit, "quit", 1, any, right::nothing, link, "Closes the connection", run_quit, keys::none,
                  in_multi::runs},
    command_entry{command::reset, "reset", 1, 1, right::nothing, link, "Puts the connection back to how it began",
                  run_reset, keys::none, in_multi::runs},
    command_entry{command::select, "select", 2, 2, right::anything, link, "Accepts database 0, the only one",
                  run_select},
    command_entry{command::client, "client", 2, any, right::anything, link, "Names the connection, and tells about it",
                  run_client},
    command_entry{command::cluster, "cluster", 2, any, right::anything, clusters,
                  "Tells about a cluster of this server alone", run_cluster},
    command_entry{command::readonly, "readonly", 1, 1, right::anything, clusters, "Does nothing", write_ok},
    command_entry{command::readwrite, "readwrite", 1, 1, right::anything, clusters, "Does nothing", write_ok},
    command_entry{command::asking, "asking", 1, 1, right::anything, clusters, "Does nothing", write_ok},
    command_entry{command::command, "command", 1, any, right::anything, server, "Tells about the commands",
                  run_command},
    command_entry{command::info, "info", 1, any, right::observe, server, "Tells about the server and its generators",
                  run_info},
};

constexpr bool is_in_order() {
    for (std::size_t i = 0; i < table.size(); ++i)
        if (table[i].which != static_cast<command>(i)) return false;
    return table.size() == static_cast<std::size_t>(command::unknown);
}
static_assert(is_in_order(), "name() finds an entry by its command");

/// Commands of Redis that are not here, and why.
struct absence {
    std::span<const std::string_view> names;
    std::string_view why;
};

constexpr std::array<std::string_view, 22> that_set{
    "decr",     "decrby",  "incrbyfloat", "append", "setrange", "getset", "getdel", "getex",
    "setex",    "psetex",  "mset",        "msetnx", "del",      "unlink", "rename", "renamenx",
    "flushall", "flushdb", "copy",        "move",   "restore",  "setbit"};
constexpr std::array<std::string_view, 10> that_script{"eval",  "evalsha",  "eval_ro",  "evalsha_ro", "script",
                                                       "fcall", "fcall_ro", "function", "load",       "module"};
constexpr std::array<std::string_view, 8> that_publish{"subscribe",    "psubscribe",   "ssubscribe", "unsubscribe",
                                                       "punsubscribe", "sunsubscribe", "publish",    "monitor"};
constexpr std::array absences{
    absence{that_set, "numbers are never set, taken back or deleted: INCR, INCRBY and GENID take them"},
    absence{that_script, "there are no scripts: INCR, INCRBY and GENID take numbers"},
    absence{that_publish, "nothing is published here"}};

} // namespace

std::string_view why_not_here(std::string_view name) noexcept {
    for (const absence& each : absences)
        if (std::ranges::any_of(each.names, [&](std::string_view one) { return same_word(one, name); }))
            return each.why;
    return {};
}

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
