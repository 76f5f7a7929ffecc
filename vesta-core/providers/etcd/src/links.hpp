#pragma once

#include "gateway.hpp"

#include <vesta/etcd/session.hpp>
#include <vesta/machine/reign_watch.hpp>

#include <boost/json/object.hpp>

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace vesta::etcd {

/// A connection on loan, and until when its user may wait.
struct link {
    std::unique_ptr<gateway> on;
    tcp_link::time_point until;
};

/// The connections of a session, and what all of them have learnt.
///
/// Thread-safety: safe; a link is for one thread at a time.
class session::links {
  public:
    explicit links(options to);

    const options& to() const noexcept { return to_; }
    std::string path(const std::string& key) const { return "/vesta/" + to_.folder + "/" + key; }

    /// Runs @p work, which takes a `link&` and returns a result, once; with several members for half of the time, so
    /// that there is some left for another attempt of the caller's.
    template <class Work>
    auto with(Work&& work) -> decltype(work(std::declval<link&>())) {
        return run(work, 1);
    }
    /// The same for what may be done twice: where one member fails, another is asked.
    template <class Work>
    auto with_patience(Work&& work) -> decltype(work(std::declval<link&>())) {
        return run(work, all_.size() + 1);
    }

    /// Reads the reign, and begins one where there is none, or where the data went back since the last one began.
    result<moment> look(link& on);
    result<std::vector<key_value>> range(link& on, const boost::json::object& of);
    result<key_value> get(link& on, const std::string& path);
    result<std::optional<change_done>> put(link& on, const change& wanted);

    /// The text of the reign by the last look; empty before the first.
    std::string reign_text() { return watch_.known().during.text; }
    /// The member's time now, by the last answer; nothing before the first.
    std::optional<unix_ms> told_now() { return watch_.told_now(); }

  private:
    using time_point = tcp_link::time_point;

    template <class Work>
    auto run(Work& work, std::size_t attempts) -> decltype(work(std::declval<link&>()));

    result<link> take(time_point until, bool leaves_time);
    result<link> connect(time_point until);
    result<std::unique_ptr<gateway>> greet(const endpoint& to, time_point until);
    std::unique_ptr<gateway> take_idle();
    void put_back(std::unique_ptr<gateway> used);
    void drop_all();

    result<std::string> token(link& on);
    void forget_token(const std::string& refused);
    result<answer> ask(link& on, std::string_view what, const boost::json::object& body);
    /// As `ask`, but a stale answer counts as none.
    result<answer> ask_on(link& on, std::string_view what, const boost::json::object& body);
    error refusal(const answer& of, const endpoint& by) const;
    error trouble(const endpoint& at, const error& why) const;

    const options to_;
    const std::vector<endpoint> all_;
    std::mutex guard_;
    std::vector<std::unique_ptr<gateway>> idle_;
    std::size_t first_ = 0; // the member to try first
    std::optional<std::string> token_;
    reign_watch watch_; // of the keys that were got or put
};

template <class Work>
auto session::links::run(Work& work, std::size_t attempts) -> decltype(work(std::declval<link&>())) {
    const auto until = std::chrono::steady_clock::now() + to_.call_timeout;
    const bool is_once = attempts == 1;
    for (;;) {
        const bool is_last = --attempts == 0;
        auto on = take(until, (is_once || !is_last) && all_.size() > 1);
        if (!on) return std::move(on).error();
        auto done = work(*on);
        if (done) {
            put_back(std::move(on->on));
            return done;
        }
        if (done.error().code != errc::store_unavailable) return done;
        drop_all(); // whatever broke this one, most likely broke the others as well
        if (is_last || std::chrono::steady_clock::now() >= until) return done;
    }
}

} // namespace vesta::etcd
