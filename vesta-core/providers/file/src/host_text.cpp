#include "host_text.hpp"

#include "sealed_text.hpp"

#include <vesta/base/number.hpp>

#include <algorithm>

namespace vesta::file {
namespace {

constexpr std::string_view magic = "vesta-owner";
constexpr std::string_view version = "1";
constexpr std::size_t digits = 19; // of the largest number of milliseconds
constexpr std::size_t mark_length = 5 + digits + 1;

error damaged_entry() {
    return {errc::state_unusable, "it is not an entry as this program writes it"};
}

std::string in_one_line(std::string text) {
    for (char& each : text)
        if (static_cast<unsigned char>(each) < ' ' || each == 127) each = '?';
    return text;
}

bool read_patterns(std::string_view& text, owner_record& into) {
    while (const auto line = take_line(text, "pattern")) {
        auto pattern = id_pattern::parse(*line);
        if (!pattern) return false;
        into.patterns.push_back(*std::move(pattern));
    }
    return text.empty();
}

bool read_lines(std::string_view text, owner_record& into) {
    const auto first = take_line(text, magic);
    const auto space = first ? take_line(text, "space") : std::nullopt;
    const auto machine =
        read_canonical<std::uint32_t>((space ? take_line(text, "machine") : std::nullopt).value_or(""));
    const auto process =
        read_canonical<std::int64_t>((machine ? take_line(text, "process") : std::nullopt).value_or(""));
    const auto folder = process ? take_line(text, "folder") : std::nullopt;
    const auto boot = folder ? take_line(text, "boot") : std::nullopt;
    const auto from = read_canonical<std::int64_t>((boot ? take_line(text, "from") : std::nullopt).value_or(""));
    if (!from) return false;
    into = {std::string{*space},  {*machine},         *process,
            std::string{*folder}, std::string{*boot}, unix_ms{std::chrono::milliseconds{*from}}};
    return read_patterns(text, into);
}

} // namespace

std::string mark_line(unix_ms mark) {
    const auto number = std::to_string(std::max<std::int64_t>(0, mark.time_since_epoch().count()));
    return "mark " + std::string(digits - number.size(), '0') + number + "\n";
}

std::string write_owner(const owner_record& owner) {
    std::string text = std::string{magic} + " " + std::string{version} + "\n";
    text += "space " + in_one_line(owner.space) + "\n";
    text += "machine " + std::to_string(owner.machine.value) + "\n";
    text += "process " + std::to_string(owner.process) + "\n";
    text += "folder " + in_one_line(owner.folder) + "\n";
    text += "boot " + owner.boot + "\n";
    text += "from " + std::to_string(owner.from.time_since_epoch().count()) + "\n";
    for (const auto& each : owner.patterns)
        text += "pattern " + each.text() + "\n";
    return seal(std::move(text)) + mark_line(owner.mark);
}

result<owner_record> read_owner(std::string_view whole) {
    if (whole.size() < mark_length) return damaged_entry();
    auto last = whole.substr(whole.size() - mark_length);
    const auto lines = check_seal(whole.substr(0, whole.size() - mark_length));
    owner_record owner;
    if (!lines || !read_lines(*lines, owner)) return damaged_entry();
    const auto mark = take_line(last, "mark");
    if (!mark || mark->size() != digits) return damaged_entry();
    const auto number = read_canonical<std::int64_t>(mark->substr(std::min(mark->find_first_not_of('0'), digits - 1)));
    if (!number) return damaged_entry();
    owner.mark = unix_ms{std::chrono::milliseconds{*number}};
    if (write_owner(owner) != whole) return damaged_entry();
    return owner;
}

bool is_of_another_version(std::string_view text) {
    const auto found = open_envelope(text, magic, "entry");
    return found && *found != version;
}

} // namespace vesta::file
