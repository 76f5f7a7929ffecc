// The layouts of the systems that this program succeeds, bit for bit. docs/layouts.md draws them and names the source
// of each constant.
#include <vesta/id/scheme.hpp>

#include <array>

namespace vesta {
namespace {

using std::chrono::milliseconds;

constexpr unix_ms epoch_2015{milliseconds{1420041600000}};      // 2015-01-01T00:00+08:00, Vesta's documents
constexpr unix_ms epoch_2018{milliseconds{1514736000000}};      // 2018-01-01T00:00+08:00, Vesta since 2018-06
constexpr unix_ms epoch_snowflake{milliseconds{1288834974657}}; // Twitter's, kept by Leaf

constexpr std::array machine_above_time{field::version, field::type, field::gen_method,
                                        field::machine, field::time, field::seq};
constexpr std::array machine_below_time{field::version, field::type,    field::gen_method,
                                        field::time,    field::machine, field::seq};

/// A preset is right or the build is wrong, so no error is passed on. 2026 stands for "now".
layout known_good(const layout_spec& spec) {
    return layout::make(spec, unix_ms{milliseconds{1767225600000}}).value();
}

layout max_peak(unix_ms epoch, unsigned gen_method_bits) {
    return known_good(
        {.name = "max-peak",
         .type = 0,
         .width = {.version = 1, .type = 1, .gen_method = gen_method_bits, .machine = 10, .time = 30, .seq = 20},
         .unit = time_unit::second,
         .epoch = epoch});
}

layout min_granularity(unix_ms epoch, unsigned gen_method_bits) {
    return known_good(
        {.name = "min-granularity",
         .type = 1,
         .width = {.version = 1, .type = 1, .gen_method = gen_method_bits, .machine = 10, .time = 40, .seq = 10},
         .epoch = epoch});
}

/// Vesta wrote type 2 of its short IDs into one bit, so that the carry went into the next bit, the version's. Both bits
/// read as one type field keep these IDs as they are and tell them apart from the long ones.
layout short_type() {
    return known_good({.name = "short",
                       .type = 2,
                       .width = {.version = 0, .type = 2, .gen_method = 1, .machine = 10, .time = 30, .seq = 10},
                       .unit = time_unit::second,
                       .epoch = epoch_2018});
}

layout reordered(const layout& original, const std::array<field, 6>& order) {
    layout_spec spec = original.spec();
    spec.order = order;
    return known_good(spec);
}

layout leaf_snowflake() {
    return known_good({.name = "snowflake",
                       .width = {.machine = 10, .time = 41, .seq = 12},
                       .order = machine_below_time,
                       .epoch = epoch_snowflake});
}

constexpr std::array<std::string_view, 4> names{"vesta", "vesta-2018", "vesta-2015", "snowflake"};

const std::array<scheme, names.size()>& presets() {
    static const std::array<scheme, names.size()> all{
        scheme{"vesta", {min_granularity(epoch_2015, 2), max_peak(epoch_2015, 2)}},
        scheme{"vesta-2018", {min_granularity(epoch_2018, 1), max_peak(epoch_2018, 1), short_type()}},
        scheme{"vesta-2015",
               {reordered(min_granularity(epoch_2015, 2), machine_above_time),
                reordered(max_peak(epoch_2015, 2), machine_above_time)}},
        scheme{"snowflake", {leaf_snowflake()}}};
    return all;
}

} // namespace

const scheme* find_scheme(std::string_view name) noexcept {
    for (const scheme& each : presets())
        if (each.name() == name) return &each;
    return nullptr;
}

std::span<const std::string_view> scheme_names() noexcept {
    return names;
}

} // namespace vesta
