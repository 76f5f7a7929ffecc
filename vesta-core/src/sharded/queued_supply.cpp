#include "direct_supply.hpp"
#include "top_ups.hpp"

#include <algorithm>
#include <thread>

namespace vesta {
namespace {

using detail::as_segment;

/// A node takes this part of a range at a time, or what its demand asks for where that is more.
constexpr std::int64_t portions_per_range = 8;
/// The original refills when no more than a fifth of a step is left.
constexpr std::int64_t refill_divisor = 5;

class queued final : public shard_supply {
  public:
    queued(std::shared_ptr<sharded_store> store, std::shared_ptr<range_ledger> ledger,
           std::shared_ptr<shard_queue> queue, number_use use, top_up how)
        : rows_{std::move(store), std::move(use)}, ledger_{std::move(ledger)}, queue_{std::move(queue)} {
        if (how == top_up::behind)
            behind_.emplace([this](const shard_key& key, std::uint64_t wanted) { top_up_now(key, wanted); });
    }

    result<std::vector<tag_row>> list() override {
        auto tags = rows_.list();
        if (tags)
            for (tag_row& each : *tags)
                each.step = portion(each.step);
        return tags;
    }

    result<segment> reserve(const segment_request& request) override;

    /// Parts of a range are not returned to it: what a node does not use is lost, an eighth of a step or so.
    result<bool> give_back(std::string_view, const segment&, std::int64_t) override { return false; }
    result<void> create(std::string_view tag, std::int64_t step) override { return rows_.create(tag, step); }
    supply_status status() const override;

  private:
    static std::int64_t portion(std::int64_t step) { return std::max<std::int64_t>(1, step / portions_per_range); }
    static segment segment_of(const range_part& part) {
        return as_segment(part.begin(), part.end(), portion(part.high - part.low));
    }

    result<std::optional<segment>> from_queue(const shard_key& key, std::uint64_t wanted);
    result<std::optional<range_part>> next_claimed(const shard_key& key, std::uint64_t wanted);
    result<std::optional<popped_part>> pop_or_refill(const shard_key& key, std::uint64_t wanted);
    void note_left(const popped_part& popped, std::uint64_t wanted);
    void top_up_now(const shard_key& key, std::uint64_t wanted);
    enum class refill_end : std::uint8_t { done, somebody_else, no_queue };
    result<refill_end> refill(const shard_key& key, std::uint64_t wanted, bool empty);
    result<void> refill_locked(const shard_key& key, std::uint64_t wanted, bool empty);
    result<bool> push_unclaimed(const shard_key& key);
    result<shard_range> reserve_range(const shard_key& key, std::uint64_t width);
    void count(std::uint64_t supply_counts::* which);
    void queue_is(const std::optional<error>& failed);

    detail::direct_supply rows_;
    const std::shared_ptr<range_ledger> ledger_;
    const std::shared_ptr<shard_queue> queue_;

    mutable std::mutex guard_;
    supply_counts counts_;
    std::optional<error> queue_trouble_;
    std::map<shard_key, std::int64_t> reserved_; // up to which number this node has reserved

