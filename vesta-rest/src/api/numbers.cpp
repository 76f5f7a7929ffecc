#include "api/numbers.hpp"

#include <vesta/base/number.hpp>
#include <vesta/base/quote.hpp>

namespace vesta::rest {

result<std::uint64_t> number_in_range(std::string_view name, std::string_view text, std::uint64_t least,
                                      std::uint64_t most) {
    const auto value = vesta::read_number<std::uint64_t>(text);
    if (value && *value >= least && *value <= most) return *value;
    return error{errc::invalid_argument, std::string{name} + " is " + in_quotes(text) +
                                             "; it must be a whole number from " + std::to_string(least) + " to " +
                                             std::to_string(most)};
}

result<std::optional<std::uint64_t>> number_parameter(const exchange& request, std::string_view name,
                                                      std::uint64_t least, std::uint64_t most) {
    const auto text = request.parameter(name);
    if (!text) return std::optional<std::uint64_t>{};
    const auto value = number_in_range(name, *text, least, most);
    if (!value) return value.error();
    return std::optional{*value};
}

result<std::optional<text_form>> format_parameter(const exchange& request) {
    const auto text = request.parameter("format");
    if (!text) return std::optional<text_form>{};
    const auto found = find_text_form(*text);
    if (!found)
        return error{errc::invalid_argument, "format is " + in_quotes(*text) + "; it is one of " + text_form_names()};
    return found;
}

} // namespace vesta::rest
