#include <vesta/base/number.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/segment/number_format.hpp>
#include <vesta/segment/segment_store.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace vesta {
namespace {

constexpr std::size_t longest_text = 64;
constexpr unsigned widest_number = 18; // digits that any number fits
constexpr std::string_view literals = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_./:#";

error unfit(const std::string& why) {
    return {errc::invalid_settings, why};
}

std::string padded(std::uint64_t value, std::size_t width) {
    std::string digits = std::to_string(value);
    if (digits.size() < width) digits.insert(0, width - digits.size(), '0');
    return digits;
}

std::uint64_t largest_of(unsigned width) {
    if (width == 0) return largest_number;
    std::uint64_t power = 1;
    for (unsigned i = 0; i < width; ++i)
        power *= 10;
    return power - 1;
}

bool is_digits(std::string_view text) {
    return std::ranges::all_of(text, [](char each) { return each >= '0' && each <= '9'; });
}

/// The smallest parts of a day that tell the periods of @p every apart: 0 none, 1 its year, 2 and month, 3 and day.
std::size_t depth_of(restart every) {
    return static_cast<std::size_t>(every);
}

std::string written(std::chrono::year_month_day day, std::size_t depth) {
    std::string made;
    if (depth >= 1) made = padded(static_cast<std::uint64_t>(static_cast<int>(day.year())), 4);
    if (depth >= 2) made += '-' + padded(static_cast<unsigned>(day.month()), 2);
    if (depth >= 3) made += '-' + padded(static_cast<unsigned>(day.day()), 2);
    return made;
}

} // namespace

struct number_format::parts_read {
    int year = 2000; // a leap year, where the text has none
    unsigned month = 1;
    unsigned day = 1;
    std::uint64_t number = 0;
};

number_format::number_format(number_format_options options)
    : of_{std::move(options)}, largest_{largest_of(of_.width)} {}

result<number_format> number_format::make(number_format_options options) {
    if (options.width > widest_number)
        return unfit("width is " + std::to_string(options.width) + "; it must be from 0 to 18");
    if (options.text.size() > longest_text) return unfit("text has more than 64 characters");
    number_format made{std::move(options)};
    if (auto good = made.split(); !good) return std::move(good).error();
    if (auto good = made.check_pieces(); !good) return std::move(good).error();
    return made;
}

result<void> number_format::split() {
    static constexpr std::array<std::pair<std::string_view, part>, 5> names{{{"{year}", part::year},
                                                                             {"{month}", part::month},
                                                                             {"{day}", part::day},
                                                                             {"{number}", part::number},
                                                                             {"{check}", part::check}}};
    for (std::string_view rest = of_.text; !rest.empty();) {
        const auto named = std::ranges::find_if(names, [&](const auto& each) { return rest.starts_with(each.first); });
        if (named != names.end()) {
            if (has(named->second)) return unfit("text has " + std::string{named->first} + " twice");
            pieces_.push_back({named->second});
            rest.remove_prefix(named->first.size());
        } else {
            const std::size_t end = std::min(rest.find_first_not_of(literals), rest.size());
            if (end == 0)
                return unfit("text has " + in_quotes(rest.substr(0, 10)) +
                             "; it takes letters, digits, -_./:# and {year}, {month}, {day}, {number}, {check}");
            pieces_.push_back({part::literal, std::string{rest.substr(0, end)}});
            rest.remove_prefix(end);
        }
    }
    for (const piece& each : pieces_)
        if (each.what != part::number) fixed_ += length_of(each, {});
    return {};
}

bool number_format::has(part what) const noexcept {
    return std::ranges::find(pieces_, what, &piece::what) != pieces_.end();
}

result<void> number_format::check_pieces() const {
    if (!has(part::number)) return unfit("text lacks {number}");
    if ((has(part::day) && !has(part::month)) || (has(part::month) && !has(part::year)))
        return unfit("text has a {day} without its {month}, or a {month} without its {year}");
    const std::size_t told = has(part::day) ? 3 : has(part::month) ? 2 : has(part::year) ? 1 : 0;
    if (told < depth_of(of_.every)) {
        static constexpr std::array<const char*, 4> needed{"", "{year}", "{year} and {month}",
                                                           "{year}, {month} and {day}"};
        return unfit(std::string{"text lacks "} + needed[depth_of(of_.every)] +
                     ": numbers begin at 1 again, so texts would repeat");
    }
    if (has(part::check) != (of_.check != check_method::none))
        return unfit("{check} in the text and a check method need each other");
    if (has(part::check) &&
        std::ranges::any_of(std::ranges::find(pieces_, part::check, &piece::what) + 1, pieces_.end(),
                            [](const piece& each) { return each.what != part::literal; }))
        return unfit("text has {check} before what it checks; put it last");
    return {};
}

