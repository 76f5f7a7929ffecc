#pragma once

#include <vesta/migrate/facts.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace vesta::migrate {

/// Something that stands in the way.
struct refusal {
    std::string what;  ///< What is wrong, and where.
    std::string right; ///< What would be right.
};

/// One thing to do.
struct step {
    std::string node;      ///< On whose host, in a copy of that node's folder.
    std::string does;      ///< In words.
    std::string command{}; ///< For bash; empty: only the operator knows how.
};

/// The successor of an old node.
struct new_node {
    std::string name;
    std::string folder;   ///< Below the one of the facts.
    std::string settings; ///< The whole file.
    std::optional<machine_id> machine{};
    /// No ID of it is of an earlier time; absent: it has no machine ID, or that is known only once the old one stopped.
    std::optional<unix_ms> from{};
    std::chrono::milliseconds wait{0}; ///< From now to `from`, if it started now.
};

/// How to move, or why not.
struct plan {
    std::vector<std::string> found{};    ///< The evidence, a sentence each.
    std::vector<std::string> proven{};   ///< Why nothing meets.
    std::vector<std::string> rests_on{}; ///< What the proof assumes, which the operator answers for.
    std::vector<refusal> refusals{};     ///< Empty: it can be done.
    std::vector<new_node> nodes{};
    std::vector<step> steps{}; ///< In order.
    std::vector<step> back{};  ///< In order, if it has to be undone.
};

/// Plans the move. A plan with refusals has neither nodes nor steps.
plan make_plan(const facts& of);

/// How long a Leaf may have made IDs above the last time that it wrote, which it does every 3 s.
inline constexpr std::chrono::seconds unseen_by_leaf{10};

} // namespace vesta::migrate
