#pragma once

#include <vesta/sharded/range_ledger.hpp>
#include <vesta/sharded/shard_queue.hpp>
#include <vesta/sharded/sharded_store.hpp>

#include <deque>
#include <functional>
#include <map>
#include <mutex>

namespace vesta::testing {

/// The table and the ledger of sharded IDs in memory.
///
/// Thread-safety: safe.
class memory_shards final : public sharded_store, public range_ledger {
  public:
    /// The functions of store and ledger, for faults.
    enum class call : std::uint8_t { list, reserve, give_back, init, settle, enter, claim, unclaimed };
    /// Called before each call. The caller gets the error it returns, and nothing is done.
    using fault = std::function<std::optional<error>(call)>;

    result<std::vector<shard_row>> list() override;
    result<shard_range> reserve(const shard_request& request) override;
    result<bool> give_back(const shard_range& of, std::int64_t from) override;
    result<unsigned> init(app_number app, std::string_view name) override;
    result<void> settle_permutation(app_number app, std::string_view fingerprint) override;

    result<void> enter(const shard_range& range) override;
    result<bool> claim(const range_part& part) override;
    result<std::vector<range_part>> unclaimed(const shard_key& key) override;

    /// Makes or replaces a row, as an administrator would.
    void put(const shard_row& row);
    /// Removes the rows of an application.
    void remove(std::int64_t app);
    /// The row of a shard.
    shard_row find(std::int64_t app, std::int64_t shard) const;
    /// Calls @p before in front of each call from now on.
    void set_fault(fault before);

  private:
    using place = std::pair<std::int64_t, std::int64_t>;
    std::optional<error> trouble(call which);

    mutable std::mutex guard_;
    std::map<place, shard_row> rows_;
    std::map<app_number, std::string> settled_;
    std::map<std::pair<shard_key, std::int64_t>, std::pair<std::int64_t, std::uint32_t>> ledger_; // high: low, claimed
    fault before_;
};

/// A store and ledger that always fail with the given error.
class failing_shards final : public sharded_store, public range_ledger {
  public:
    explicit failing_shards(error reason) : reason_{std::move(reason)} {}
    result<std::vector<shard_row>> list() override { return reason_; }
    result<shard_range> reserve(const shard_request&) override { return reason_; }
    result<bool> give_back(const shard_range&, std::int64_t) override { return reason_; }
    result<unsigned> init(app_number, std::string_view) override { return reason_; }
    result<void> settle_permutation(app_number, std::string_view) override { return reason_; }
    result<void> enter(const shard_range&) override { return reason_; }
    result<bool> claim(const range_part&) override { return reason_; }
    result<std::vector<range_part>> unclaimed(const shard_key&) override { return reason_; }

  private:
    const error reason_;
};

/// A queue in memory that tests can empty, and set back to earlier content.
///
/// Thread-safety: safe.
class memory_queue final : public shard_queue {
  public:
    using content = std::map<shard_key, std::deque<range_part>>;
    using fault = std::function<std::optional<error>()>;

    result<std::optional<popped_part>> pop(const shard_key& key, std::uint64_t wanted) override;
    result<void> push(std::span<const range_part> parts) override;
    result<void> clear(const shard_key& key) override;
    result<std::optional<refill_token>> lock(const shard_key& key) override;
    result<void> unlock(const shard_key& key, const refill_token& token) override;

    /// The present content.
    content dump() const;
    /// Replaces the content by @p former, as a restored dump would.
    void restore(content former);
    void set_fault(fault before);

  private:
    std::optional<error> trouble();

    mutable std::mutex guard_;
    content parts_;
    std::map<shard_key, refill_token> locks_;
    unsigned tokens_ = 0;
    fault before_;
};

} // namespace vesta::testing
