#include "known_ends.hpp"

#include "refill.hpp"

#include <algorithm>
#include <utility>

namespace vesta::detail {

known_ends::known_ends(std::shared_ptr<tag_memory> in)
    : in_{std::move(in)}, before_{in_ ? in_->load() : tag_memory::ends{}}, saved_{before_} {}

std::int64_t known_ends::before(std::string_view tag) const noexcept {
    const auto found = before_.find(tag);
    return found == before_.end() ? 0 : found->second;
}

void known_ends::add(const refill& tag) {
    if (!in_) return;
    const std::lock_guard guard{guard_};
    if (tags_.size() < most_remembered) tags_.push_back(&tag);
}

void known_ends::save_now_and_then() {
    const auto now = std::chrono::steady_clock::now();
    if (now - saved_at_ < std::chrono::seconds{1}) return;
    saved_at_ = now;
    save(false);
}

void known_ends::save(bool for_good) {
    if (!in_) return;
    std::vector<const refill*> tags;
    {
        const std::lock_guard guard{guard_};
        tags = tags_;
    }
    tag_memory::ends now = saved_;
    for (const refill* const each : tags) {
        const std::int64_t end = each->used_end();
        if (end <= 0) continue;
        if (const auto known = now.find(each->tag()); known != now.end()) {
            known->second = std::max(known->second, end);
        } else if (now.size() < most_remembered) {
            now.emplace(each->tag(), end);
        }
    }
    if (now == saved_) return;
    for (const auto& [tag, end] : in_->load()) { // another process of this host may have saved since
        const auto known = now.find(tag);
        if (known != now.end()) known->second = std::max(known->second, end);
        if (known == now.end() && now.size() < most_remembered) now.emplace(tag, end);
    }
    in_->save(now, for_good);
    saved_ = std::move(now);
}

} // namespace vesta::detail