std::chrono::year_month_day number_format::day_at(unix_ns now) const {
    const auto second = std::chrono::floor<std::chrono::seconds>(now);
    return std::chrono::floor<std::chrono::days>(second + of_.zone->ahead_at(second));
}

std::string number_format::period_of(std::chrono::year_month_day day) const {
    return written(day, depth_of(of_.every));
}

result<std::string> number_format::write(std::chrono::year_month_day day, std::uint64_t number) const {
    if (number > largest_)
        return error{errc::exhausted, "number " + std::to_string(number) + " has more than " +
                                          std::to_string(of_.width) + " digits, the width of " + in_quotes(of_.text) +
                                          "; a larger width makes room"};
    std::string made;
    for (const piece& each : pieces_) {
        switch (each.what) {
        case part::literal:
            made += each.literal;
            break;
        case part::year:
            made += padded(static_cast<std::uint64_t>(static_cast<int>(day.year())), 4);
            break;
        case part::month:
            made += padded(static_cast<unsigned>(day.month()), 2);
            break;
        case part::day:
            made += padded(static_cast<unsigned>(day.day()), 2);
            break;
        case part::number:
            made += padded(number, of_.width);
            break;
        case part::check:
            made += check_digits(made, of_.check);
            break;
        }
    }
    return made;
}

error number_format::misread(std::string_view text, const std::string& why) const {
    return {errc::invalid_argument, in_quotes(text) + " is not of the form " + in_quotes(of_.text) + ": " + why};
}

/// The characters of a piece in @p whole. The number is the one whose length may vary.
std::size_t number_format::length_of(const piece& of, std::string_view whole) const noexcept {
    switch (of.what) {
    case part::literal:
        return of.literal.size();
    case part::year:
        return 4;
    case part::check:
        return check_length(of_.check);
    case part::number:
        return of_.width != 0 ? of_.width : whole.size() - std::min(whole.size(), fixed_);
    case part::month:
    case part::day:
        break;
    }
    return 2;
}

result<void> number_format::read_piece(const piece& at, std::string_view whole, std::string_view& rest,
                                       parts_read& into) const {
    const std::size_t length = length_of(at, whole);
    const std::string_view taken = rest.substr(0, length);
    const std::string_view before = whole.substr(0, whole.size() - rest.size());
    rest.remove_prefix(taken.size());
    if (at.what == part::literal) {
        if (taken != at.literal) return misread(whole, "it lacks " + in_quotes(at.literal));
        return {};
    }
    if (at.what == part::check) {
        if (taken != check_digits(before, of_.check)) return misread(whole, "its check digits are wrong");
        return {};
    }
    const auto value = is_digits(taken) ? read_number<std::uint64_t>(taken) : std::nullopt;
    if (!value || taken.size() != length) return misread(whole, in_quotes(taken) + " is not the digits it should have");
    if (at.what == part::year) into.year = static_cast<int>(*value);
    if (at.what == part::month) into.month = static_cast<unsigned>(*value);
    if (at.what == part::day) into.day = static_cast<unsigned>(*value);
    if (at.what != part::number) return {};
    if (*value == 0 || *value > largest_ || (of_.width == 0 && taken.front() == '0'))
        return misread(whole, in_quotes(taken) + " is no number that it counts");
    into.number = *value;
    return {};
}

result<number_reading> number_format::read(std::string_view text) const {
    parts_read found;
    std::string_view rest = text;
    for (const piece& each : pieces_)
        if (auto good = read_piece(each, text, rest, found); !good) return std::move(good).error();
    if (!rest.empty()) return misread(text, in_quotes(rest) + " is too much");
    const std::chrono::year_month_day day{std::chrono::year{found.year}, std::chrono::month{found.month},
                                          std::chrono::day{found.day}};
    if (!day.ok()) return misread(text, "there is no such day");
    return number_reading{period_of(day), found.number};
}

std::string tag_in(std::string_view tag, std::string_view period) {
    std::string made{tag};
    if (!period.empty()) made.append("@").append(period);
    return made;
}

std::string_view period_in(std::string_view row) noexcept {
    const std::size_t at = row.rfind('@');
    if (at == std::string_view::npos || at == 0) return {};
    const std::string_view period = row.substr(at + 1);
    constexpr std::string_view shape = "dddd-dd-dd";
    if (period.size() != 4 && period.size() != 7 && period.size() != 10) return {};
    for (std::size_t i = 0; i < period.size(); ++i)
        if (shape[i] == 'd' ? period[i] < '0' || period[i] > '9' : period[i] != shape[i]) return {};
    return period;
}

} // namespace vesta
