#include <vesta/testing/memory_marks.hpp>

#include <utility>

namespace vesta::testing {

class memory_marks::held_mark final : public high_water_mark {
  public:
    held_mark(memory_marks& of, machine_id machine, std::uint64_t owner, unix_ms value) noexcept
        : of_{of}, machine_{machine}, owner_{owner}, value_{value} {}
    held_mark(const held_mark&) = delete;
    held_mark& operator=(const held_mark&) = delete;
    ~held_mark() override { of_.abandon(machine_, owner_); }

    unix_ms value() const noexcept override { return value_; }
    result<void> advance(unix_ms to) override { return write(to, false); }
    result<void> release(unix_ms used) override { return write(used, true); }

  private:
    result<void> write(unix_ms to, bool end) {
        auto written = of_.write(machine_, owner_, to, end);
        if (written) value_ = to;
        return written;
    }

    memory_marks& of_;
    const machine_id machine_;
    const std::uint64_t owner_;
    unix_ms value_;
};

machine_lease memory_marks::hand_out(machine_id machine) {
    row& held = rows_[machine];
    held.owner = ++owners_;
    return {machine, std::make_unique<held_mark>(*this, machine, held.owner, held.mark)};
}

machine_lease memory_marks::take_over(machine_id machine) {
    const std::lock_guard guard{guard_};
    return hand_out(machine);
}

result<machine_lease> memory_marks::take(machine_id machine) {
    const std::lock_guard guard{guard_};
    if (const auto owner = rows_[machine].owner; owner != 0)
        return error{errc::in_use,
                     "machine ID " + std::to_string(machine.value) + " is held by owner " + std::to_string(owner)};
    return hand_out(machine);
}

unix_ms memory_marks::stored(machine_id machine) const {
    const std::lock_guard guard{guard_};
    const auto found = rows_.find(machine);
    return found == rows_.end() ? unix_ms{} : found->second.mark;
}

void memory_marks::set_fault(fault on_write) {
    const std::lock_guard guard{guard_};
    on_write_ = std::move(on_write);
}

result<void> memory_marks::write(machine_id machine, std::uint64_t owner, unix_ms to, bool end) {
    const std::lock_guard guard{guard_};
    if (on_write_) {
        if (auto failed = on_write_(machine)) return *std::move(failed);
    }
    row& held = rows_[machine];
    if (held.owner != owner)
        return error{errc::lease_lost, "machine ID " + std::to_string(machine.value) + " belongs to another owner now"};
    held.mark = to;
    if (end) held.owner = 0;
    return {};
}

void memory_marks::abandon(machine_id machine, std::uint64_t owner) noexcept {
    const std::lock_guard guard{guard_};
    if (const auto found = rows_.find(machine); found != rows_.end() && found->second.owner == owner)
        found->second.owner = 0;
}

result<std::vector<machine_lease>> memory_provider::acquire(const lease_request& request) {
    std::vector<machine_lease> taken;
    std::string others;
    for (const machine_id each : ids_) {
        if (taken.size() == wanted_) break;
        if (each.value > request.max_id) continue;
        auto lease = marks_.take(each);
        if (lease) {
            taken.push_back(*std::move(lease));
        } else {
            others += "; " + lease.error().message;
        }
    }
    if (taken.size() < wanted_)
        return error{errc::exhausted, "only " + std::to_string(taken.size()) + " of " + std::to_string(wanted_) +
                                          " machine IDs are free" + others};
    return taken;
}

} // namespace vesta::testing
