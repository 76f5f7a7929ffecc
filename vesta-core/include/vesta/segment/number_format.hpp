#pragma once

#include <vesta/base/result.hpp>
#include <vesta/id/check_digits.hpp>
#include <vesta/time/instant.hpp>
#include <vesta/time/time_zone.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vesta {

/// When the numbers of a tag begin at 1 again: with each year, month or day of the format's time zone.
enum class restart : std::uint8_t { never, yearly, monthly, daily };

/// What a format is made of.
struct number_format_options {
    /// INV-{year}{month}{day}-{number}-{check}: at most 64 characters. {number} stands in it once; the others at most
    /// once, a day only with its month, and that only with its year; the rest is letters, digits and -_./:#
    std::string text;
    restart every = restart::never;
    /// Digits of the number, with leading zeros, 0 to 18; there are none above. 0: as many as it has.
    unsigned width = 0;
    check_method check = check_method::none;
    /// Where days begin. Not null.
    std::shared_ptr<const time_zone> zone = utc_zone();
};

/// What a formatted number says.
struct number_reading {
    std::string period; ///< As `number_format::period_of`.
    std::uint64_t number = 0;
};

/// How numbers of a tag are written as texts for people, such as INV-20261123-000042-4.
///
/// No two numbers of a tag have one text: the period is in it wherever numbers begin anew, and only the number can
/// have several lengths.
/// Thread-safety: safe.
class number_format {
  public:
    /// Errors: `invalid_settings`: a text that is not as said above, a check method without {check} or the reverse, or
    /// a restart whose period the text does not tell.
    static result<number_format> make(number_format_options options);

    /// The day that the format's zone has at @p now.
    std::chrono::year_month_day day_at(unix_ns now) const;

    /// What the numbers of @p day are counted in: 2026-11-23, 2026-11, 2026, or nothing where they never restart.
    std::string period_of(std::chrono::year_month_day day) const;

    /// The text of the number @p number that was taken on @p day, of a year from 1 to 9999.
    ///
    /// Errors: `exhausted` for one that has more digits than the width.
    result<std::string> write(std::chrono::year_month_day day, std::uint64_t number) const;

    /// Reads what `write` wrote, to the letter.
    ///
    /// Errors: `invalid_argument`, saying what is wrong: a character, a day that no calendar has, or the check digits.
    result<number_reading> read(std::string_view text) const;

    /// The largest number with a text.
    std::uint64_t largest() const noexcept { return largest_; }
    restart restarts() const noexcept { return of_.every; }
    const time_zone& zone() const noexcept { return *of_.zone; }

  private:
    enum class part : std::uint8_t { literal, year, month, day, number, check };
    struct piece {
        part what = part::literal;
        std::string literal{};
    };
    struct parts_read;

    explicit number_format(number_format_options options);
    result<void> split();
    result<void> check_pieces() const;
    bool has(part what) const noexcept;
    std::size_t length_of(const piece& of, std::string_view whole) const noexcept;
    result<void> read_piece(const piece& at, std::string_view whole, std::string_view& rest, parts_read& into) const;
    error misread(std::string_view text, const std::string& why) const;

    number_format_options of_;
    std::vector<piece> pieces_;
    std::size_t fixed_ = 0; ///< Characters besides the number's.
    std::uint64_t largest_ = 0;
};

/// The name of the row that counts the numbers of @p tag in @p period: invoice@2026-11-23; @p tag for no period.
std::string tag_in(std::string_view tag, std::string_view period);

/// The period in such a name; empty for any other.
std::string_view period_in(std::string_view row) noexcept;

} // namespace vesta
