#include "direct_supply.hpp"
#include "top_ups.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <thread>

namespace vesta {
namespace {

using detail::as_segment;

/// A node takes this part of a queued range at a time, or more if its demand is larger.
constexpr std::int64_t portions_per_range = 8;
/// Numbers taken from a list at a time: as many as the original program takes one by one during one round trip of ours.
constexpr std::int64_t list_portion = 100;
/// The original program refills when at most a fifth of a step is left.
constexpr std::int64_t refill_divisor = 5;

/// Numbers that nodes share through a queue, fenced by a ledger; or, without a ledger, through the original program's
/// list. The node that finds the queue empty or low refills it, one node at a time. While the queue does not work,
/// ranges come straight from the table.
class shared_supply final : public shard_supply {
  public:
    shared_supply(std::shared_ptr<sharded_store> store, std::shared_ptr<range_ledger> ledger,
                  std::shared_ptr<shard_queue> queue, number_use use, top_up how)
        : rows_{std::move(store), std::move(use)}, ledger_{std::move(ledger)}, queue_{std::move(queue)} {
        if (how == top_up::behind)
            behind_.emplace([this](const shard_key& key, std::uint64_t wanted) { top_up_now(key, wanted); });
    }

    result<std::vector<tag_row>> list() override {
        auto tags = rows_.list();
        if (!tags) return tags;
        if (!rows_.status().row_trouble) clear_removed(*tags); // a row that cannot be used is not gone
        for (tag_row& each : *tags)
            each.step = portion(each.step);
        return tags;
    }

    result<segment> reserve(const segment_request& request) override;

    /// Parts from the queue are not returned to it: a node's unused numbers are lost.
    result<bool> give_back(std::string_view, const segment&, std::int64_t) override { return false; }
    result<bool> create(std::string_view tag, std::int64_t step) override { return rows_.create(tag, step); }
    supply_status status() const override;

  private:
    std::int64_t portion(std::int64_t step) const {
        return ledger_ ? std::max<std::int64_t>(1, step / portions_per_range) : std::min(step, list_portion);
    }

    result<std::optional<range_part>> next_part(const shard_key& key, std::uint64_t wanted);
    result<std::optional<popped_part>> pop_or_refill(const shard_key& key, std::uint64_t wanted);
    result<bool> claim(const range_part& part) { return ledger_ ? ledger_->claim(part) : true; }
    void note_left(const popped_part& popped, std::uint64_t wanted);
    void top_up_now(const shard_key& key, std::uint64_t wanted);
    enum class refill_end : std::uint8_t { done, somebody_else, no_queue };
    result<refill_end> refill(const shard_key& key, std::uint64_t wanted, bool empty);
    result<bool> refill_locked(const shard_key& key, std::uint64_t wanted, bool empty);
    bool push(std::span<const range_part> parts);
    void clear_removed(const std::vector<tag_row>& present);
    result<shard_range> reserve_range(const shard_key& key, std::uint64_t width);
    shard_range last_reserved(const shard_key& key);
    void count(std::uint64_t supply_counts::* which);
    void queue_is(const std::optional<error>& failed);

    detail::direct_supply rows_;
    const std::shared_ptr<range_ledger> ledger_; // null: nothing is claimed
    const std::shared_ptr<shard_queue> queue_;

    mutable std::mutex guard_;
    supply_counts counts_;
    std::optional<error> queue_trouble_;
    std::map<shard_key, shard_range> reserved_; // this node's highest
    std::set<row_number> listed_;               // shards with a row, and removed ones whose queues are not cleared yet

