#pragma once

#include <vesta/id/pattern.hpp>
#include <vesta/machine/assigned_ids.hpp>
#include <vesta/segment/seen_tags.hpp>
#include <vesta/time/instant.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What was found of another program's fleet. Plain values.
namespace vesta::migrate {

/// The program that a fleet moves away from.
enum class old_program : std::uint8_t { leaf, vesta, tinyid };
/// Leaf, Vesta or TinyId.
std::string_view name_of(old_program which) noexcept;

/// How the old program gives its nodes their machine IDs.
enum class assignment : std::uint8_t {
    none,        ///< Not at all: its numbers come from tables.
    by_settings, ///< The settings of each node say.
    vesta_table, ///< DB_MACHINE_ID_PROVIDER, by IP. It has no room for a time.
    leaf_table,  ///< leaf_workerid_alloc, by ip:port, with a time.
    leaf_tree    ///< ZooKeeper's nodes below `forever`, by ip:port, with a time.
};

/// How the successor gives out its IDs.
enum class publishing : std::uint8_t { embedded, rpc, rest };

/// An old node, and the settings of its successor.
struct node_facts {
    std::string name;     ///< ip:port, an IP, or as the operator calls it.
    std::string file;     ///< The old settings it reads.
    std::string settings; ///< The successor's: YAML.
    assignment how = assignment::none;
    std::optional<machine_id> machine{}; ///< With `by_settings`.
    std::string layout{};                ///< The preset of its IDs; empty: it has no machine ID.
    std::vector<id_pattern> patterns{};  ///< What its successor's IDs look like.
    publishing published = publishing::rest;
    std::uint16_t port = 0;             ///< Of the server that publishes.
    std::string leaf_file{};            ///< Where the old node kept its worker ID; empty: nowhere.
    std::vector<std::string> secrets{}; ///< The environment variables that hold passwords.
};

/// All entries of a table or tree that assigns machine IDs.
struct register_facts {
    std::string where; ///< As in "the tree /snowflake/x/forever of zk1:2181".
    std::vector<id_assignment::entry> entries{};
};

/// A table of tags.
struct table_facts {
    std::string where;      ///< As in "leaf_alloc of stores.leaf".
    std::string name;       ///< Of the table, for statements.
    bool is_tinyid = false; ///< Its max_id is the last number that is reserved, not the first that is not.
    seen_tags seen{};
    std::vector<std::string> with_tokens{}; ///< Of TinyId's: the tags for which there is a token.
};

/// IDs that the old fleet made.
struct sample_facts {
    std::string file;
    std::string refused{}; ///< Why no layout was found; empty: there is one.
    std::uint64_t ids = 0;
    std::string layout{}; ///< A preset's name, or custom.
    unix_ms newest{};
    std::vector<std::uint32_t> machines{};
};

/// All that a plan is made from.
struct facts {
    old_program from = old_program::leaf;
    unix_ms now{};
    std::chrono::milliseconds skew{1000}; ///< How far apart the clocks of the hosts may be.
    std::vector<node_facts> nodes{};      ///< In the order in which they are to be replaced.
    std::optional<register_facts> assigned{};
    std::vector<table_facts> tables{};
    std::optional<sample_facts> sample{};
    std::string folder = "."; ///< Where the files are written.
};

/// The instances of @p in that were at work within the last minute, by what they wrote; all that have a machine ID if
/// the register tells no times, or nobody was. Rising.
std::vector<std::string> nodes_at_work(const register_facts& in, unix_ms now);

} // namespace vesta::migrate
