#include "mark_text.hpp"

#include "place.hpp"
#include "sealed_text.hpp"

#include <vesta/base/number.hpp>
#include <vesta/base/quote.hpp>

#include <algorithm>

namespace vesta::file {
namespace {

constexpr std::string_view mark_magic = "vesta-mark";
constexpr std::string_view no_boot = "-";
constexpr std::string_view any_place = "any";
constexpr std::string_view set_by_server = "set";

error damaged_mark(const std::string& what) {
    return {errc::state_unusable, what};
}

bool known_method(std::string_view method) {
    return method == "any" || method == "embedded" || method == "rpc" || method == "rest" || method == "reserved";
}

bool is_boot(std::string_view text) {
    const auto fits = [](char each) {
        return each == '-' || (each >= '0' && each <= '9') || (each >= 'a' && each <= 'f');
    };
    return text == no_boot || (text.size() == 36 && std::ranges::all_of(text, fits));
}

std::optional<clock_reading> read_clock(std::string_view text) {
    if (text.ends_with(' ')) return {};
    const auto boot = take_word(text);
    const auto since_boot = read_canonical<std::int64_t>(take_word(text));
    const auto wall = read_canonical<std::int64_t>(take_word(text));
    if (!is_boot(boot) || !since_boot || !wall || (!text.empty() && text != set_by_server)) return {};
    return clock_reading{boot == no_boot ? "" : std::string{boot}, std::chrono::milliseconds{*since_boot},
                         unix_ms{std::chrono::milliseconds{*wall}}, !text.empty()};
}

std::string clock_text(const clock_reading& clock) {
    return (clock.boot.empty() ? std::string{no_boot} : clock.boot) + " " + std::to_string(clock.since_boot.count()) +
           " " + std::to_string(clock.wall.time_since_epoch().count()) +
           (clock.set ? " " + std::string{set_by_server} : "");
}

/// The lines `use ...`; without that word they are the history's own text.
result<mark_history> read_uses(std::string_view& text) {
    std::string uses;
    while (const auto use = take_line(text, "use"))
        uses.append(*use).append("\n");
    return mark_history::parse(uses);
}

result<mark_record> read_second(std::string_view text, mark_record record) {
    const auto owner = take_line(text, "owner");
    const auto process = owner ? take_line(text, "process") : std::nullopt;
    const auto where = process ? take_line(text, "place") : std::nullopt;
    const auto clock = where ? take_line(text, "clock") : std::nullopt;
    if (!clock)
        return damaged_mark(
            "its lines are not machine, method, mark, number, owner, process, place, clock, use, crc32");
    record.owner = std::string{*owner};
    const auto id = read_canonical<std::int64_t>(*process);
    record.clock = read_clock(*clock);
    if (*where != any_place) record.where = read_place(*where);
    if (!is_hexadecimal(record.owner, 32) || !id || !record.clock || (!record.where && *where != any_place))
        return damaged_mark("a value in it is malformed");
    record.process = *id;
    auto history = read_uses(text);
    if (!history) return damaged_mark("of its lines about uses, " + history.error().message);
    record.history = *std::move(history);
    return record;
}

/// Machine, method and mark, and the number, which only format 2 has.
result<mark_record> read_first(std::string_view& text, bool numbered) {
    const auto machine_text = take_line(text, "machine");
    const auto method = machine_text ? take_line(text, "method") : std::nullopt;
    const auto mark_text = method ? take_line(text, "mark") : std::nullopt;
    const auto number_text = mark_text && numbered ? take_line(text, "number") : std::nullopt;
    if (!mark_text || (numbered && !number_text))
        return damaged_mark("its lines do not begin with machine, method, mark");
    const auto machine = read_canonical<std::uint32_t>(*machine_text);
    const auto mark = read_canonical<std::int64_t>(*mark_text);
    const auto number = read_canonical<std::uint64_t>(number_text.value_or("0"));
    if (!machine || !mark || *mark < 0 || !known_method(*method) || !number || (numbered && *number == 0))
        return damaged_mark("a value in it is malformed");
    const unix_ms at{std::chrono::milliseconds{*mark}};
    if (at > latest_mark) return damaged_mark("its mark lies after the year 9999");
    return mark_record{.machine = {*machine}, .method = std::string{*method}, .mark = at, .number = *number};
}

} // namespace

const std::string_view fence_text = "vesta-mark 2\nThe marks are in the files of this name with a number behind it.\n";

std::string write_mark(const mark_record& record) {
    std::string text{mark_magic};
    text += record.number == 0 ? " 1\n" : " 2\n";
    text += "machine " + std::to_string(record.machine.value) + "\n";
    text += "method " + record.method + "\n";
    text += "mark " + std::to_string(record.mark.time_since_epoch().count()) + "\n";
    if (record.number == 0) return seal(std::move(text));
    text += "number " + std::to_string(record.number) + "\n";
    text += "owner " + record.owner + "\n";
    text += "process " + std::to_string(record.process) + "\n";
    text += "place " + (record.where ? place_text(*record.where) : std::string{any_place}) + "\n";
    text += "clock " + clock_text(record.clock.value_or(clock_reading{})) + "\n";
    auto uses = record.history.text();
    for (std::string_view rest = uses; !rest.empty(); rest.remove_prefix(rest.find('\n') + 1))
        text.append("use ").append(rest.substr(0, rest.find('\n') + 1));
    return seal(std::move(text));
}

result<mark_record> read_mark(std::string_view whole) {
    auto version = open_envelope(whole, mark_magic, "mark file");
    if (!version) return std::move(version).error();
    if (*version != "1" && *version != "2")
        return damaged_mark("it has format version " + in_quotes(*version) + "; this program reads versions 1 and 2");
    auto sound = check_seal(whole);
    if (!sound) return std::move(sound).error();
    auto text = *sound;
    take_line(text, mark_magic);
    auto record = read_first(text, *version == "2");
    if (record && *version == "2") record = read_second(text, *std::move(record));
    if (!record) return record;
    // Each record has one text and no other: two marks in one file are no mark.
    if (write_mark(*record) != whole) return damaged_mark("it has more lines than a mark file");
    return record;
}

} // namespace vesta::file
