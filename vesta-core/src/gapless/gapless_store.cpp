#include <vesta/base/quote.hpp>
#include <vesta/base/utf8.hpp>
#include <vesta/gapless/refusals.hpp>

#include <algorithm>
#include <limits>

namespace vesta {
namespace {

bool is_one_line(std::string_view text) {
    const auto is_control = [](char each) { return static_cast<unsigned char>(each) < 0x20 || each == 0x7F; };
    return is_utf8(text) && std::ranges::none_of(text, is_control);
}

result<void> check_text(std::string_view text, const std::string& what) {
    if (!text.empty() && text.size() <= longest_voiding_text && is_one_line(text)) return {};
    return error{errc::invalid_argument,
                 what + " must be one line of 1 to " + std::to_string(longest_voiding_text) + " bytes of UTF-8"};
}

} // namespace

result<void> check_key(std::string_view key) {
    const auto may_stand = [](char each) { return each > ' ' && each <= '~' && each != '"' && each != '\\'; };
    if (!key.empty() && key.size() <= longest_key && std::ranges::all_of(key, may_stand)) return {};
    return error{errc::invalid_argument,
                 "the key " + in_quotes(key) + " must be 1 to " + std::to_string(longest_key) +
                     " printable ASCII characters without spaces, quotation marks and backslashes, such as a UUID"};
}

result<void> check_voiding(const voiding& what) {
    if (what.number < 1) return error{errc::invalid_argument, "numbers begin at 1"};
    if (auto good = check_text(what.who, "who makes a number void"); !good) return good;
    return check_text(what.why, "the reason why a number is void");
}

result<void> check_wish(const number_wish& wish, std::int64_t last) {
    if (last == std::numeric_limits<std::int64_t>::max())
        return error{errc::exhausted, "tag " + in_quotes(wish.tag) + " has given the last number there is"};
    return wish.key.empty() ? result<void>{} : check_key(wish.key);
}

error other_tag(const number_wish& wish) {
    return {errc::invalid_argument, "the key " + in_quotes(wish.key) + " has a number of another tag; use another key" +
                                        " for tag " + in_quotes(wish.tag)};
}

error void_key(const number_wish& wish, std::int64_t number) {
    return {errc::invalid_argument, "number " + std::to_string(number) + " of the key " + in_quotes(wish.key) +
                                        " was made void; use another key for another number"};
}

error too_many_keys(std::size_t kept, std::chrono::milliseconds keys) {
    return {errc::not_ready, "this call gave no number: " + std::to_string(kept) + " keys are kept, and each for " +
                                 std::to_string(std::chrono::ceil<std::chrono::seconds>(keys).count()) +
                                 " s; keep more, or for a shorter time"};
}

result<void> check_given(const voiding& what, std::int64_t last) {
    if (what.number <= last) return {};
    return error{errc::not_found,
                 "number " + std::to_string(what.number) + " was not given; the last one is " + std::to_string(last)};
}

result<void> void_again(const voiding& again, const number_entry& note) {
    if (note.why == again.why) return {};
    return error{errc::invalid_argument, "number " + std::to_string(again.number) + " is void since " +
                                             to_rfc3339(note.void_since.value()) + ", by " + note.who + ": " +
                                             note.why};
}

} // namespace vesta
