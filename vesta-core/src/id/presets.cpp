// The layouts of the systems that this program succeeds and of others, bit for bit. docs/layouts.md draws them and
// names the source of each constant.
#include <vesta/id/scheme.hpp>

#include <array>
#include <vector>

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
constexpr std::array usual_order{field::version, field::type, field::gen_method,
                                 field::time,    field::seq,  field::machine};

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

/// A layout of one type: time, sequence and machine ID.
struct plain {
    std::string_view name;
    unsigned time, seq, machine;
    unix_ms epoch;
    const std::array<field, 6>& order = machine_below_time;
    time_unit unit = time_unit::millisecond;
};

scheme scheme_of(const plain& of) {
    return {std::string{of.name},
            {known_good({.name = std::string{of.name},
                         .width = {.machine = of.machine, .time = of.time, .seq = of.seq},
                         .order = of.order,
                         .unit = of.unit,
                         .epoch = of.epoch})}};
}

constexpr unix_ms at(std::int64_t since_1970) {
    return unix_ms{milliseconds{since_1970}};
}

/// Below 2^53: 12,800 IDs a second from each of 256 machines, until 2113.
constexpr plain js{"js", 38, 7, 8, at(1767225600000), usual_order, time_unit::centisecond};

// Other programs' default layouts. Where a field is wider there than ours can be, its upper bits are 0 for centuries.
constexpr std::array others{
    plain{"snowflake", 41, 12, 10, epoch_snowflake}, // also Leaf's, MyBatis-Plus's and Hutool's
    plain{"discord", 41, 12, 10, at(1420070400000)},
    plain{"instagram", 40, 10, 13, at(1314220021721)},
    plain{"sonyflake", 39, 8, 16, at(1409529600000), usual_order, time_unit::centisecond},
    plain{"mastodon", 46, 16, 0, at(0)},
    plain{"yitter", 46, 6, 6, at(1582136402000)},
    plain{"seata", 41, 12, 10, at(1588435200000), machine_above_time},
    plain{"cosid", 41, 12, 10, at(1577203200000)},
    plain{"cosid-second", 31, 22, 10, at(1577203200000), machine_below_time, time_unit::second},
    plain{"cosid-js", 41, 9, 3, at(1577203200000)},
    plain{"cosid-js-1970", 41, 9, 3, at(1577203200)}, // up to CosId 3.2.0, which took its epoch's seconds for ms
    plain{"uid-generator", 28, 13, 22, at(1463673600000), machine_below_time, time_unit::second}};

std::vector<scheme> all_presets() {
    std::vector<scheme> all{
        scheme{"vesta", {min_granularity(epoch_2015, 2), max_peak(epoch_2015, 2)}},
        scheme{"vesta-2018", {min_granularity(epoch_2018, 1), max_peak(epoch_2018, 1), short_type()}},
        scheme{"vesta-2015",
               {reordered(min_granularity(epoch_2015, 2), machine_above_time),
                reordered(max_peak(epoch_2015, 2), machine_above_time)}},
        scheme_of(js)};
    for (const plain& each : others)
        all.push_back(scheme_of(each));
    return all;
}

const std::vector<scheme>& presets() {
    static const std::vector<scheme> all = all_presets();
    return all;
}

} // namespace

const scheme* find_scheme(std::string_view name) {
    for (const scheme& each : presets())
        if (each.name() == name) return &each;
    return nullptr;
}

std::span<const std::string_view> scheme_names() {
    static const std::vector<std::string_view> names = [] {
        std::vector<std::string_view> all;
        for (const scheme& each : presets())
            all.push_back(each.name());
        return all;
    }();
    return names;
}

} // namespace vesta
