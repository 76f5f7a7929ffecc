#pragma once

#include "support/layouts.hpp"

#include <vesta/generate/populator.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <tuple>

namespace vesta::testing {

/// What the populators' contract is tested on: each kind with each length of tick, and without a sequence.
struct populator_case {
    const char* name;
    time_unit unit;
    unsigned time_bits;
    unsigned seq_bits;
};

inline constexpr populator_case populator_cases[] = {{"ms", time_unit::millisecond, 36, 10},
                                                     {"centisecond", time_unit::centisecond, 36, 6},
                                                     {"s", time_unit::second, 32, 20},
                                                     {"ms_without_seq", time_unit::millisecond, 36, 0}};

inline constexpr populator_kind populator_kinds[] = {populator_kind::cas, populator_kind::mutex,
                                                     populator_kind::synchronized};

/// One populator and a hand-turned clock. Own time begins at tick 1000, and so does the clock.
class populator_rig {
  public:
    static constexpr std::int64_t first_tick = 1000;

    populator_rig(populator_kind kind, const populator_case& on, const pacing& how = {})
        : of{plain_layout(on.unit, on.time_bits, on.seq_bits)}, line{of}, now{line.start_of(first_tick)},
          tick{line.start_of(1) - line.start_of(0)}, give{make_populator(kind, line, how, line.first_of(first_tick))} {}

    claim ask(std::uint64_t wanted, readiness mode = readiness::may_wait) { return give->populate(now, wanted, mode); }

    /// Lets everything out up to @p ticks after the first.
    void cover(std::int64_t ticks) { give->raise_limit(line.first_of(first_tick + ticks)); }

    /// Claims all that the present tick has left.
    void use_up_tick() {
        while (ask(line.per_tick(), readiness::only_ready).why == refusal::none) {
        }
    }

    const layout of;
    const timeline line;
    unix_ns now;
    const std::chrono::nanoseconds tick;
    const std::unique_ptr<populator> give;
};

using populator_param = std::tuple<populator_kind, populator_case>;

inline std::string populator_param_name(const ::testing::TestParamInfo<populator_param>& info) {
    return std::string{name(std::get<0>(info.param))} + "_" + std::get<1>(info.param).name;
}

class populator_test : public ::testing::TestWithParam<populator_param> {
  protected:
    populator_rig rig_with(const pacing& how = {}) const {
        return {std::get<0>(GetParam()), std::get<1>(GetParam()), how};
    }
};

inline auto every_populator() {
    return ::testing::Combine(::testing::ValuesIn(populator_kinds), ::testing::ValuesIn(populator_cases));
}

} // namespace vesta::testing
