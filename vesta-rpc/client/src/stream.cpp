#include "stream.hpp"

#include "coarse_clock.hpp"
#include "engine.hpp"
#include "fetch.hpp"
#include "reply_id.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace vesta::rpc::detail {
namespace {

constexpr unsigned most_fetches = 4; // under way at once, if callers want more than one batch
constexpr unsigned most_ranges = 2;
constexpr std::uint64_t largest_range = 0xffff'fff0; // the most that a slot can count
constexpr std::chrono::nanoseconds retry_pause = std::chrono::microseconds{100};

void write_ids(const id_range& from, std::span<id> out) noexcept {
    std::uint64_t next = from.first.bits();
    for (id& each : out) {
        each = id::from_bits(next);
        next += from.stride;
    }
}

void drop_front(id_range& range, std::uint64_t count) noexcept {
    range.first = id::from_bits(range.first.bits() + count * range.stride);
    range.count -= count;
}

} // namespace

/// Waiters that are done, to be told once no lock is held.
class stream::ended {
  public:
    ended() = default;
    ended(const ended&) = delete;
    ended& operator=(const ended&) = delete;
    ~ended() {
        for (auto& [who, how] : all_)
            who->over(std::move(how));
    }
    void add(waiter* who, result<void> how = {}) { all_.emplace_back(who, std::move(how)); }

  private:
    std::vector<std::pair<waiter*, result<void>>> all_;
};

stream::stream(engine& by, stream_name what)
    : by_{by}, name_{std::move(what)}, batch_{by.options().batch}, prefetch_{by.options().prefetch} {}

bool stream::take_one(id& out) noexcept {
    const auto got = slot_.take(1, coarse_now());
    if (got.range.count == 0) [[unlikely]]
        return take({&out, 1}) == 1;
    if (got.low) [[unlikely]]
        want_more();
    out = got.range.first;
    return true;
}

std::size_t stream::take(std::span<id> out) noexcept {
    std::size_t made = 0;
    while (made < out.size()) {
        const auto got = take_piece(out.size() - made);
        if (got.range.count == 0) break;
        write_ids(got.range, out.subspan(made, got.range.count));
        made += got.range.count;
    }
    return made;
}

range_slot::piece stream::take_piece(std::uint64_t wanted) noexcept {
    auto got = slot_.take(wanted, coarse_now());
    if (got.range.count == 0) {
        const std::lock_guard lock{guard_};
        if (!refill_slot()) return {};
        got = slot_.take(wanted, coarse_now());
    }
    if (got.low) want_more();
    return got;
}

/// Whether the slot has IDs afterwards. Call with the lock held.
bool stream::refill_slot() noexcept {
    const std::int64_t now = coarse_now();
    if (slot_.left(now) != 0) return true;
    while (!stock_.empty()) {
        const stocked next = stock_.front();
        stock_.pop_front();
        if (now >= next.expires) continue;
        slot_.put(next.range, next.expires);
        return true;
    }
    return false;
}

std::uint64_t stream::in_stock(std::int64_t now) const noexcept {
    std::uint64_t all = slot_.left(now);
    for (const stocked& each : stock_) {
        if (now < each.expires) all += each.range.count;
    }
    return all;
}

void stream::want_more() noexcept {
    const std::chrono::nanoseconds ahead = prefetch_.max_age;
    ahead_until_.store(coarse_now() + ahead.count(), std::memory_order_relaxed);
    if (!pumping_.exchange(true)) by_.pump(*this);
}

void stream::wait_for_more(waiter& who) {
    ended over;
    {
        const std::lock_guard lock{guard_};
        if (closed_) return over.add(&who, error{errc::closed, "the client was closed"});
        waiting_.push_back(&who);
        missing_ += who.missing.size();
    }
    want_more();
}

bool stream::is_at_rest() const {
    const std::lock_guard lock{guard_};
    return waiting_.empty() && in_stock(coarse_now()) == 0;
}

void stream::pump() {
    pumping_ = false;
    bool unwatched = false;
    for (;;) {
        std::optional<demand> next;
        {
            const std::lock_guard lock{guard_};
            next = next_demand();
            if (!next) {
                unwatched = !waiting_.empty() && !std::exchange(watched_, true);
                break;
            }
            asked_ += next->count;
            ++in_flight_;
        }
        by_.requests().submit(make_fetch(shared_from_this(), next->count, next->as_range, by_.deadline()));
    }
    by_.watch();
    if (unwatched) by_.watch(*this);
}

/// Call with the lock held.
std::optional<stream::demand> stream::next_demand() {
    if (closed_) return std::nullopt;
    if (prefetch_.count != 0 || stock_wanted_ != 0) return next_range();
    const std::uint64_t uncovered = missing_ > asked_ ? missing_ - asked_ : 0;
    // Demand that arises while a request is under way waits for the next one, unless it fills one by itself.
    const bool now = in_flight_ == 0 || (in_flight_ < most_fetches && uncovered >= batch_);
    if (uncovered == 0 || !now) return std::nullopt;
    return demand{std::min(uncovered, batch_), false};
}

