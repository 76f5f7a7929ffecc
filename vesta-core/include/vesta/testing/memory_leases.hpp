#pragma once

#include <vesta/machine/lease_table.hpp>
#include <vesta/time/clock.hpp>

#include <functional>
#include <map>
#include <mutex>

namespace vesta::testing {

/// A lease table in memory, with the faults of a store far away. Safe to use from any thread.
class memory_leases final : public lease_table {
  public:
    enum class fault : std::uint8_t {
        none,
        before, ///< The call fails, and nothing is done.
        after   ///< A write is done, and its answer is lost; a read fails.
    };

    /// @p clock is the store's own and outlives this.
    explicit memory_leases(const wall_clock& clock) : clock_{clock} {}

    std::string where() const override { return "the table in memory"; }
    result<std::vector<lease_row>> rows() override;
    result<lease_row> row(machine_id id) override;
    result<std::optional<std::int64_t>> put(const lease_row& next, std::chrono::milliseconds lease) override;

    /// Called at the start of each call, which then has that fault.
    void set_fault(std::function<fault()> next);

    /// For the proof that it matters: from now on every `put` writes, whatever the version.
    void forget_to_compare() noexcept { compares_ = false; }

  private:
    struct held {
        lease_row row;
        unix_ms ends;
    };

    fault next_fault() const { return fault_ ? fault_() : fault::none; }
    unix_ms now() const { return std::chrono::floor<std::chrono::milliseconds>(clock_.now()); }
    lease_row seen(const held& of) const;

    const wall_clock& clock_;
    std::mutex guard_;
    std::map<machine_id, held> rows_;
    std::function<fault()> fault_;
    bool compares_ = true;
};

} // namespace vesta::testing
