#pragma once

#include "segment/tag_source.hpp"

#include <vesta/sharded/permuted_source.hpp>
#include <vesta/sharded/sharded_store.hpp>
#include <vesta/source/id_source.hpp>

#include <atomic>
#include <memory>
#include <optional>

namespace vesta::detail {

/// The IDs of one shard: its numbers, hidden if there is a key, and put in their place.
class shard_stream final : public id_source {
  public:
    /// @p numbers outlives this. @p hidden may be null.
    shard_stream(const shard_key& key, tag_source& numbers, std::unique_ptr<const permutation> hidden)
        : key_{key}, numbers_{numbers} {
        if (hidden) hidden_.emplace(numbers, std::move(hidden));
    }

    grant try_generate(std::span<id> out) noexcept override;
    range_grant try_range(std::uint64_t count) noexcept override;
    range_grant try_block(std::uint64_t count) noexcept override;
    error explain_refusal(errc why) const override;

    /// Whether the last attempt found no such row. Only the generator asks again.
    bool absent() const noexcept { return absent_.load(std::memory_order_relaxed); }
    void set_absent(bool is) noexcept { absent_.store(is, std::memory_order_relaxed); }

  private:
    id at(std::uint64_t next) const noexcept { return sharded_id(next, key_.shard, key_.app); }
    range_grant in_place(range_grant numbers) noexcept;
    [[gnu::noinline]] grant generate_slowly(std::span<id> out) noexcept;

    const shard_key key_;
    tag_source& numbers_;
    std::optional<permuted_source> hidden_;
    std::atomic<bool> absent_{false};
};

} // namespace vesta::detail
