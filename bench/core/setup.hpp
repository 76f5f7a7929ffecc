#pragma once

#include "support/report.hpp"

#include <vesta/generate/keeper.hpp>
#include <vesta/generate/time_generator.hpp>
#include <vesta/testing/memory_marks.hpp>

#include <memory>
#include <string>

namespace vesta::bench {

/// The timers of `time_generator_spec`. Without both the clock is read for each call.
struct timers {
    std::shared_ptr<portion_timer> rounds{};
    std::shared_ptr<portion_timer> readings{};
};

/// What settings give: `order: strict` or `lanes`.
timers strict();
timers lanes();

/// A generator as the library opens one, with its reservation kept by a thread; marks in memory, since the hot path
/// never touches the store.
class rig {
  public:
    rig(const scheme& family, const layout& type, populator_kind kind, std::uint32_t machines, const timers& by = {},
        std::uint64_t version = 0);

    time_generator& generator() noexcept { return *generator_; }

  private:
    testing::memory_marks marks_;
    std::vector<std::shared_ptr<reservation>> held_;
    std::unique_ptr<keeper> keeper_;
    std::unique_ptr<time_generator> generator_;
};

/// A layout that no machine can exhaust: 31 bits of seconds, 31 of sequence.
const scheme& uncapped();

/// The same with 41 bits of milliseconds and 21 of sequence.
const scheme& uncapped_ms();

inline constexpr populator_kind all_populators[] = {populator_kind::cas, populator_kind::mutex,
                                                    populator_kind::synchronized};

void measure_single(report& into);
void measure_capped(report& into);
void measure_first_id(report& into, const std::string& program);

} // namespace vesta::bench
