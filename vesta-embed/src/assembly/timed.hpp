#pragma once

#include "plan.hpp"

#include <vesta/catalogue/named_generator.hpp>
#include <vesta/generate/portion_timer.hpp>
#include <vesta/generate/reservation.hpp>
#include <vesta/time/clock_guard.hpp>

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace vesta::embed {

/// Makes the time-based generators of an instance on its reservations, and ends the rounds of what threads set aside.
///
/// Thread-safety: `end_rounds` is safe once all are made.
/// Lifetime: settings, clocks and plan outlive it and what it makes.
class timed_makers {
  public:
    timed_makers(const settings& from, const wall_clock& clock, const clock_guard& guard)
        : from_{from}, clock_{clock}, guard_{guard} {}

    /// Makes the generator @p of on @p held, in the form in which its IDs leave. @p hurry as for
    /// `time_generator::make`.
    ///
    /// Errors: `invalid_settings`.
    result<std::shared_ptr<named_generator>> make(const planned_generator& of,
                                                  const std::vector<std::shared_ptr<reservation>>& held,
                                                  const std::function<void()>& hurry);

    /// Call it after the lanes are closed, so that no thread hands out what it set aside.
    void end_rounds() noexcept;

  private:
    using maker = std::shared_ptr<time_generator>;

    std::shared_ptr<portion_timer> rounds_of(std::chrono::milliseconds period);
    void set_rounds(const planned_generator& of, const time_settings& as, time_generator_spec& spec);
    result<std::unique_ptr<time_generator>> make_one(const planned_generator& of,
                                                     const std::vector<std::shared_ptr<reservation>>& held,
                                                     const std::function<void()>& hurry);
    result<maker> shared(const planned_generator& of, const std::vector<std::shared_ptr<reservation>>& held,
                         const std::function<void()>& hurry);
    result<std::shared_ptr<named_generator>> make_named(const planned_generator& of,
                                                        const std::vector<std::shared_ptr<reservation>>& held,
                                                        const std::function<void()>& hurry);

    const settings& from_;
    const wall_clock& clock_;
    const clock_guard& guard_;
    std::map<std::chrono::milliseconds, std::shared_ptr<portion_timer>> rounds_; // by period
    /// Those of layouts in turn, by name and pattern: two ways of publishing may have one of the two in common.
    std::map<std::pair<std::string, std::string>, maker> shared_;
};

} // namespace vesta::embed
