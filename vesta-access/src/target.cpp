#include <vesta/access/target.hpp>
#include <vesta/base/quote.hpp>

#include <string>

namespace vesta::access {

result<target> target::parse(std::string_view text) {
    const auto wrong = [&](const std::string& what) {
        return error{errc::invalid_settings, in_quotes(text) + " " + what};
    };
    const auto slash = text.find('/');
    const auto generator = text.substr(0, slash);
    if (generator.empty() || text.find(' ') != std::string_view::npos)
        return wrong("is not one generator, as in 'default' or 'segment/order*'");
    if (slash == std::string_view::npos) return target{pattern{std::string{generator}}, std::nullopt};
    const auto tag = text.substr(slash + 1);
    if (tag.empty()) return wrong("names no tag after the slash; * stands for all of them");
    return target{pattern{std::string{generator}}, pattern{std::string{tag}}};
}

bool target::includes(std::string_view generator, std::string_view tag) const noexcept {
    return generator_.matches(generator) && (!tag_ || tag_->matches(tag));
}

} // namespace vesta::access
