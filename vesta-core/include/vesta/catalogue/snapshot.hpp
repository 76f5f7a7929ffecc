#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace vesta {

/// How old snapshots may be, and what they may cost.
struct snapshot_pace {
    /// A reader gets none that is older.
    std::chrono::milliseconds oldest{1000};
    /// What a reader's thread may spend to make one. Costlier ones are made by a thread of their own.
    std::chrono::nanoseconds cheap = std::chrono::milliseconds{5};
    /// On average, readers' threads spend at most 1/`parts` of their time on snapshots. Unused time accumulates for up
    /// to `oldest`, so that occasional readers get the present state.
    int parts = 20;
};

class snapshot_base;

/// Keeps costly snapshots fresh while somebody asks for them: with a thread of its own, for any number of them.
///
/// Thread-safety: safe.
class snapshots {
  public:
    explicit snapshots(snapshot_pace pace = {});
    snapshots(const snapshots&) = delete;
    snapshots& operator=(const snapshots&) = delete;
    ~snapshots();

    const snapshot_pace& pace() const noexcept { return pace_; }

    /// Has the thread do @p work, which is not for a reader's thread either: as a rule within milliseconds, after the
    /// work ordered before. False if the queue is already too long.
    bool order(std::function<void()> work);

  private:
    friend class snapshot_base;
    void add(snapshot_base& one);
    void remove(snapshot_base& one) noexcept;
    void wake() noexcept;

    void keep() noexcept;
    void do_what_is_ordered(std::unique_lock<std::mutex>& lock) noexcept;
    bool refresh() noexcept;

    const snapshot_pace pace_;
    std::mutex guard_; // of what follows
    std::condition_variable changed_;
    std::vector<std::function<void()>> ordered_;
    bool stopping_ = false;
    bool costly_ = false;      // some of them are
    std::mutex members_guard_; // of what follows; held while one is made
    std::vector<snapshot_base*> members_;
    std::thread thread_;
};

/// What snapshots of all types have in common: when one is due.
class snapshot_base {
  public:
    snapshot_base(const snapshot_base&) = delete;
    snapshot_base& operator=(const snapshot_base&) = delete;

  protected:
    using time_point = std::chrono::steady_clock::time_point;

    explicit snapshot_base(std::shared_ptr<snapshots> refresher) : refresher_{std::move(refresher)} {}
    virtual ~snapshot_base() = default;

    void begin() { refresher_->add(*this); }
    void end() noexcept { refresher_->remove(*this); }
    /// Makes it if it is due.
    void see_to_it();
    std::mutex& guard() const noexcept { return guard_; }

  private:
    friend class snapshots;
    virtual void make() = 0;

    bool is_due(time_point now) const;
    void make_and_note();
    /// Makes it again if it is costly and will be asked for. False if it is not.
    bool keep_fresh();

    const std::shared_ptr<snapshots> refresher_;
    std::mutex making_;
    mutable std::mutex guard_; // of the value, and of what follows
    bool made_ = false;
    time_point made_at_;
    time_point asked_at_;
    time_point affordable_at_;         // for a reader's thread
    std::chrono::nanoseconds cost_{0}; // of processor time
};

/// A value made once for all who ask within a moment.
///
/// Thread-safety: safe.
template <class Value>
class snapshot final : private snapshot_base {
  public:
    /// @p make is called by readers, or by @p refresher's thread; never twice at a time. What it throws, a reader
    /// throws.
    ///
    /// Lifetime: what @p make uses outlives this.
    snapshot(std::shared_ptr<snapshots> refresher, std::function<Value()> make)
        : snapshot_base{std::move(refresher)}, make_{std::move(make)} {
        begin();
    }
    ~snapshot() override { end(); }

    /// The value of at most `snapshot_pace::oldest` ago; as a rule without making it, else by making it.
    std::shared_ptr<const Value> get() {
        see_to_it();
        const std::lock_guard lock{guard()};
        return value_;
    }

  private:
    void make() override {
        auto fresh = std::make_shared<const Value>(make_());
        const std::lock_guard lock{guard()};
        value_.swap(fresh);
    }

    const std::function<Value()> make_;
    std::shared_ptr<const Value> value_;
};

} // namespace vesta