std::optional<stream::demand> stream::next_range() {
    if (in_flight_ >= most_ranges) return std::nullopt;
    const std::uint64_t uncovered = missing_ > asked_ ? missing_ - asked_ : 0;
    const std::uint64_t wanted = std::max(uncovered, std::exchange(stock_wanted_, 0));
    if (wanted != 0) return demand{std::min(std::max(wanted, prefetch_.count), largest_range), true};
    // Ahead of need, for as long as there is need now and then.
    const std::int64_t now = coarse_now();
    const bool used = now < ahead_until_.load(std::memory_order_relaxed);
    if (!used || asked_ != 0 || in_stock(now) > prefetch_.count / 2) return std::nullopt;
    return demand{std::min(prefetch_.count, largest_range), true};
}

void stream::on_ids(std::span<const reply_node> came) {
    {
        ended over;
        const std::lock_guard lock{guard_};
        --in_flight_;
        asked_ -= came.size();
        last_failure_.reset();
        while (!came.empty() && !waiting_.empty()) {
            const std::span<id> out = waiting_.front()->missing;
            const std::size_t count = std::min(out.size(), came.size());
            std::ranges::transform(came.first(count), out.begin(),
                                   [](const reply_node& each) { return *read_id(each); });
            came = came.subspan(count);
            advance(count, over);
        }
    }
    pump();
}

void stream::on_range(id_range came, std::uint64_t asked, std::int64_t expires) {
    {
        ended over;
        const std::lock_guard lock{guard_};
        --in_flight_;
        asked_ -= asked;
        last_failure_.reset();
        deliver(came, over);
        if (came.count != 0) stock_.push_back({came, expires});
        refill_slot();
    }
    pump();
}

void stream::deliver(id_range& range, ended& over) {
    while (range.count != 0 && !waiting_.empty()) {
        const std::span<id> out = waiting_.front()->missing;
        const std::size_t count = std::min<std::uint64_t>(out.size(), range.count);
        write_ids(range, out.first(count));
        drop_front(range, count);
        advance(count, over);
    }
}

/// The first waiter has received @p filled IDs.
void stream::advance(std::uint64_t filled, ended& over) {
    waiter& first = *waiting_.front();
    first.missing = first.missing.subspan(filled);
    missing_ -= filled;
    if (!first.missing.empty()) return;
    over.add(&first);
    waiting_.pop_front();
}

void stream::on_failed(const error& why, std::uint64_t asked) {
    {
        ended over;
        const std::lock_guard lock{guard_};
        --in_flight_;
        asked_ -= asked;
        last_failure_ = why;
        ahead_until_ = 0; // nothing is fetched ahead until a caller wants something
        // Without an answer each waiter goes on until its own time is over; a refusal ends all of them.
        if (why.code != errc::store_unavailable) {
            for (waiter* each : std::exchange(waiting_, {}))
                over.add(each, why);
            missing_ = 0;
        }
    }
    by_.pump(*this); // not from here: a refusal may have come from within a pump
}

bool stream::check(time_point now, const std::function<error()>& why) {
    ended over;
    const std::lock_guard lock{guard_};
    while (!waiting_.empty() && now >= waiting_.front()->deadline) {
        missing_ -= waiting_.front()->missing.size();
        over.add(waiting_.front(), why());
        waiting_.pop_front();
    }
    return watched_ = !waiting_.empty();
}

void stream::close(const error& why) {
    ended over;
    const std::lock_guard lock{guard_};
    closed_ = true;
    for (waiter* each : std::exchange(waiting_, {}))
        over.add(each, why);
    missing_ = 0;
}

grant stream::try_generate(std::span<id> out) noexcept {
    if (by_.is_forked()) return {.why = errc::forked};
    const std::size_t made = take(out);
    return made != 0 ? grant{.made = made} : nothing_at_hand(out.size());
}

range_grant stream::try_range(std::uint64_t count) noexcept {
    if (by_.is_forked()) return {.why = errc::forked};
    const auto got = take_piece(count);
    if (got.range.count != 0) return {.range = got.range};
    const grant none = nothing_at_hand(count);
    return {.wait = none.wait, .why = none.why};
}

grant stream::nothing_at_hand(std::uint64_t wanted) noexcept {
    errc why = errc::not_ready;
    {
        const std::lock_guard lock{guard_};
        if (closed_) return {.why = errc::closed};
        stock_wanted_ = std::max(stock_wanted_, asked_ < wanted ? wanted : 0);
        if (last_failure_) why = last_failure_->code;
    }
    want_more();
    const bool hopeless = why == errc::invalid_argument || why == errc::not_found || why == errc::invalid_settings;
    return {.wait = hopeless ? std::chrono::nanoseconds{0} : retry_pause, .why = why};
}

error stream::explain_refusal(errc why) const {
    const std::lock_guard lock{guard_};
    if (last_failure_ && last_failure_->code == why) return *last_failure_;
    if (why == errc::closed) return {why, "the client was closed"};
    if (why == errc::forked) return {why, "this process was forked; open a client after the fork"};
    return {why, "a range is being fetched", std::chrono::milliseconds{1}};
}

} // namespace vesta::rpc::detail
