#include "known_ends.hpp"

#include "refill.hpp"

#include <algorithm>
#include <utility>

namespace vesta::detail {

namespace {

/// Raises what @p all has for @p key, if there is room for it.
void raise(tag_memory::ends& all, const std::string& key, std::int64_t end) {
    if (const auto known = all.find(key); known != all.end()) {
        known->second = std::max(known->second, end);
    } else if (all.size() < most_remembered) {
        all.emplace(key, end);
    }
}

} // namespace

known_ends::known_ends(std::shared_ptr<tag_memory> in, std::uint32_t origins)
    : in_{std::move(in)}, origins_{origins}, before_{in_ ? in_->load() : tag_memory::ends{}}, saved_{before_} {}

origin_ends known_ends::before(std::string_view tag) const {
    auto ends = origin_ends::of_stores(origins_);
    for (std::uint32_t origin = 0; origin < origins_; ++origin)
        if (const auto found = before_.find(remembered_as(tag, origin)); found != before_.end())
            ends.raise(origin, found->second);
    return ends;
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
        const origin_ends ends = each->used_ends();
        for (std::uint32_t origin = 0; origin < origins_; ++origin)
            if (ends.of(origin) > 0) raise(now, remembered_as(each->tag(), origin), ends.of(origin));
    }
    if (now == saved_) return;
    for (const auto& [key, end] : in_->load()) // another process of this host may have saved since
        raise(now, key, end);
    in_->save(now, for_good);
    saved_ = std::move(now);
}

} // namespace vesta::detail
