#include <vesta/base/quote.hpp>

namespace vesta {

std::string in_quotes(std::string_view text) {
    constexpr std::size_t shown = 40;
    std::string quote = "'";
    for (const char c : text.substr(0, shown))
        quote += c >= ' ' && c <= '~' ? c : '?';
    quote += text.size() > shown ? "...'" : "'";
    return quote;
}

} // namespace vesta
