#pragma once

#include <vesta/machine/lease_table.hpp>
#include <vesta/time/clock.hpp>

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace vesta::testing {

/// A lease table in memory, with the faults of a remote store.
///
/// Thread-safety: safe.
class memory_leases final : public lease_table {
  public:
    /// The fault of one call.
    enum class fault : std::uint8_t {
        none,
        before, ///< The call fails, and nothing is done.
        after   ///< A write is done, and its answer is lost; a read fails.
    };

    /// @p clock is the store's own.
    ///
    /// Lifetime: @p clock outlives this.
    explicit memory_leases(const wall_clock& clock) : clock_{clock} {}

    std::string where() const override { return "the table in memory"; }
    result<store_moment> store_now() override;
    result<std::vector<lease_row>> rows() override;
    result<lease_row> row(machine_id id, std::uint32_t share = 0) override;
    result<std::optional<lease_write>> put(const lease_row& next, std::chrono::milliseconds lease) override;
    result<void> repair(const lease_row& next) override;

    /// @p next is called at the start of each call, which then has that fault.
    void set_fault(std::function<fault()> next);

    /// Another server answers from now on. The test removes the writes that the last one lost.
    void fail_over(std::string server);
    /// Removes the rows of @p id.
    void forget(machine_id id);
    /// Puts @p back in place, as an old backup or a lagging replica would.
    void roll_back(const lease_row& back);

    /// Proves that comparing matters: from now on every `put` writes, whatever the version.
    void forget_to_compare() noexcept { compares_ = false; }

  private:
    struct held {
        lease_row row;
        unix_ms ends;
    };

    fault next_fault() const { return fault_ ? fault_() : fault::none; }
    unix_ms now() const { return std::chrono::floor<std::chrono::milliseconds>(clock_.now()); }
    lease_row seen(const held& of) const;
    void store(const lease_row& next, std::int64_t version, unix_ms ends);

    const wall_clock& clock_;
    std::mutex guard_;
    std::map<std::pair<machine_id, std::uint32_t>, held> rows_;
    std::string server_ = "the first server";
    std::function<fault()> fault_;
    bool compares_ = true;
};

} // namespace vesta::testing
