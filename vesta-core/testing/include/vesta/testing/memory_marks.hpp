#pragma once

#include <vesta/machine/lease.hpp>

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

namespace vesta::testing {

/// High-water marks in memory, with one owner each, as a shared store has them: what a crash leaves behind stays, and
/// an owner that was replaced finds its lease lost. Outlives the leases it gives. Safe to use from any thread.
class memory_marks {
  public:
    /// Called before each write with the machine ID; the error it returns is what the writer gets, and nothing is
    /// written.
    using fault = std::function<std::optional<error>(machine_id)>;

    /// Takes @p machine over from whoever has it. The previous owner's writes fail with `lease_lost` from then on.
    machine_lease take_over(machine_id machine);

    /// As `take_over`, but fails with `in_use` while another owner holds it.
    result<machine_lease> take(machine_id machine);

    /// The stored mark; the epoch of unix time where there is none.
    unix_ms stored(machine_id machine) const;

    void set_fault(fault on_write);

  private:
    class held_mark;
    struct row {
        unix_ms mark{};
        std::uint64_t owner = 0; ///< 0: nobody
    };

    machine_lease hand_out(machine_id machine);
    result<void> write(machine_id machine, std::uint64_t owner, unix_ms to, bool end);
    void abandon(machine_id machine, std::uint64_t owner) noexcept;

    mutable std::mutex guard_;
    std::map<machine_id, row> rows_;
    std::uint64_t owners_ = 0;
    fault on_write_;
};

/// The in-memory machine-ID provider: the first free IDs of a list.
class memory_provider final : public machine_id_provider {
  public:
    /// Takes @p wanted of @p ids at each call. @p marks outlives the provider.
    memory_provider(memory_marks& marks, std::vector<machine_id> ids, std::size_t wanted = 1)
        : marks_{marks}, ids_{std::move(ids)}, wanted_{wanted} {}

    result<std::vector<machine_lease>> acquire(const lease_request& request) override;

  private:
    memory_marks& marks_;
    const std::vector<machine_id> ids_;
    const std::size_t wanted_;
};

/// The provider that always fails, with the error it was given.
class failing_provider final : public machine_id_provider {
  public:
    explicit failing_provider(error reason) : reason_{std::move(reason)} {}
    result<std::vector<machine_lease>> acquire(const lease_request&) override { return reason_; }

  private:
    const error reason_;
};

} // namespace vesta::testing
