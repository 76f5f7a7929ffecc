#pragma once

#include <vesta/machine/lease.hpp>

#include <functional>
#include <map>
#include <mutex>
#include <optional>

namespace vesta::testing {

/// High-water marks in memory with one owner each, like a shared store's: the mark of a crashed owner stays, and an
/// owner that was replaced finds its lease lost.
///
/// Thread-safety: safe.
/// Lifetime: outlives the leases it gives.
class memory_marks {
  public:
    /// Called before each write with the machine ID. The writer gets the error it returns, and nothing is written.
    using fault = std::function<std::optional<error>(machine_id)>;

    /// Takes @p machine from any owner, whose writes fail with `lease_lost` from then on.
    machine_lease take_over(machine_id machine);

    /// As `take_over`.
    ///
    /// Errors: `in_use` while another owner holds it.
    result<machine_lease> take(machine_id machine);

    /// The stored mark; the unix epoch if there is none.
    unix_ms stored(machine_id machine) const;

    /// Calls @p on_write before each write from now on.
    void set_fault(fault on_write);

  private:
    class held_mark;
    struct row {
        unix_ms mark{};
        std::uint64_t owner = 0; ///< 0: none.
    };

    machine_lease hand_out(machine_id machine);
    result<void> write(machine_id machine, std::uint64_t owner, unix_ms to, bool end);
    void abandon(machine_id machine, std::uint64_t owner) noexcept;

    mutable std::mutex guard_;
    std::map<machine_id, row> rows_;
    std::uint64_t owners_ = 0;
    fault on_write_;
};

/// A machine-ID provider in memory: the first free ones of a list.
class memory_provider final : public machine_id_provider {
  public:
    /// Takes @p wanted of @p ids at each call.
    ///
    /// Lifetime: @p marks outlives the provider.
    memory_provider(memory_marks& marks, std::vector<machine_id> ids, std::size_t wanted = 1)
        : marks_{marks}, ids_{std::move(ids)}, wanted_{wanted} {}

    result<std::vector<machine_lease>> acquire(const lease_request& request) override;

  private:
    memory_marks& marks_;
    const std::vector<machine_id> ids_;
    const std::size_t wanted_;
};

/// A provider that always fails with the given error.
class failing_provider final : public machine_id_provider {
  public:
    explicit failing_provider(error reason) : reason_{std::move(reason)} {}
    result<std::vector<machine_lease>> acquire(const lease_request&) override { return reason_; }

  private:
    const error reason_;
};

} // namespace vesta::testing
