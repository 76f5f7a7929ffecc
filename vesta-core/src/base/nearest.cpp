#include <vesta/base/nearest.hpp>
#include <vesta/base/quote.hpp>

#include <algorithm>
#include <utility>

namespace vesta {

std::size_t edit_distance(std::string_view from, std::string_view to) {
    // The rows of the table of distances between beginnings: this one, and the two before.
    std::vector<std::size_t> before_last(to.size() + 1);
    std::vector<std::size_t> last(to.size() + 1);
    std::vector<std::size_t> row(to.size() + 1);
    for (std::size_t j = 0; j <= to.size(); ++j)
        row[j] = j;
    for (std::size_t i = 1; i <= from.size(); ++i) {
        std::swap(before_last, last);
        std::swap(last, row);
        row[0] = i;
        for (std::size_t j = 1; j <= to.size(); ++j) {
            const std::size_t replaced = last[j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1);
            row[j] = std::min({replaced, last[j] + 1, row[j - 1] + 1});
            if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1])
                row[j] = std::min(row[j], before_last[j - 2] + 1);
        }
    }
    return row[to.size()];
}

std::string did_you_mean(std::string_view given, const std::vector<std::string>& known) {
    constexpr std::size_t longest = 128;
    if (given.size() < 3 || given.size() > longest) return "";
    std::size_t least = std::max<std::size_t>(1, given.size() / 3) + 1; // further away is no slip
    const std::string* nearest = nullptr;
    for (const auto& each : known) {
        const std::size_t apart = std::max(each.size(), given.size()) - std::min(each.size(), given.size());
        if (apart >= least) continue;
        const std::size_t distance = edit_distance(given, each);
        if (distance >= least) continue;
        least = distance;
        nearest = &each;
    }
    return nearest == nullptr ? "" : "; did you mean " + in_quotes(*nearest) + "?";
}

} // namespace vesta
