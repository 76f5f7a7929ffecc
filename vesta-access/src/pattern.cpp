#include <vesta/access/pattern.hpp>

namespace vesta::access {

/// Goes back to the last star only: what stands between two stars is best matched as early as possible.
bool pattern::matches(std::string_view name) const noexcept {
    const std::string_view wanted = text_;
    std::size_t at = 0, in = 0;
    std::size_t star = std::string_view::npos, resume = 0;
    while (in < name.size()) {
        if (at < wanted.size() && wanted[at] == '*') {
            star = at++;
            resume = in;
        } else if (at < wanted.size() && wanted[at] == name[in]) {
            ++at;
            ++in;
        } else if (star != std::string_view::npos) {
            at = star + 1;
            in = ++resume;
        } else {
            return false;
        }
    }
    return wanted.find_first_not_of('*', at) == std::string_view::npos;
}

} // namespace vesta::access
