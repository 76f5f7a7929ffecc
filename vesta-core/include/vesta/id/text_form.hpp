#pragma once

#include <vesta/id/id.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vesta {

/// How an ID is written as text.
///
/// All but `decimal` have the length that the largest ID needs, with leading zeros, so that texts sort as the IDs do
/// as unsigned numbers, and none is mistaken for a number by JavaScript.
enum class text_form : std::uint8_t {
    decimal, ///< Signed, without leading zeros; up to 20 characters.
    hex,     ///< 16 of 0-9a-f.
    base32,  ///< 13 of Crockford's alphabet, in upper case: 0-9A-Z without I, L, O, U. Reading takes its look-alikes.
    base58,  ///< 11 of Bitcoin's alphabet: 1-9A-Za-z without I, O, l. `1` is zero.
    base62,  ///< 11 of 0-9A-Za-z.
    uuid     ///< 36: a UUID of version 8 (RFC 9562) whose first 64 free bits are the ID's, and the others zero.
};

/// The room that `write_text` needs: a UUID, or a decimal with its scratch bytes.
inline constexpr std::size_t text_room = 36;

/// The form of that name, as the enumerator is spelled; `text` is `decimal`.
std::optional<text_form> find_text_form(std::string_view name) noexcept;
std::string_view name(text_form of) noexcept;
/// The names of all forms, for errors: decimal, hex, ...
const std::string& text_form_names();

/// Writes @p value to @p to, which has room for `text_room` bytes, and returns the end of the text; adds no terminator.
/// Thread-safety: safe.
char* write_text(char* to, id value, text_form as) noexcept;
std::string to_text(id value, text_form as);

/// Reads what `write_text` writes in that form; decimals as `parse_id` does.
///
/// Errors: `invalid_argument` for any other text.
result<id> parse_text(std::string_view text, text_form as);

/// One way to read a text.
struct text_reading {
    text_form as;
    id value;
};

/// All ways to read @p text, decimal first: as every form whose text it is, without a prefix that ends in _. Empty for
/// none; two if it is, say, 11 characters that both base58 and base62 have.
std::vector<text_reading> read_any_text(std::string_view text);

/// Reads an ID in whichever form it is. A text that is a decimal is one.
///
/// Errors: `invalid_argument` for a text of no form, and for one that is two IDs in two other forms.
result<id> parse_any_text(std::string_view text);

/// The error for a text without a reading.
error not_an_id_text(std::string_view text);

} // namespace vesta
