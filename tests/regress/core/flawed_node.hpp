#pragma once

#include "support/layouts.hpp"

#include <vesta/testing/manual_clock.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace vesta::testing {

inline const layout& milliseconds_of_vesta() {
    return *find_scheme("vesta")->type("min-granularity").value();
}

/// How many of @p ids are there more than once.
inline std::size_t duplicates(std::vector<id> ids) {
    std::ranges::sort(ids);
    return ids.size() - static_cast<std::size_t>(std::ranges::unique(ids).begin() - ids.begin());
}

/// A generator as such generators are commonly written, and as the Java Vesta is: the last tick and the sequence in it,
/// no reservation, nothing kept over a restart. Where it goes wrong is what the tests here are about.
class flawed_node {
  public:
    /// What it does after the wait for a new tick, when the sequence was used up.
    enum class after_waiting { forgets_the_new_tick, notes_the_new_tick };

    flawed_node(const layout& of, manual_clock& clock, after_waiting what) : of_{of}, clock_{clock}, what_{what} {}

    /// Nothing when the clock is behind the last tick it remembers.
    std::optional<id> generate(std::uint64_t machine = 1) {
        std::int64_t tick = now();
        if (tick < last_) return {};
        if (tick != last_) {
            last_ = tick;
            seq_ = 0;
        } else if (++seq_ > of_.max(field::seq)) {
            seq_ = 0;
            for (; now() <= last_; tick = now())
                clock_.rest(std::chrono::microseconds{100}); // the original burns the processor here
            tick = now();
            if (what_ == after_waiting::notes_the_new_tick) last_ = tick;
        }
        return of_
            .encode({.type = of_.type(), .machine = machine, .time = static_cast<std::uint64_t>(tick), .seq = seq_})
            .value();
    }

    /// Starts over, as its reset does.
    void reset() {
        last_ = -1;
        seq_ = 0;
    }

  private:
    std::int64_t now() const {
        return (std::chrono::floor<std::chrono::milliseconds>(clock_.now()) - of_.epoch()) /
               std::chrono::milliseconds{static_cast<int>(of_.unit())};
    }

    const layout& of_;
    manual_clock& clock_;
    const after_waiting what_;
    std::int64_t last_ = -1;
    std::uint64_t seq_ = 0;
};

} // namespace vesta::testing
