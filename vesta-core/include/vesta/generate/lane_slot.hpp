#pragma once

#include <vesta/base/published.hpp>
#include <vesta/generate/lane.hpp>

#include <memory>
#include <vector>

namespace vesta {

/// A generator's place in a reservation: the lane of the machine ID there is now. A lane never changes its machine ID;
/// one whose machine ID was lost is closed and kept, since threads may be using it, and another takes its place. Safe
/// to use from any thread; `replace` from one at a time.
class lane_slot {
  public:
    /// As `lane`.
    lane_slot(const layout& of, const fields& parts, populator_kind kind, const pacing& how, unix_ms found)
        : of_{of}, parts_{parts}, kind_{kind}, how_{how} {
        put(found, {});
    }
    lane_slot(const lane_slot&) = delete;
    lane_slot& operator=(const lane_slot&) = delete;

    lane& now() const noexcept { return *now_.get(); }

    /// Whether the layout can hold @p machine.
    bool fits(machine_id machine) const noexcept { return machine.value <= of_.max(field::machine); }

    /// Closes the lane there is and puts one for @p machine in its place, which starts above @p found and above all
    /// that was given out here, and is covered by @p mark. @p machine fits.
    void replace(machine_id machine, unix_ms found, unix_ms mark);

  private:
    void put(unix_ms found, unix_ms mark) {
        lanes_.push_back(std::make_unique<lane>(of_, parts_, kind_, how_, found));
        lanes_.back()->cover(mark);
        now_.put(lanes_.back().get());
    }

    const layout of_;
    fields parts_;
    const populator_kind kind_;
    const pacing how_;
    std::vector<std::unique_ptr<lane>> lanes_;
    detail::published<lane> now_;
};

} // namespace vesta
