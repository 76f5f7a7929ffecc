#include "gapless_group.hpp"

#include <vesta/gapless/refusals.hpp>
#include <vesta/segment/segment_store.hpp>

#include <utility>

namespace vesta::sql {
namespace {

number_outcome found(const number_wish& wish, const keyed_number& of) {
    if (of.tag != wish.tag) return {.why = other_tag(wish)};
    if (of.is_void) return {.why = void_key(wish, of.number)};
    return {.number = of.number, .again = true};
}

} // namespace

number_outcome gapless_group::answer(const number_wish& wish) {
    if (const auto known = known_.find(wish.key); known != known_.end()) return found(wish, known->second);
    if (auto good = check(wish); !good) return {.why = std::move(good).error()};
    const std::int64_t number = ++ends_[wish.tag];
    if (!wish.key.empty()) {
        known_[wish.key] = {wish.tag, number};
        added_.push_back({wish.key, wish.tag, number});
    }
    return {.number = number};
}

result<void> gapless_group::check(const number_wish& wish) const {
    if (!wish.tag.empty())
        if (auto good = check_tag(wish.tag); !good) return good;
    auto good = check_wish(wish, end_of(ends_, wish.tag));
    return good && !wish.key.empty() ? check_room() : good;
}

result<void> gapless_group::check_room() const {
    const std::size_t kept = static_cast<std::size_t>(head_.keys) + added_.size();
    if (kept < bounds_.most_keys) return {};
    error full = too_many_keys(kept, bounds_.keys);
    full.retry_after = std::chrono::seconds{1};
    return full;
}

result<void> gapless_group::write(gapless_rows& in, unix_ms at) {
    for (const auto& [tag, end] : ends_) {
        const std::int64_t from = end_of(before_, tag);
        if (end == from) continue;
        if (auto moved = in.move_end(tag, from, end); !moved) return moved;
    }
    if (auto added = in.add(added_, at, head_.age); !added) return added;
    head_.keys += static_cast<std::int64_t>(added_.size());
    ++head_.groups;
    return in.keep(head_);
}

} // namespace vesta::sql
