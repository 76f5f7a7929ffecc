#pragma once

#include <vesta/base/result.hpp>
#include <vesta/sharded/sharded_store.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace vesta {

/// The original's queue: one entry per number, shared with its nodes. Whatever loses or repeats entries loses or
/// repeats numbers. Every call may block, and says `store_unavailable` when the list does not answer in time. Safe to
/// use from any thread.
class number_list {
  public:
    virtual ~number_list() = default;

    /// Numbers that follow one another: (low, high], and how many entries are left.
    struct run {
        std::int64_t low = 0;
        std::int64_t high = 0;
        std::uint64_t left = 0;
    };

    /// Takes the first number and those after it that follow it, at most @p wanted, in one step; nothing where the list
    /// is empty.
    virtual result<std::optional<run>> pop(const shard_key& key, std::uint64_t wanted) = 0;

    /// Appends the numbers of @p range, in order.
    virtual result<void> push(const shard_range& range) = 0;

    /// The original's lock for refilling, but with an owner: a token, or nothing where another node has it.
    virtual result<std::optional<std::string>> lock(const shard_key& key) = 0;
    virtual result<void> unlock(const shard_key& key, const std::string& token) = 0;
};

} // namespace vesta
