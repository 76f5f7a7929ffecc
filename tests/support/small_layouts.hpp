#pragma once

#include "layouts.hpp"

#include <vesta/id/pattern.hpp>

#include <set>

namespace vesta::testing {

/// Any layout of at most @p most bits, so that every ID of it can be listed. Its epoch lies within @p near of
/// `new_year_2026`, before or after.
inline layout small_layout(random_source& random, unsigned most, std::chrono::milliseconds near) {
    constexpr std::array units{time_unit::millisecond, time_unit::centisecond, time_unit::second};
    for (;;) {
        layout_spec spec{.name = "small", .unit = random.pick(units)};
        const auto bits = [&](unsigned end) { return static_cast<unsigned>(random.below(end)); };
        spec.width = {.version = bits(2), .type = bits(3), .gen_method = bits(3), .machine = bits(4)};
        spec.width.time = 1 + bits(6);
        spec.width.seq = bits(5);
        for (std::size_t i = spec.order.size(); i > 1; --i)
            std::swap(spec.order[i - 1], spec.order[random.below(i)]);
        spec.type = random.below(std::uint64_t{1} << spec.width.type);
        spec.epoch = new_year_2026 + std::chrono::milliseconds{random.between(-near.count(), near.count())};
        if (auto made = layout::make(spec); made && made->total_width() <= most) return *std::move(made);
    }
}

/// Any pattern of @p of.
inline id_pattern random_pattern(random_source& random, const layout& of) {
    const auto methods = std::min<std::uint64_t>(4, of.max(field::gen_method) + 1);
    return id_pattern::make(of, random.below(of.max(field::version) + 1),
                            static_cast<gen_method>(random.below(methods)))
        .value();
}

/// Every number of @p reach, one by one.
inline std::set<std::uint64_t> numbers_of(const id_reach& reach) {
    std::set<std::uint64_t> all;
    const layout& of = reach.of.of();
    fields parts = reach.of.fixed();
    for (parts.time = reach.first_tick; parts.time < reach.end_tick && parts.time <= of.max(field::time); ++parts.time)
        for (parts.machine = reach.first.value;
             parts.machine <= std::min<std::uint64_t>(reach.last.value, of.max(field::machine)); ++parts.machine)
            for (parts.seq = 0; parts.seq <= of.max(field::seq); ++parts.seq)
                all.insert(of.encode(parts).value().bits());
    return all;
}

} // namespace vesta::testing
