#pragma once

#include "range_slot.hpp"
#include "waiter.hpp"

#include <vesta/rpc/client_options.hpp>
#include <vesta/source/id_source.hpp>
#include <vesta/source/stream_query.hpp>

#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace vesta::rpc::detail {

class engine;

/// The selectors of a stream; owns its texts.
struct stream_name {
    std::string generator; ///< Never empty.
    std::optional<std::string> tag;
    std::optional<std::int64_t> app;
    std::optional<std::string> gate_pass;

    friend auto operator<=>(const stream_name&, const stream_name&) = default;
};

/// One stream of IDs as a client sees it: prefetched IDs, waiting callers, and requested IDs.
///
/// Callers take from a range without a lock if they can. Otherwise they queue here, and the next request asks for all
/// of them at once. Handles, requests and posts hold it.
/// Thread-safety: safe, except for the functions marked below.
class stream final : public id_source, public std::enable_shared_from_this<stream> {
  public:
    stream(engine& by, stream_name what);

    const stream_name& name() const noexcept { return name_; }
    /// The largest age of a range.
    std::chrono::milliseconds max_age() const noexcept { return prefetch_.max_age; }

    /// Takes a prefetched ID, if there is one.
    bool take_one(id& out) noexcept;
    /// Takes prefetched IDs, at most all of @p out; returns how many.
    std::size_t take(std::span<id> out) noexcept;
    /// Queues @p who, which has taken all prefetched IDs already and is told when it is done.
    void wait_for_more(waiter& who);

    /// Whether it has neither waiters nor prefetched IDs: if it has no holder, another stream of its name will do as
    /// well.
    bool is_at_rest() const;

    grant try_generate(std::span<id> out) noexcept override;
    range_grant try_range(std::uint64_t count) noexcept override;
    error explain_refusal(errc why) const override;

    // From here on: in the client's thread only.

    /// Requests the missing IDs.
    void pump();
    /// The requested IDs came: as integers, or as a range to hand out until @p expires.
    void on_ids(std::span<const reply_node> came);
    void on_range(id_range came, std::uint64_t asked, std::int64_t expires);
    void on_failed(const error& why, std::uint64_t asked);
    /// Fails the waiters whose time is over, with the words of @p why. Returns whether any are left; if none are, the
    /// engine learns of the next.
    bool check(time_point now, const std::function<error()>& why);
    void close(const error& why);

  private:
    struct stocked {
        id_range range;
        std::int64_t expires;
    };
    struct demand {
        std::uint64_t count;
        bool as_range;
    };
    class ended;

    range_slot::piece take_piece(std::uint64_t wanted) noexcept;
    bool refill_slot() noexcept;
    std::uint64_t in_stock(std::int64_t now) const noexcept;
    void want_more() noexcept;
    std::optional<demand> next_demand();
    std::optional<demand> next_range();
    void deliver(id_range& range, ended& over);
    void advance(std::uint64_t filled, ended& over);
    grant nothing_at_hand(std::uint64_t wanted) noexcept;

    engine& by_;
    const stream_name name_;
    const std::uint64_t batch_;
    const prefetch_options prefetch_;
    range_slot slot_;
    std::atomic<bool> pumping_{false};
    std::atomic<std::int64_t> ahead_until_{0}; // when prefetching ends unless more is taken

    mutable std::mutex guard_;
    std::deque<waiter*> waiting_;
    std::deque<stocked> stock_;      // follows the slot's range
    std::uint64_t missing_ = 0;      // IDs that waiters want
    std::uint64_t asked_ = 0;        // IDs requested that have not come
    std::uint64_t stock_wanted_ = 0; // IDs that `try_` calls found missing
    unsigned in_flight_ = 0;         // requests
    std::optional<error> last_failure_;
    bool closed_ = false;
    bool watched_ = false; // by the engine
};

} // namespace vesta::rpc::detail
