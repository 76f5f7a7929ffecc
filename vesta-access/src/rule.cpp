#include <vesta/access/rule.hpp>
#include <vesta/base/quote.hpp>

#include <string>

namespace vesta::access {
namespace {

error wrong(std::string_view text, const std::string& what) {
    return {errc::invalid_settings, in_quotes(text) + " " + what};
}

} // namespace

result<rule> rule::parse(std::string_view text) {
    const auto space = text.find(' ');
    const auto what = find_verb(text.substr(0, space));
    if (!what) return wrong(text, "does not begin with one of take, range, make, explain, observe, admin, health");
    const bool targeted = space != std::string_view::npos;
    if (!has_target(*what)) {
        if (targeted) return wrong(text, "names a target; " + std::string{name(*what)} + " has none");
        return rule{*what, pattern{"*"}, std::nullopt};
    }
    const auto target = targeted ? text.substr(space + 1) : std::string_view{};
    const auto slash = target.find('/');
    const auto generator = target.substr(0, slash);
    if (generator.empty() || target.find(' ') != std::string_view::npos)
        return wrong(text, "needs one generator, as in '" + std::string{name(*what)} + " default' or '" +
                               std::string{name(*what)} + " segment/order*'");
    if (slash == std::string_view::npos) return rule{*what, pattern{std::string{generator}}, std::nullopt};
    const auto tag = target.substr(slash + 1);
    if (tag.empty()) return wrong(text, "names no tag after the slash; * stands for all of them");
    return rule{*what, pattern{std::string{generator}}, pattern{std::string{tag}}};
}

rule::extent rule::reach(verb what, std::string_view generator) const noexcept {
    if (what != verb_ || !generator_.matches(generator)) return extent::nothing;
    return !tag_ || tag_->is_all() ? extent::all : extent::some_tags;
}

bool rule::permits(verb what, std::string_view generator, std::string_view tag) const noexcept {
    switch (reach(what, generator)) {
    case extent::nothing:
        return false;
    case extent::all:
        return true;
    case extent::some_tags:
        return tag_->matches(tag);
    }
    return false;
}

} // namespace vesta::access
