#include "digits.hpp"
#include "uuid_text.hpp"

#include <vesta/base/list.hpp>
#include <vesta/id/decimal.hpp>
#include <vesta/id/text_form.hpp>

#include <algorithm>
#include <array>

namespace vesta {
namespace {

using detail::positional;
using detail::uint128;

/// All that is known of a form, in the order of the enumeration.
struct form_entry {
    std::string_view name;
    const positional* digits = nullptr; ///< Null for forms that are not positional.
    bool of_64 = true, of_128 = true;
    bool checked = false; ///< A check character follows.
};

constexpr std::array table{form_entry{"decimal", nullptr, true, false},
                           form_entry{"hex", &detail::hex},
                           form_entry{"base32", &detail::base32},
                           form_entry{"base58", &detail::base58},
                           form_entry{"base62", &detail::base62},
                           form_entry{"uuid"},
                           form_entry{"base32-check", &detail::base32, true, true, true},
                           form_entry{"typeid", &detail::type_id, false, true}};

constexpr const form_entry& entry_of(text_form form) noexcept {
    return table[static_cast<std::size_t>(form)];
}

constexpr text_form form_at(std::size_t index) noexcept {
    return static_cast<text_form>(index);
}

// https://www.crockford.com/base32.html: the rest modulo 37.
template <class Word>
char check_character(Word value) noexcept {
    constexpr std::string_view all = "0123456789ABCDEFGHJKMNPQRSTVWXYZ*~$=U";
    return all[static_cast<std::size_t>(value % static_cast<Word>(all.size()))];
}

template <class Word>
std::optional<Word> read_positional(std::string_view text, const form_entry& as) noexcept {
    if (!as.checked) return detail::read_digits<Word>(text, *as.digits);
    if (text.empty()) return std::nullopt;
    const auto value = detail::read_digits<Word>(text.substr(0, text.size() - 1), *as.digits);
    if (!value || check_character(*value) != to_upper(text.back())) return std::nullopt;
    return value;
}

template <class Word>
std::string misfit(std::string_view text, const form_entry& as) {
    if (!as.checked) return detail::misfit<Word>(text, *as.digits);
    if (text.size() != as.digits->length<Word>() + 1)
        return "it has " + std::to_string(text.size()) + " characters, and must have " +
               std::to_string(as.digits->length<Word>() + 1);
    const auto digits = text.substr(0, text.size() - 1);
    const auto value = detail::read_digits<Word>(digits, *as.digits);
    if (!value) return detail::misfit<Word>(digits, *as.digits);
    return "its check character is " + in_quotes(text.substr(text.size() - 1)) + "; that of the rest is " +
           std::string{check_character(*value)};
}

template <class Word>
char* write_positional(char* to, Word value, const form_entry& as) noexcept {
    char* end = detail::write_digits(to, value, *as.digits);
    if (as.checked) *end++ = check_character(value);
    return end;
}

std::optional<std::uint64_t> read_bits(std::string_view text, text_form as) {
    const form_entry& entry = entry_of(as);
    if (!entry.of_64) return std::nullopt;
    if (entry.digits != nullptr) return read_positional<std::uint64_t>(text, entry);
    const auto read = detail::read_uuid(text);
    if (!read || detail::version_8_of(detail::inside_version_8(*read)) != *read) return std::nullopt; // another UUID
    return detail::inside_version_8(*read);
}

std::string misfit_64(std::string_view text, text_form as) {
    const form_entry& entry = entry_of(as);
    if (!entry.of_64) return "that form is of IDs of 128 bits";
    if (entry.digits != nullptr) return misfit<std::uint64_t>(text, entry);
    const std::string wrong = detail::misfit_of_uuid(text);
    return wrong.empty() ? "it must be like " + std::string{detail::version_8_pattern} + ", where x is free" : wrong;
}

/// The prefix with its _, and the rest.
struct split_text {
    std::string_view prefix, rest;
};

split_text split(std::string_view text) noexcept {
    const std::size_t begin = text.rfind('_') + 1; // npos + 1 is 0
    return {text.substr(0, begin), text.substr(begin)};
}

error no_id(std::string_view text, text_form as, const std::string& why) {
    return {errc::invalid_argument, in_quotes(text) + " is not an ID in " + std::string{name(as)} + ": " + why};
}

error two_ids(std::string_view text, text_form one, text_form other) {
    return {errc::invalid_argument, in_quotes(text) + " is an ID in " + std::string{name(one)} + " and another ID in " +
                                        std::string{name(other)} + "; say which"};
}

constexpr bool is_lower(char each) noexcept {
    return each >= 'a' && each <= 'z';
}

bool is_type_prefix(std::string_view prefix) noexcept {
    const auto word = prefix.substr(0, prefix.size() - 1);
    return !word.empty() && is_lower(word.front()) && is_lower(word.back()) &&
           std::ranges::all_of(word, [](char each) { return is_lower(each) || each == '_'; });
}

bool is_usual_prefix(std::string_view prefix) noexcept {
    return std::ranges::all_of(prefix, [](char each) {
        return is_lower(to_lower(each)) || (each >= '0' && each <= '9') || each == '_' || each == '-';
    });
}

} // namespace

std::optional<text_form> find_text_form(std::string_view name) noexcept {
    if (name == "text") return text_form::decimal;
    const auto found = std::ranges::find(table, name, &form_entry::name);
    if (found == table.end()) return std::nullopt;
    return form_at(static_cast<std::size_t>(found - table.begin()));
}

std::string_view name(text_form of) noexcept {
    return entry_of(of).name;
}

const std::string& text_form_names() {
    static const std::string all = listed(table, [](const form_entry& each) { return std::string{each.name}; });
    return all;
}

result<text_form> suited_form(std::optional<uuid_kind> kind, std::optional<text_form> asked) {
    if (!kind) {
        const text_form as = asked.value_or(text_form::decimal);
        if (entry_of(as).of_64) return as;
        return error{errc::invalid_argument, std::string{name(as)} + " is a form of IDs of 128 bits, as kind uuid7 "
                                                                     "makes; these have 64"};
    }
    const text_form as = asked.value_or(*kind == uuid_kind::ulid ? text_form::base32 : text_form::uuid);
    if (as == text_form::type_id && *kind == uuid_kind::ulid)
        return error{errc::invalid_argument, "a TypeID has a UUIDv7 inside, and these are ULIDs: take another form, or "
                                             "kind uuid7"};
    if (entry_of(as).of_128) return as;
    return error{errc::invalid_argument, std::string{name(as)} + " is a form of IDs of 64 bits; those of kind " +
                                             std::string{name(*kind)} + " have 128: take hex, uuid or another"};
}

result<void> check_prefix(std::string_view prefix, text_form as) {
    constexpr std::size_t longest = 64; // TypeID's 63, and _
    if (prefix.empty()) return {};
    const bool of_type = as == text_form::type_id;
    if (prefix.size() <= longest && prefix.ends_with('_') &&
        (of_type ? is_type_prefix(prefix) : is_usual_prefix(prefix)))
        return {};
    return error{errc::invalid_argument,
                 "the prefix is " + in_quotes(prefix) +
                     (of_type ? "; that of a TypeID has at most 63 lower-case letters and _, begins and ends with a "
                                "letter, and is followed by _, as in order_"
                              : "; it has at most 64 letters, digits, - and _, and ends in _, as in order_")};
}

result<id_shape> shape_for(std::optional<uuid_kind> kind, std::optional<text_form> asked, std::string_view prefix) {
    if (kind == uuid_kind::uuid7 && !prefix.empty() && !asked) asked = text_form::type_id;
    const auto as = suited_form(kind, asked);
    if (!as) return as.error();
    if (auto good = check_prefix(prefix, *as); !good) return std::move(good).error();
    return id_shape{kind, *as};
}

char* write_text(char* to, id value, text_form as) noexcept {
    if (as == text_form::decimal) return write_decimal(to, value.value);
    if (as == text_form::uuid) return detail::write_uuid(to, detail::version_8_of(value.bits()));
    return write_positional(to, value.bits(), entry_of(as));
}

char* write_text(char* to, const uuid& value, text_form as) noexcept {
    const form_entry& entry = entry_of(as);
    return entry.digits == nullptr ? detail::write_uuid(to, value)
                                   : write_positional(to, detail::bits_of(value), entry);
}

std::string to_text(id value, text_form as) {
    std::array<char, text_room> made;
    return {made.data(), write_text(made.data(), value, as)};
}

std::string to_text(const uuid& value, text_form as) {
    std::array<char, text_room> made;
    return {made.data(), write_text(made.data(), value, as)};
}

result<id> parse_text(std::string_view text, text_form as) {
    if (as == text_form::decimal) return parse_id(text);
    if (const auto bits = read_bits(text, as)) return id::from_bits(*bits);
    return no_id(text, as, misfit_64(text, as));
}

result<uuid> parse_uuid(std::string_view text, text_form as) {
    const form_entry& entry = entry_of(as);
    if (!entry.of_128) return no_id(text, as, "that form is of IDs of 64 bits");
    auto [prefix, rest] = split(text);
    if (as != text_form::type_id) rest = text;
    if (as == text_form::type_id)
        if (auto good = check_prefix(prefix, as); !good) return no_id(text, as, good.error().message);
    if (entry.digits != nullptr) {
        if (const auto bits = read_positional<uint128>(rest, entry)) return detail::uuid_of(*bits);
        return no_id(text, as, misfit<uint128>(rest, entry));
    }
    if (const auto read = detail::read_uuid(rest)) return *read;
    return no_id(text, as, detail::misfit_of_uuid(rest));
}

std::vector<text_reading> read_any_text(std::string_view text) {
    const std::string_view rest = split(text).rest;
    std::vector<text_reading> found;
    if (const auto number = parse_id(rest)) found.push_back({text_form::decimal, *number});
    for (std::size_t i = 1; i < table.size(); ++i)
        if (const auto bits = read_bits(rest, form_at(i))) found.push_back({form_at(i), id::from_bits(*bits)});
    return found;
}

error not_an_id_text(std::string_view text) {
    return {errc::invalid_argument,
            in_quotes(text) + " is not an ID: expected a decimal, hexadecimal with 0x, or one of " + text_form_names()};
}

result<id> parse_any_text(std::string_view text) {
    const auto found = read_any_text(text);
    if (found.empty()) return not_an_id_text(text);
    if (found.size() == 1 || found.front().as == text_form::decimal) return found.front().value;
    return two_ids(text, found[0].as, found[1].as);
}

result<uuid> parse_any_uuid(std::string_view text) {
    const std::string_view rest = split(text).rest;
    std::optional<text_form> first;
    std::optional<uuid> value;
    for (std::size_t i = 0; i < table.size(); ++i) {
        if (!table[i].of_128) continue;
        const auto read = parse_uuid(rest, form_at(i));
        if (!read || (value && *value == *read)) continue;
        if (value) return two_ids(text, *first, form_at(i));
        first = form_at(i);
        value = *read;
    }
    if (value) return *value;
    return error{errc::invalid_argument, in_quotes(text) +
                                             " is not an ID of 128 bits: expected a UUID, as "
                                             "01890a5d-ac96-774b-bcce-b302099a8057, 26 characters of a "
                                             "ULID or a TypeID, or another of " +
                                             text_form_names()};
}

} // namespace vesta
