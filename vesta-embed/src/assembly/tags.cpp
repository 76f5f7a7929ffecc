#include "known_files.hpp"
#include "numbers.hpp"
#include "tag_looks.hpp"

#include <vesta/base/nearest.hpp>
#include <vesta/embed/tags.hpp>

#include <algorithm>
#include <iterator>
#include <thread>

namespace vesta::embed {
namespace {

/// Not its limit of tags, nor what it makes on demand, is asked of a generator that only an operator uses.
result<std::shared_ptr<named_generator>> open_counting(const settings& from, const std::string& name) {
    return make_numbers(from, name, *from.generator(name), {}, nullptr);
}

/// The names of segment generators: @p wanted, or all where it is empty.
result<std::vector<std::string>> segment_names(const settings& from, std::string_view wanted) {
    std::vector<std::string> names;
    for (const auto& [name, of] : from.generators) {
        const bool counts_tags = std::holds_alternative<segment_settings>(of.of);
        if (wanted == name && !counts_tags)
            return error{errc::invalid_argument, "generator " + name + " is of kind " + of.kind + ", not segment"};
        if (counts_tags && (wanted.empty() || wanted == name)) names.push_back(name);
    }
    if (!names.empty()) return names;
    if (!wanted.empty()) return from.unknown_generator(wanted);
    return error{errc::not_found, "the settings have no generator of kind segment; add one below generators, for "
                                  "example  segment: { kind: segment, store: main }"};
}

/// The one that tags are changed by.
result<std::string> only_name(const settings& from, std::string_view wanted) {
    auto names = segment_names(from, wanted);
    if (!names) return std::move(names).error();
    if (names->size() == 1) return std::move(names->front());
    return error{errc::invalid_argument, "several generators are of kind segment; name one of " + names->front() +
                                             ", " + (*names)[1] + (names->size() > 2 ? ", ..." : "") + " with -g"};
}

result<std::shared_ptr<named_generator>> open_only(const settings& from, std::string_view wanted) {
    const auto name = only_name(from, wanted);
    if (!name) return name.error();
    return open_counting(from, *name);
}

/// Waits until @p of knows its table's rows.
result<void> read_rows(segment_generator& of) {
    constexpr std::chrono::milliseconds pause{5};
    const auto reading = of.read_table();
    while (!reading->done())
        std::this_thread::sleep_for(pause);
    if (!reading->rows()) return reading->rows().error();
    return {};
}

/// Those in the only store of @p of.
result<void> add_rows(tag_list& to, const settings& from, const std::string& name, const segment_settings& of,
                      unix_ms now) {
    const auto store = open_segments(from, name, of);
    if (!store) return store.error();
    auto rows = (*store)->list();
    if (!rows) return std::move(rows).error();
    std::ranges::sort(*rows, {}, &tag_row::tag);
    tag_looks looks{looks_file(from, name, of)};
    for (tag_row& each : *rows) {
        const auto rate = looks.note(each, now);
        to.tags.push_back({name, table_of(of) + " (stores." + of.store + ")", std::move(each), rate});
    }
    if (const auto saved = looks.save(); !saved) to.doubt = saved.error().message + ": the next look knows no rates";
    return {};
}

} // namespace

result<tag_list> list_tags(const settings& from, std::string_view generator, const wall_clock& clock) {
    const auto names = segment_names(from, generator);
    if (!names) return names.error();
    tag_list all;
    const auto now = std::chrono::floor<std::chrono::milliseconds>(clock.now());
    for (const auto& name : *names) {
        const auto& of = std::get<segment_settings>(from.generator(name)->of);
        for (const std::string& store : of.stores())
            if (auto added = add_rows(all, from, name, of.on(store), now); !added) return std::move(added).error();
    }
    return all;
}

result<void> create_tag(const settings& from, std::string_view generator, std::string_view tag, std::int64_t step) {
    const auto opened = open_only(from, generator);
    if (!opened) return opened.error();
    segment_generator& of = **(*opened)->segments();
    if (auto read = read_rows(of); !read) return read;
    return of.create(tag, step);
}

result<void> raise_tag(const settings& from, std::string_view generator, std::string_view tag, std::int64_t limit) {
    const auto opened = open_only(from, generator);
    if (!opened) return opened.error();
    return (**(*opened)->segments()).raise(tag, limit);
}

result<number_preview> preview_tag(const settings& from, std::string_view generator, std::string_view tag) {
    const auto opened = open_only(from, generator);
    if (!opened) return opened.error();
    return (*opened)->formatted().and_then([&](const formatted_numbers* of) { return of->preview(tag); });
}

result<number_reading> read_formatted(const settings& from, std::string_view generator, std::string_view tag,
                                      std::string_view text) {
    const auto name = only_name(from, generator);
    if (!name) return name.error();
    const auto formats = make_formats(*name, std::get<segment_settings>(from.generator(*name)->of));
    if (!formats) return formats.error();
    return find_format(*formats, tag).and_then([&](const number_format* by) { return by->read(text); });
}

std::string tag_meant_by(std::string_view tag, const settings& from, std::string_view generator) {
    const auto* const named = from.generator(generator);
    const auto* const of = named == nullptr ? nullptr : std::get_if<segment_settings>(&named->of);
    if (of == nullptr) return "";
    std::vector<std::string> names;
    for (const std::string& each : of->stores()) {
        const auto store = open_segments(from, std::string{generator}, of->on(each));
        const auto rows = store ? (*store)->list() : store.error();
        if (rows) std::ranges::transform(*rows, std::back_inserter(names), &tag_row::tag);
    }
    return did_you_mean(tag, names);
}

} // namespace vesta::embed
