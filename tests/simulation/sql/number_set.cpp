#include "number_set.hpp"

#include <algorithm>
#include <iterator>

namespace vesta::testing {

bool number_set::add(std::int64_t first, std::int64_t end) {
    if (first >= end) return true;
    const auto behind = ranges_.lower_bound(first);
    if (behind != ranges_.end() && behind->first < end) return false;
    if (behind != ranges_.begin() && std::prev(behind)->second > first) return false;
    ranges_.emplace(first, end);
    return true;
}

void number_set::cover(std::int64_t first, std::int64_t end) {
    if (first >= end) return;
    auto at = ranges_.upper_bound(first);
    if (at != ranges_.begin() && std::prev(at)->second >= first) --at;
    while (at != ranges_.end() && at->first <= end) {
        first = std::min(first, at->first);
        end = std::max(end, at->second);
        at = ranges_.erase(at);
    }
    ranges_.emplace(first, end);
}

std::int64_t number_set::end_at(std::int64_t number) const {
    const auto behind = ranges_.upper_bound(number);
    if (behind == ranges_.begin()) return number;
    return std::max(number, std::prev(behind)->second);
}

std::int64_t number_set::first_gap(std::int64_t from, std::int64_t to, const std::vector<const number_set*>& sets) {
    for (std::int64_t at = from; at < to;) {
        std::int64_t next = at;
        for (const number_set* each : sets)
            next = std::max(next, each->end_at(at));
        if (next == at) return at;
        at = next;
    }
    return to;
}

std::int64_t number_set::count() const noexcept {
    std::int64_t sum = 0;
    for (const auto& [first, end] : ranges_)
        sum += end - first;
    return sum;
}

} // namespace vesta::testing
