#pragma once

#include "layouts.hpp"

#include <vesta/generate/succession.hpp>
#include <vesta/id/layouts_in_turn.hpp>
#include <vesta/testing/manual_clock.hpp>
#include <vesta/testing/memory_marks.hpp>

#include <memory>
#include <utility>
#include <vector>

namespace vesta::testing {

/// Two layouts in turn, and the schemes that own them.
class two_layouts {
  public:
    two_layouts(layout first, std::uint64_t first_version, layout second, std::uint64_t second_version, unix_ms at)
        : first_{"first", {std::move(first)}}, second_{"second", {std::move(second)}},
          both_{
              {&first_, first_.types().data(), first_version}, {&second_, second_.types().data(), second_version}, at} {
    }
    two_layouts(const two_layouts&) = delete;
    two_layouts& operator=(const two_layouts&) = delete;

    const layouts_in_turn& both() const noexcept { return both_; }

  private:
    const scheme first_;
    const scheme second_;
    const layouts_in_turn both_;
};

/// What a node makes them with.
inline std::unique_ptr<succession> make_succession(const layouts_in_turn& of, const time_generator_spec& like,
                                                   const std::vector<std::shared_ptr<reservation>>& held,
                                                   const wall_clock& clock) {
    const auto make = [&](const versioned_layout& by, const layout_span& within) {
        time_generator_spec spec = like;
        spec.family = by.family;
        spec.type = by.type;
        spec.version = by.version;
        spec.within = within;
        return std::shared_ptr<time_generator>{time_generator::make(spec, held, clock, {}).value()};
    };
    return std::make_unique<succession>(make(of.first, {.until = of.at}), make(of.second, {.from = of.at}));
}

} // namespace vesta::testing
