#pragma once

#include "random.hpp"

#include <vesta/id/scheme.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace vesta::testing {

/// The "now" of tests that need one: 2026-01-01T00:00:00Z.
inline constexpr unix_ms new_year_2026{std::chrono::milliseconds{1767225600000}};

/// A layout of the presets' order, with an epoch one year before `new_year_2026`.
inline layout plain_layout(time_unit unit, unsigned time_bits, unsigned seq_bits) {
    return layout::make({.name = "plain",
                         .width = {.machine = 4, .time = time_bits, .seq = seq_bits},
                         .unit = unit,
                         .epoch = new_year_2026 - std::chrono::days{365}},
                        new_year_2026)
        .value();
}

/// Any layout that can be made, its fields in any order; one in four as wide as its words allow.
inline layout random_layout(random_source& random) {
    constexpr std::array units{time_unit::millisecond, time_unit::centisecond, time_unit::second};
    for (;;) {
        layout_spec spec;
        spec.name = "random";
        spec.unit = random.pick(units);
        for (std::size_t i = spec.order.size(); i > 1; --i)
            std::swap(spec.order[i - 1], spec.order[random.below(i)]);
        const auto most = [&](unsigned bits) { return static_cast<unsigned>(random.below(bits + 1)); };
        spec.width = {.version = most(2), .type = most(2), .gen_method = most(2)};
        spec.width.machine = most(random.one_in(4) ? 32 : 12);
        spec.width.time = 1 + most(45);
        spec.width.seq = most(random.one_in(4) ? 61 : 20);
        spec.type = random.below(std::uint64_t{1} << spec.width.type);
        spec.epoch = new_year_2026 - std::chrono::milliseconds{random.between(0, 1'700'000'000'000)};
        if (auto made = layout::make(spec, new_year_2026)) return *std::move(made);
    }
}

/// Every layout of every preset, with the scheme's name before it.
inline std::vector<std::pair<std::string, layout>> preset_layouts() {
    std::vector<std::pair<std::string, layout>> all;
    for (const auto scheme_name : scheme_names())
        for (const layout& each : find_scheme(scheme_name)->types())
            all.emplace_back(std::string{scheme_name} + "/" + each.name(), each);
    return all;
}

/// Fields that fit @p of, each anywhere in its range and often at an end of it; the type is the layout's own.
inline fields random_fields(random_source& random, const layout& of) {
    fields parts;
    for (const field which : all_fields) {
        const std::uint64_t ends[] = {0, of.max(which), of.max(which) / 2};
        parts[which] = random.one_in(4) ? random.pick(ends) : random.bits() & of.max(which);
    }
    parts.type = of.type();
    return parts;
}

} // namespace vesta::testing
