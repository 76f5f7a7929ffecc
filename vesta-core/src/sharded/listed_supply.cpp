#include "direct_supply.hpp"

#include <algorithm>
#include <thread>

namespace vesta {
namespace {

using detail::as_segment;

/// As many numbers as the original takes one by one while a batch of ours takes one round trip.
constexpr std::uint64_t portion = 100;

class listed final : public shard_supply {
  public:
    listed(std::shared_ptr<sharded_store> store, std::shared_ptr<number_list> list, number_use use)
        : rows_{std::move(store), std::move(use)}, list_{std::move(list)} {}

    result<std::vector<tag_row>> list() override {
        auto tags = rows_.list();
        if (tags)
            for (tag_row& each : *tags)
                each.step = std::min<std::int64_t>(each.step, portion);
        return tags;
    }

    result<segment> reserve(const segment_request& request) override;
    result<bool> give_back(std::string_view, const segment&, std::int64_t) override { return false; }
    result<void> create(std::string_view tag, std::int64_t step) override { return rows_.create(tag, step); }
    supply_status status() const override;

  private:
    result<std::optional<number_list::run>> pop_or_refill(const shard_key& key, std::uint64_t wanted);
    enum class refill_end : std::uint8_t { done, somebody_else, no_list };
    result<refill_end> refill(const shard_key& key);
    result<shard_range> reserve_range(const shard_key& key);
    void note(std::uint64_t supply_counts::* which);
    void list_is(const std::optional<error>& failed);

    detail::direct_supply rows_;
    const std::shared_ptr<number_list> list_;

    mutable std::mutex guard_;
    supply_counts counts_;
    std::optional<error> trouble_;
    std::map<shard_key, std::int64_t> steps_; // of the ranges reserved last
};

void listed::note(std::uint64_t supply_counts::* which) {
    const std::lock_guard guard{guard_};
    ++(counts_.*which);
}

void listed::list_is(const std::optional<error>& failed) {
    const std::lock_guard guard{guard_};
    trouble_ = failed;
    if (failed) ++counts_.fell;
}

supply_status listed::status() const {
    supply_status is = rows_.status();
    const std::lock_guard guard{guard_};
    is.counts = counts_;
    is.queue_trouble = trouble_;
    return is;
}

result<shard_range> listed::reserve_range(const shard_key& key) {
    auto made = rows_.reserve_range(key, 0, 0);
    if (!made) return made;
    const std::lock_guard guard{guard_};
    steps_[key] = made->step;
    return made;
}

result<segment> listed::reserve(const segment_request& request) {
    const auto key = parse_shard_tag(request.tag);
    if (!key) return error{errc::not_found, "there is no shard '" + std::string{request.tag} + "'"};
    const auto popped = pop_or_refill(*key, std::max(request.width, portion));
    if (!popped) return popped.error();
    if (*popped) {
        note(&supply_counts::popped);
        return as_segment((*popped)->low, (*popped)->high, static_cast<std::int64_t>(portion));
    }
    const auto made = reserve_range(*key);
    if (!made) return made.error();
    note(&supply_counts::direct);
    return as_segment(made->low, made->high, static_cast<std::int64_t>(portion));
}

result<std::optional<number_list::run>> listed::pop_or_refill(const shard_key& key, std::uint64_t wanted) {
    constexpr int looks = 20;
    constexpr std::chrono::milliseconds between_looks{10};
    for (int i = 0; i < looks; ++i) {
        const auto popped = list_->pop(key, wanted);
        list_is(popped ? std::nullopt : std::optional{popped.error()});
        if (!popped) return std::optional<number_list::run>{};
        std::int64_t step = 0;
        {
            const std::lock_guard guard{guard_};
            step = steps_[key];
        }
        if (*popped) {
            if ((*popped)->left <= static_cast<std::uint64_t>(step / 5)) static_cast<void>(refill(key));
            return popped;
        }
        const auto refilled = refill(key);
        if (!refilled) return refilled.error();
        if (*refilled == refill_end::no_list) break;
        if (*refilled == refill_end::somebody_else) std::this_thread::sleep_for(between_looks);
    }
    return std::optional<number_list::run>{};
}

/// A range that cannot be pushed is lost: how much of it arrived nobody knows.
result<listed::refill_end> listed::refill(const shard_key& key) {
    const auto token = list_->lock(key);
    if (!token) {
        list_is(token.error());
        return refill_end::no_list;
    }
    if (!*token) return refill_end::somebody_else;
    const auto range = reserve_range(key);
    result<void> pushed;
    if (range) {
        note(&supply_counts::pushed);
        pushed = list_->push(*range);
    }
    if (!pushed) list_is(pushed.error());
    if (const auto released = list_->unlock(key, **token); !released) list_is(released.error());
    if (!range) return range.error();
    return pushed ? refill_end::done : refill_end::no_list;
}

} // namespace

std::shared_ptr<shard_supply> listed_supply(std::shared_ptr<sharded_store> store, std::shared_ptr<number_list> list,
                                            number_use use) {
    return std::make_shared<listed>(std::move(store), std::move(list), std::move(use));
}

} // namespace vesta
