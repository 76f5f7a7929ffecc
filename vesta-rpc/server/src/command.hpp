#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace vesta::rpc::detail {

struct call;
struct verdict;

/// The commands of docs/rpc-protocol.md, in its order.
enum class command : std::uint8_t {
    genid,
    incr,
    incrby,
    next,
    range,
    expid,
    makeid,
    transtime,
    exists,
    get,
    set,
    setnx,
    expire,
    pexpire,
    expireat,
    pexpireat,
    persist,
    ttl,
    pttl,
    type,
    multi,
    exec,
    discard,
    watch,
    unwatch,
    ping,
    echo,
    hello,
    auth,
    quit,
    reset,
    select,
    client,
    cluster,
    readonly,
    readwrite,
    asking,
    command,
    info,
    unknown ///< Counted, never called.
};

inline constexpr std::size_t command_kinds = static_cast<std::size_t>(command::unknown) + 1;

/// What the rights say of a command.
enum class right : std::uint8_t {
    nothing,  ///< Anybody may do this, also before AUTH.
    anything, ///< Who may do anything at all may do this.
    health,
    observe,
    target, ///< The command itself asks, with the generator and the tag in its words.
};

/// As many arguments as the limits allow.
inline constexpr std::size_t any = 0;

/// Which words of a command are tags, of those from 1 on: the number of the last, as COMMAND tells it.
enum class keys : std::int8_t { none = 0, first = 1, all = -1 };

/// What becomes of a command between MULTI and EXEC.
enum class in_multi : std::uint8_t { queued, runs };

/// One command, as the dispatcher and COMMAND see it.
struct command_entry {
    command which;
    std::string_view name;    ///< In lower case.
    std::size_t fewest;       ///< Arguments, the name included.
    std::size_t most;         ///< Or `any`.
    right needs;              ///< What a client must be allowed to do.
    std::string_view group;   ///< As COMMAND DOCS has it.
    std::string_view summary; ///< As COMMAND DOCS has it.
    verdict (*run)(call&);
    keys tags = keys::none;
    in_multi between = in_multi::queued;
};

/// All commands.
std::span<const command_entry> command_table() noexcept;

/// The command of that name in any case; null if there is none.
const command_entry* find_command(std::string_view name) noexcept;

/// Why there is no command @p name that Redis has; empty where there is nothing to say.
std::string_view why_not_here(std::string_view name) noexcept;

/// Its name in lower case; `unknown` for that.
std::string_view name(command which) noexcept;

} // namespace vesta::rpc::detail
