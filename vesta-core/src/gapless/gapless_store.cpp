#include <vesta/base/quote.hpp>
#include <vesta/base/utf8.hpp>
#include <vesta/gapless/gapless_store.hpp>

#include <algorithm>

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

} // namespace vesta
