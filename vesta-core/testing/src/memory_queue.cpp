#include <vesta/testing/memory_shards.hpp>

#include <algorithm>
#include <utility>

namespace vesta::testing {

std::optional<error> memory_queue::trouble() {
    fault before;
    {
        const std::lock_guard guard{guard_};
        before = before_;
    }
    return before ? before() : std::nullopt;
}

result<std::optional<popped_part>> memory_queue::pop(const shard_key& key, std::uint64_t wanted) {
    if (auto failed = trouble()) return *std::move(failed);
    const std::lock_guard guard{guard_};
    auto& waiting = parts_[key];
    if (waiting.empty()) return std::optional<popped_part>{};
    range_part& first = waiting.front();
    const auto width = static_cast<std::uint64_t>(first.piece_width());
    const std::uint64_t pieces = std::clamp<std::uint64_t>((wanted + width - 1) / width, 1, first.to - first.from);
    range_part taken = first;
    taken.to = first.from = taken.from + static_cast<unsigned>(pieces);
    if (first.from == first.to) waiting.pop_front();
    std::uint64_t left = 0;
    for (const range_part& each : waiting)
        left += static_cast<std::uint64_t>(each.end() - each.begin());
    return std::optional{popped_part{taken, left}};
}

result<void> memory_queue::push(std::span<const range_part> parts) {
    if (auto failed = trouble()) return *std::move(failed);
    const std::lock_guard guard{guard_};
    for (const range_part& each : parts)
        parts_[each.of].push_back(each);
    return {};
}

result<void> memory_queue::clear(const shard_key& key) {
    if (auto failed = trouble()) return *std::move(failed);
    const std::lock_guard guard{guard_};
    parts_.erase(key);
    return {};
}

result<std::optional<refill_token>> memory_queue::lock(const shard_key& key) {
    if (auto failed = trouble()) return *std::move(failed);
    const std::lock_guard guard{guard_};
    const auto [at, made] = locks_.try_emplace(key, std::to_string(tokens_ + 1));
    if (!made) return std::optional<refill_token>{};
    ++tokens_;
    return std::optional{at->second};
}

result<void> memory_queue::unlock(const shard_key& key, const refill_token& token) {
    if (auto failed = trouble()) return *std::move(failed);
    const std::lock_guard guard{guard_};
    if (const auto found = locks_.find(key); found != locks_.end() && found->second == token) locks_.erase(found);
    return {};
}

memory_queue::content memory_queue::dump() const {
    const std::lock_guard guard{guard_};
    return parts_;
}

void memory_queue::restore(content former) {
    const std::lock_guard guard{guard_};
    parts_ = std::move(former);
    locks_.clear();
}

void memory_queue::set_fault(fault before) {
    const std::lock_guard guard{guard_};
    before_ = std::move(before);
}

} // namespace vesta::testing