    std::optional<detail::top_ups> behind_; // the last member: its thread uses the others
};

void queued::count(std::uint64_t supply_counts::* which) {
    const std::lock_guard guard{guard_};
    ++(counts_.*which);
}

void queued::queue_is(const std::optional<error>& failed) {
    const std::lock_guard guard{guard_};
    queue_trouble_ = failed;
    if (failed) ++counts_.fell;
}

supply_status queued::status() const {
    supply_status is = rows_.status();
    const std::lock_guard guard{guard_};
    is.counts = counts_;
    is.queue_trouble = queue_trouble_;
    return is;
}

result<shard_range> queued::reserve_range(const shard_key& key, std::uint64_t width) {
    std::int64_t before = 0;
    {
        const std::lock_guard guard{guard_};
        before = reserved_[key];
    }
    auto made = rows_.reserve_range(key, width, before);
    if (!made) return made;
    const std::lock_guard guard{guard_};
    auto& highest = reserved_[key];
    highest = std::max(highest, made->high);
    return made;
}

result<segment> queued::reserve(const segment_request& request) {
    const auto key = parse_shard_tag(request.tag);
    if (!key) return error{errc::not_found, "there is no shard '" + std::string{request.tag} + "'"};
    auto queued_segment = from_queue(*key, std::max<std::uint64_t>(request.width, 1));
    if (!queued_segment) return std::move(queued_segment).error();
    if (*queued_segment) return **queued_segment;
    const auto made = reserve_range(*key, request.width);
    if (!made) return made.error();
    count(&supply_counts::direct);
    return as_segment(made->low, made->high, portion(made->step));
}

/// Nothing where the queue has nothing, or does not work. An error is one of the database's: without it nobody can
/// claim.
result<std::optional<segment>> queued::from_queue(const shard_key& key, std::uint64_t wanted) {
    const auto part = next_claimed(key, wanted);
    if (part && *part) {
        count(&supply_counts::popped);
        return std::optional{segment_of(**part)};
    }
    if (part) return std::optional<segment>{};
    return part.error();
}

result<std::optional<range_part>> queued::next_claimed(const shard_key& key, std::uint64_t wanted) {
    constexpr int before_clearing = 4; // a few stale parts are what a rebuilt queue has; more are an old dump
    constexpr int attempts = 12;
    for (int i = 1; i <= attempts; ++i) {
        const auto popped = pop_or_refill(key, wanted);
        if (!popped) return popped.error();
        if (!*popped) return std::optional<range_part>{};
        const range_part& part = (*popped)->part;
        const auto claimed = ledger_->claim(part);
        if (!claimed) return claimed.error();
        if (*claimed) {
            note_left(**popped, wanted);
            return std::optional{part};
        }
        count(&supply_counts::stale);
        if (i % before_clearing == 0)
            if (const auto cleared = queue_->clear(key); !cleared) queue_is(cleared.error());
    }
    return std::optional<range_part>{};
}

void queued::note_left(const popped_part& popped, std::uint64_t wanted) {
    const std::int64_t low_water = (popped.part.high - popped.part.low) / refill_divisor;
    if (popped.left > static_cast<std::uint64_t>(low_water)) return;
    if (behind_) {
        behind_->order(popped.part.of, wanted);
    } else {
        top_up_now(popped.part.of, wanted);
    }
}

/// Where it fails, whoever finds the queue empty has the reason.
void queued::top_up_now(const shard_key& key, std::uint64_t wanted) {
    static_cast<void>(refill(key, wanted, false));
}

/// Nothing where the queue does not work, or stays empty: then somebody else is refilling it and takes his time.
result<std::optional<popped_part>> queued::pop_or_refill(const shard_key& key, std::uint64_t wanted) {
    constexpr int looks = 20;
    constexpr std::chrono::milliseconds between_looks{10};
    for (int i = 0; i < looks; ++i) {
        const auto popped = queue_->pop(key, wanted);
        queue_is(popped ? std::nullopt : std::optional{popped.error()});
        if (!popped) return std::optional<popped_part>{};
        if (*popped) return popped;
        const auto refilled = refill(key, wanted, true);
        if (!refilled) return refilled.error();
        if (*refilled == refill_end::no_queue) break;
        if (*refilled == refill_end::somebody_else) std::this_thread::sleep_for(between_looks);
    }
    return std::optional<popped_part>{};
}

result<queued::refill_end> queued::refill(const shard_key& key, std::uint64_t wanted, bool empty) {
    const auto token = queue_->lock(key);
    if (!token) {
        queue_is(token.error());
        return refill_end::no_queue;
    }
    if (!*token) return refill_end::somebody_else;
    const auto done = refill_locked(key, wanted, empty);
    if (const auto released = queue_->unlock(key, **token); !released) queue_is(released.error());
    if (!done) return done.error();
    return refill_end::done;
}

result<void> queued::refill_locked(const shard_key& key, std::uint64_t wanted, bool empty) {
    if (empty) {
        // What the ledger still has was lost by the queue, or is on its way to another node, whose claim decides.
        const auto found = push_unclaimed(key);
        if (!found) return found.error();
        if (*found) return {};
    }
    // A node that takes more at a time than an eighth of a step has demand for longer ranges.
    const auto range = reserve_range(key, wanted * portions_per_range);
    if (!range) return range.error();
    if (auto entered = ledger_->enter(*range); !entered) return entered;
    count(&supply_counts::pushed);
    const range_part all = whole(*range);
    if (const auto pushed = queue_->push({&all, 1}); !pushed) queue_is(pushed.error());
    return {};
}

result<bool> queued::push_unclaimed(const shard_key& key) {
    const auto parts = ledger_->unclaimed(key);
    if (!parts) return parts.error();
    if (parts->empty()) return false;
    const auto pushed = queue_->push(*parts);
    if (!pushed) queue_is(pushed.error());
    return true;
}

} // namespace

std::shared_ptr<shard_supply> queued_supply(std::shared_ptr<sharded_store> store, std::shared_ptr<range_ledger> ledger,
                                            std::shared_ptr<shard_queue> queue, number_use use, top_up how) {
    return std::make_shared<queued>(std::move(store), std::move(ledger), std::move(queue), std::move(use), how);
}

} // namespace vesta
