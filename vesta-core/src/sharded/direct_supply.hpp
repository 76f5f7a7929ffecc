#pragma once

#include <vesta/sharded/shard_supply.hpp>

#include <map>
#include <mutex>
#include <set>

namespace vesta::detail {

/// Ranges straight from the store. The other supplies use one for what their queues lack.
class direct_supply final : public shard_supply {
  public:
    direct_supply(std::shared_ptr<sharded_store> store, number_use use);

    result<std::vector<tag_row>> list() override;
    result<segment> reserve(const segment_request& request) override;
    result<bool> give_back(std::string_view tag, const segment& of, std::int64_t from) override;
    result<bool> create(std::string_view tag, std::int64_t step) override;
    supply_status status() const override;

    /// As `sharded_store::reserve`, after settling how the application's numbers are permuted.
    result<shard_range> reserve_range(const shard_key& key, std::uint64_t width, std::int64_t reserved_before);

  private:
    result<void> settle(app_number app);
    result<tag_row> tag_row_of(const shard_row& row);

    const std::shared_ptr<sharded_store> store_;
    const number_use use_;

    mutable std::mutex guard_;
    std::set<app_number> settled_;
    std::optional<error> row_trouble_;
    std::map<app_number, std::string> names_;
    std::uint64_t reserved_ = 0;
};

/// A range as a segment: [low + 1, high + 1).
segment as_segment(const shard_range& range) noexcept;

} // namespace vesta::detail
