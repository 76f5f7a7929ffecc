#include <vesta/access/rule.hpp>
#include <vesta/base/quote.hpp>

#include <string>

namespace vesta::access {

result<rule> rule::parse(std::string_view text) {
    const auto wrong = [&](const std::string& what) {
        return error{errc::invalid_settings, in_quotes(text) + " " + what};
    };
    const auto space = text.find(' ');
    const auto what = find_verb(text.substr(0, space));
    if (!what) return wrong("does not begin with one of take, range, make, explain, observe, admin, health");
    const std::string verb{name(*what)};
    const bool targeted = space != std::string_view::npos;
    if (!has_target(*what)) {
        if (targeted) return wrong("names a target; " + verb + " has none");
        return rule{*what, target::all()};
    }
    if (!targeted) return wrong("needs one generator, as in '" + verb + " default' or '" + verb + " segment/order*'");
    auto on = target::parse(text.substr(space + 1));
    if (!on) return std::move(on).error();
    return rule{*what, *std::move(on)};
}

} // namespace vesta::access
