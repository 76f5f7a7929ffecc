#include "row_filter.hpp"

#include <algorithm>

namespace vesta::detail {
namespace {

// A reservation is at most this share of a format's width: twenty nodes that start ten times a day use up a fifth.
constexpr std::uint64_t reservations_in_width = 1000;

} // namespace

bool row_filter::has(std::string_view row) const {
    if (period_.empty()) return !could_count_a_period(row, formats_);
    return period_in(row) == period_ && counts_a_period(row, formats_);
}

result<void> row_filter::check(std::string_view row) const {
    return period_.empty() ? check_counts_no_period(row, formats_) : result<void>{};
}

std::uint64_t row_filter::widest(std::string_view row) const {
    const auto found = formats_.find(row.substr(0, row.size() - (period_.empty() ? 0 : period_.size() + 1)));
    if (found == formats_.end()) return widest_segment;
    return std::clamp<std::uint64_t>(found->second.largest() / reservations_in_width, 1, widest_segment);
}

result<std::vector<tag_row>> row_filter::list() {
    auto rows = of_->list();
    if (rows) std::erase_if(*rows, [this](const tag_row& each) { return !has(each.tag); });
    return rows;
}

result<segment> row_filter::reserve(const segment_request& request) {
    if (auto good = check(request.tag); !good) return std::move(good).error();
    segment_request narrow = request;
    narrow.width = std::min(request.width, std::max(widest(request.tag), request.needed));
    return of_->reserve(narrow);
}

result<bool> row_filter::give_back(std::string_view tag, const segment& of, std::int64_t from) {
    return of_->give_back(tag, of, from);
}

result<bool> row_filter::create(std::string_view tag, std::int64_t step) {
    if (auto good = check(tag); !good) return std::move(good).error();
    return of_->create(tag, std::min(step, static_cast<std::int64_t>(widest(tag))));
}

result<bool> row_filter::raise(std::string_view tag, std::int64_t limit) {
    return of_->raise(tag, limit);
}

} // namespace vesta::detail
