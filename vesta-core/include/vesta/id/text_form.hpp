#pragma once

#include <vesta/id/id.hpp>
#include <vesta/id/uuid.hpp>

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
    decimal, ///< Of 64 bits only. Signed, without leading zeros; up to 20 characters.
    hex,     ///< 16 of 0-9a-f; 32 of an ID of 128 bits.
    base32,  ///< 13 or 26 of Crockford's alphabet, in upper case: 0-9A-Z without I, L, O, U. Reading takes its
             ///< look-alikes. 26 are a ULID's text.
    base58,  ///< 11 or 22 of Bitcoin's alphabet: 1-9A-Za-z without I, O, l. `1` is zero.
    base62,  ///< 11 or 22 of 0-9A-Za-z.
    uuid,    ///< 36: of 64 bits a UUID of version 8 (RFC 9562) whose first 64 free bits are the ID's, the others zero.
    base32_check, ///< As base32, with Crockford's check character at the end: one of his alphabet or of *~$=U.
    type_id       ///< Of 128 bits only: TypeID 0.3, 26 of Crockford's alphabet in lower case, behind a prefix and _.
};

/// The room that `write_text` needs: a UUID, or a decimal with its scratch bytes.
inline constexpr std::size_t text_room = 36;

/// The form of that name: the enumerator's, base32-check or typeid; `text` is `decimal`.
std::optional<text_form> find_text_form(std::string_view name) noexcept;
std::string_view name(text_form of) noexcept;
/// The names of all forms, for errors: decimal, hex, ...
const std::string& text_form_names();

/// The form in which IDs of @p kind, or of 64 bits, are written if @p asked is: else decimal, uuid, or a ULID's base32.
///
/// Errors: `invalid_argument` for a form that such IDs do not have.
result<text_form> suited_form(std::optional<uuid_kind> kind, std::optional<text_form> asked);

/// Whether IDs may be written in the form @p as behind @p prefix, which ends in _, or is empty.
///
/// At most 64 letters, digits, - and _; of a TypeID lower-case letters and _, of which the first and the last are
/// letters.
/// Errors: `invalid_argument`.
result<void> check_prefix(std::string_view prefix, text_form as);

/// Writes @p value to @p to, which has room for `text_room` bytes, and returns the end of the text; adds no terminator.
/// The form suits it.
/// Thread-safety: safe.
char* write_text(char* to, id value, text_form as) noexcept;
char* write_text(char* to, const uuid& value, text_form as) noexcept;
std::string to_text(id value, text_form as);
std::string to_text(const uuid& value, text_form as);

/// Reads what `write_text` writes in that form; decimals as `parse_id` does, TypeIDs with their prefix.
///
/// Errors: `invalid_argument` for any other text, saying what would be right.
result<id> parse_text(std::string_view text, text_form as);
result<uuid> parse_uuid(std::string_view text, text_form as);

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
result<uuid> parse_any_uuid(std::string_view text);

/// The error for a text without a reading.
error not_an_id_text(std::string_view text);

/// How a generator's 64-bit values become text: as they are, or as the 128-bit IDs whose cores they are.
struct id_shape {
    std::optional<uuid_kind> kind{}; ///< Nothing: they are the IDs.
    text_form as = text_form::decimal;

    /// As `write_text`. Draws random bits for a core.
    char* write(char* to, id value) const {
        return kind ? write_text(to, compose(*kind, value), as) : write_text(to, value, as);
    }
};

/// The shape of IDs of @p kind behind @p prefix, in the form @p asked. If none is asked, those of kind uuid7 behind a
/// prefix are TypeIDs.
///
/// Errors: those of `suited_form` and `check_prefix`.
result<id_shape> shape_for(std::optional<uuid_kind> kind, std::optional<text_form> asked, std::string_view prefix);

} // namespace vesta
