#include "gapless_group.hpp"

#include <vesta/base/quote.hpp>
#include <vesta/segment/segment_store.hpp>

#include <limits>
#include <utility>

namespace vesta::sql {
namespace {

number_outcome found(const number_wish& wish, const keyed_number& of) {
    const std::string key = "the key " + in_quotes(wish.key);
    if (of.tag != wish.tag)
        return {.why = {errc::invalid_argument,
                        key + " has a number of another tag; use another key for tag " + in_quotes(wish.tag)}};
    if (!of.is_void) return {.number = of.number, .again = true};
    return {.why = {errc::invalid_argument, "number " + std::to_string(of.number) + " of " + key +
                                                " was made void; use another key for another number"}};
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
    const auto end = ends_.find(wish.tag);
    if (end != ends_.end() && end->second == std::numeric_limits<std::int64_t>::max())
        return error{errc::exhausted, "this call gave no number: the last one was given"};
    if (wish.key.empty()) return {};
    return check_key(wish.key).and_then([this] { return check_room(); });
}

result<void> gapless_group::check_room() const {
    const std::size_t kept = static_cast<std::size_t>(head_.keys) + added_.size();
    if (kept < bounds_.most_keys) return {};
    return error{errc::not_ready,
                 "this call gave no number: " + std::to_string(kept) + " keys are kept, and each for " +
                     std::to_string(std::chrono::ceil<std::chrono::seconds>(bounds_.keys).count()) +
                     " s; keep more, or for a shorter time",
                 std::chrono::seconds{1}};
}

result<void> gapless_group::write(gapless_rows& in, unix_ms at) {
    for (const auto& [tag, end] : ends_) {
        const auto before = before_.find(tag);
        const std::int64_t from = before == before_.end() ? 0 : before->second;
        if (end == from) continue;
        if (auto moved = in.move_end(tag, from, end); !moved) return moved;
    }
    if (auto added = in.add(added_, at, head_.age); !added) return added;
    head_.keys += static_cast<std::int64_t>(added_.size());
    ++head_.groups;
    return in.keep(head_);
}

} // namespace vesta::sql