    std::optional<detail::top_ups> behind_; // last: its thread uses the members above
};

void shared_supply::count(std::uint64_t supply_counts::* which) {
    const std::lock_guard guard{guard_};
    ++(counts_.*which);
}

void shared_supply::queue_is(const std::optional<error>& failed) {
    const std::lock_guard guard{guard_};
    queue_trouble_ = failed;
    if (failed) ++counts_.fell;
}

supply_status shared_supply::status() const {
    supply_status is = rows_.status();
    const std::lock_guard guard{guard_};
    is.counts = counts_;
    is.queue_trouble = queue_trouble_;
    return is;
}

shard_range shared_supply::last_reserved(const shard_key& key) {
    const std::lock_guard guard{guard_};
    return reserved_.try_emplace(key, shard_range{.step = 0}).first->second;
}

result<shard_range> shared_supply::reserve_range(const shard_key& key, std::uint64_t width) {
    auto made = rows_.reserve_range(key, width, last_reserved(key).high);
    if (!made) return made;
    const std::lock_guard guard{guard_};
    if (shard_range& last = reserved_[key]; made->high > last.high) last = *made;
    return made;
}

result<segment> shared_supply::reserve(const segment_request& request) {
    const shard_key key = shard_at(request.row);
    const auto part = next_part(key, std::max<std::uint64_t>(request.width, ledger_ ? 1 : list_portion));
    if (!part) return part.error();
    if (*part) {
        count(&supply_counts::popped);
        const std::int64_t step = ledger_ ? portion((*part)->high - (*part)->low) : list_portion;
        return as_segment({key, (*part)->begin(), (*part)->end(), step});
    }
    auto made = reserve_range(key, request.width);
    if (!made) return std::move(made).error();
    count(&supply_counts::direct);
    made->step = portion(made->step);
    return as_segment(*made);
}

/// Nothing if the queue is empty or does not work. An error comes from the database, without which no node can claim.
result<std::optional<range_part>> shared_supply::next_part(const shard_key& key, std::uint64_t wanted) {
    constexpr int before_clearing = 4; // a rebuilt queue has a few stale parts; more mean an old dump
    constexpr int attempts = 12;
    for (int i = 1; i <= attempts; ++i) {
        const auto popped = pop_or_refill(key, wanted);
        if (!popped) return popped.error();
        if (!*popped) break;
        const range_part& part = (*popped)->part;
        const auto claimed = claim(part);
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

void shared_supply::note_left(const popped_part& popped, std::uint64_t wanted) {
    const shard_key& key = popped.part.of;
    const std::int64_t full = ledger_ ? popped.part.high - popped.part.low : last_reserved(key).step;
    if (popped.left > static_cast<std::uint64_t>(full / refill_divisor)) return;
    if (behind_) {
        behind_->order(key, wanted);
    } else {
        top_up_now(key, wanted);
    }
}

/// A failure shows at the next call that finds the queue empty.
void shared_supply::top_up_now(const shard_key& key, std::uint64_t wanted) {
    static_cast<void>(refill(key, wanted, false));
}

/// Nothing if the queue does not work, or stays empty because another node is slow to refill it.
result<std::optional<popped_part>> shared_supply::pop_or_refill(const shard_key& key, std::uint64_t wanted) {
    constexpr int looks = 20;
    constexpr std::chrono::milliseconds between_looks{10};
    for (int i = 0; i < looks; ++i) {
        const auto popped = queue_->pop(key, wanted);
        queue_is(popped ? std::nullopt : std::optional{popped.error()});
        if (!popped) break;
        if (*popped) return popped;
        const auto refilled = refill(key, wanted, true);
        if (!refilled) return refilled.error();
        if (*refilled == refill_end::no_queue) break;
        if (*refilled == refill_end::somebody_else) std::this_thread::sleep_for(between_looks);
    }
    return std::optional<popped_part>{};
}

result<shared_supply::refill_end> shared_supply::refill(const shard_key& key, std::uint64_t wanted, bool empty) {
    const auto token = queue_->lock(key);
    if (!token) {
        queue_is(token.error());
        return refill_end::no_queue;
    }
    if (!*token) return refill_end::somebody_else;
    const auto pushed = refill_locked(key, wanted, empty);
    if (const auto released = queue_->unlock(key, **token); !released) queue_is(released.error());
    if (!pushed) return pushed.error();
    return *pushed ? refill_end::done : refill_end::no_queue;
}

/// False if the queue did not take the range. A ledger still has it; without one it is lost, since part of it may have
/// arrived.
result<bool> shared_supply::refill_locked(const shard_key& key, std::uint64_t wanted, bool empty) {
    if (empty && ledger_) {
        // Parts left in the ledger were lost by the queue, or are on their way to another node, whose claim decides.
        const auto lost = ledger_->unclaimed(key);
        if (!lost) return lost.error();
        if (!lost->empty()) return push(*lost);
    }
    // A node that takes more than an eighth of a step at a time needs longer ranges.
    const auto range = reserve_range(key, ledger_ ? wanted * portions_per_range : 0);
    if (!range) return range.error();
    if (ledger_)
        if (auto entered = ledger_->enter(*range); !entered) return std::move(entered).error();
    count(&supply_counts::pushed);
    const range_part all = whole(*range);
    return push({&all, 1});
}

bool shared_supply::push(std::span<const range_part> parts) {
    const auto pushed = queue_->push(parts);
    if (!pushed) queue_is(pushed.error());
    return pushed.has_value();
}

/// Clears the queues of shards whose rows are gone: nobody takes from them any more.
void shared_supply::clear_removed(const std::vector<tag_row>& present) {
    std::set<row_number> left;
    for (const tag_row& each : present)
        left.insert(each.row);
    std::set<row_number> gone;
    {
        const std::lock_guard guard{guard_};
        std::ranges::set_difference(listed_, left, std::inserter(gone, gone.end()));
    }
    for (auto each = gone.begin(); each != gone.end(); each = gone.erase(each))
        if (const auto cleared = queue_->clear(shard_at(*each)); !cleared) {
            queue_is(cleared.error());
            break; // the others would wait as long as this one; all at the next reading
        }
    left.merge(gone);
    const std::lock_guard guard{guard_};
    listed_ = std::move(left);
}

} // namespace

std::shared_ptr<shard_supply> queued_supply(std::shared_ptr<sharded_store> store, std::shared_ptr<range_ledger> ledger,
                                            std::shared_ptr<shard_queue> queue, number_use use, top_up how) {
    return std::make_shared<shared_supply>(std::move(store), std::move(ledger), std::move(queue), std::move(use), how);
}

std::shared_ptr<shard_supply> listed_supply(std::shared_ptr<sharded_store> store, std::shared_ptr<shard_queue> list,
                                            number_use use) {
    return std::make_shared<shared_supply>(std::move(store), nullptr, std::move(list), std::move(use), top_up::before);
}

} // namespace vesta
