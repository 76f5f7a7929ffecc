#pragma once

#include <vesta/base/published.hpp>
#include <vesta/generate/lane.hpp>

#include <memory>
#include <vector>

namespace vesta {

/// The place of a generator in a reservation: it holds the lane of the present machine ID.
///
/// A lane keeps its machine ID for life. When that is lost, the slot closes the lane and puts another in its place.
///
/// Thread-safety: safe; only one thread at a time calls `replace`.
/// Lifetime: closed lanes live as long as the slot, since threads may still use them.
class lane_slot {
  public:
    /// As the constructor of `lane`.
    lane_slot(const layout& of, const fields& parts, populator_kind kind, const pacing& how, unix_ms found,
              const layout_span& within = {})
        : of_{of}, within_{within}, parts_{parts}, kind_{kind}, how_{how} {
        put(found, {});
    }
    lane_slot(const lane_slot&) = delete;
    lane_slot& operator=(const lane_slot&) = delete;

    /// The present lane.
    lane& present() const noexcept { return *present_.get(); }

    /// Whether @p machine fits the layout's machine field.
    bool fits(machine_id machine) const noexcept { return machine.value <= of_.max(field::machine); }

    /// Closes the present lane and puts one for @p machine in its place. The new lane starts above @p found and above
    /// every position claimed here, and is covered by the durable mark @p mark.
    ///
    /// @p machine fits the layout.
    void replace(machine_id machine, unix_ms found, unix_ms mark);

  private:
    void put(unix_ms found, unix_ms mark) {
        lanes_.push_back(std::make_unique<lane>(of_, parts_, kind_, how_, found, within_));
        lanes_.back()->cover(mark);
        present_.put(lanes_.back().get());
    }

    const layout of_;
    const layout_span within_;
    fields parts_;
    const populator_kind kind_;
    const pacing how_;
    std::vector<std::unique_ptr<lane>> lanes_;
    detail::published<lane> present_;
};

} // namespace vesta
