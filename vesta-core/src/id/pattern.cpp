#include <vesta/base/number.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/id/pattern.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace vesta {
namespace {

constexpr std::array fixed_fields{field::version, field::type, field::gen_method};

bool is_fixed(field which) {
    return std::ranges::find(fixed_fields, which) != fixed_fields.end();
}

unsigned& width_in(layout_spec& of, field which) {
    unsigned* const widths[] = {&of.width.version, &of.width.type, &of.width.gen_method,
                                &of.width.machine, &of.width.time, &of.width.seq};
    return *widths[static_cast<std::size_t>(which)];
}

/// Removes the name, and moves fields without bits behind the others in the order of `enum field`.
layout without_names(const layout& of) {
    layout_spec plain = of.spec();
    plain.name.clear();
    const auto has_bits = [&](field each) { return of.width(each) != 0; };
    const auto rest = std::ranges::copy_if(of.spec().order, plain.order.begin(), has_bits).out;
    std::ranges::remove_copy_if(all_fields, rest, has_bits);
    return layout::make(std::move(plain)).value(); // checked when it was made
}

std::string text_of(const layout& of, const fields& fixed) {
    std::string text = std::to_string(of.epoch().time_since_epoch().count()) + "/" + std::string{name(of.unit())};
    for (const field each : of.spec().order) {
        if (of.width(each) == 0) continue;
        text += "/" + std::string{name(each)} + ":" + std::to_string(of.width(each));
        if (is_fixed(each)) text += "=" + std::to_string(fixed[each]);
    }
    return text;
}

/// Reads the parts of a text between its slashes. It is lenient: the caller writes the result again and compares.
class pattern_reader {
  public:
    explicit pattern_reader(std::string_view text) : rest_{text} {}

    bool read(layout_spec& into, fields& fixed) {
        std::int64_t epoch_ms = 0;
        if (!read(next(), epoch_ms) || !read_unit(next(), into.unit)) return false;
        into.epoch = unix_ms{std::chrono::milliseconds{epoch_ms}};
        std::size_t known = 0;
        for (; !rest_.empty() && known < into.order.size(); ++known)
            if (!read_field(next(), into, fixed, into.order[known])) return false;
        into.type = fixed.type;
        return rest_.empty() && fill_up(into, known);
    }

  private:
    std::string_view next() {
        const auto end = std::min(rest_.find('/'), rest_.size());
        const auto part = rest_.substr(0, end);
        rest_.remove_prefix(std::min(end + 1, rest_.size()));
        return part;
    }

    template <class Integer>
    static bool read(std::string_view text, Integer& into) {
        const auto number = read_number<Integer>(text);
        into = number.value_or(0);
        return number.has_value();
    }

    static bool read_unit(std::string_view text, time_unit& into) {
        for (const time_unit each : {time_unit::millisecond, time_unit::centisecond, time_unit::second}) {
            if (name(each) != text) continue;
            into = each;
            return true;
        }
        return false;
    }

    /// time:40 or version:1=0.
    static bool read_field(std::string_view part, layout_spec& into, fields& fixed, field& place) {
        const auto colon = std::min(part.find(':'), part.size());
        const auto found = std::ranges::find(all_fields, part.substr(0, colon), [](field each) { return name(each); });
        if (found == all_fields.end() || colon == part.size() || width_in(into, *found) != 0) return false;
        place = *found;
        const auto value = std::min(part.find('='), part.size());
        if (is_fixed(place) != (value < part.size())) return false;
        if (is_fixed(place) && !read(part.substr(value + 1), fixed[place])) return false;
        return read(part.substr(colon + 1, value - colon - 1), width_in(into, place));
    }

    /// Appends the fields that were not named to the @p known ones.
    static bool fill_up(layout_spec& into, std::size_t known) {
        for (const field each : all_fields) {
            const auto end = into.order.begin() + static_cast<std::ptrdiff_t>(known);
            if (std::find(into.order.begin(), end, each) == end) into.order[known++] = each;
        }
        return known == into.order.size();
    }

    std::string_view rest_;
};

error no_pattern(std::string_view text, const std::string& why) {
    return {errc::invalid_argument, in_quotes(text) + " is not a pattern of IDs: " + why};
}

} // namespace

id_pattern::id_pattern(layout of, const fields& fixed)
    : of_{std::move(of)}, fixed_{fixed}, text_{text_of(of_, fixed_)} {}

result<id_pattern> id_pattern::make(const layout& of, std::uint64_t version, gen_method method) {
    fields fixed{.version = version, .type = of.type(), .gen_method = static_cast<std::uint64_t>(method)};
    if (of.width(field::gen_method) == 0) fixed.gen_method = 0;
    if (auto fits = of.encode(fixed); !fits) return std::move(fits).error();
    return id_pattern{without_names(of), fixed};
}

result<id_pattern> id_pattern::parse(std::string_view text) {
    layout_spec spec;
    fields fixed;
    const std::string form = "expected EPOCH/UNIT/FIELD:BITS..., as 1420041600000/ms/type:1=1/time:40/seq:10";
    if (!pattern_reader{text}.read(spec, fixed) || fixed.gen_method > 3) return no_pattern(text, form);
    auto of = layout::make(std::move(spec));
    if (!of) return no_pattern(text, of.error().message);
    auto read = make(*of, fixed.version, static_cast<gen_method>(fixed.gen_method));
    if (!read) return no_pattern(text, read.error().message);
    if (read->text() != text) return no_pattern(text, "written as it should be, it is " + read->text());
    return read;
}

} // namespace vesta
