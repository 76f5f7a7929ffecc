#include "links.hpp"

#include <vesta/base/list.hpp>
#include <vesta/base/quote.hpp>

namespace vesta::etcd {
namespace {

namespace json = boost::json;
using steady = std::chrono::steady_clock;

/// Half of the time until then, for the first of several that may be tried.
tcp_link::time_point half_way(tcp_link::time_point until) {
    const auto now = steady::now();
    return now + (until - now) / 2;
}

} // namespace

session::links::links(options to) : to_{std::move(to)}, all_{endpoints(to_).value()} {
    check(to_).value();
}

// ---- connections

result<link> session::links::take(time_point until, bool leaves_time) {
    if (auto idle = take_idle()) return link{std::move(idle), leaves_time ? half_way(until) : until};
    auto made = connect(until);
    if (made && leaves_time) made->until = half_way(until);
    return made;
}

std::unique_ptr<gateway> session::links::take_idle() {
    const std::lock_guard guard{guard_};
    while (!idle_.empty()) {
        auto last = std::move(idle_.back());
        idle_.pop_back();
        if (last->is_usable()) return last;
    }
    return nullptr;
}

void session::links::put_back(std::unique_ptr<gateway> used) {
    if (!used->is_usable()) return;
    const std::lock_guard guard{guard_};
    idle_.push_back(std::move(used));
}

void session::links::drop_all() {
    std::vector<std::unique_ptr<gateway>> dropped; // closed without the lock held
    const std::lock_guard guard{guard_};
    dropped.swap(idle_);
    first_ = (first_ + 1) % all_.size();
}

result<link> session::links::connect(time_point until) {
    std::size_t first = 0;
    {
        const std::lock_guard guard{guard_};
        first = first_;
    }
    std::vector<std::string> reasons;
    for (std::size_t i = 0; i < all_.size() && (i == 0 || steady::now() < until); ++i) {
        const std::size_t at = (first + i) % all_.size();
        auto made = greet(all_[at], i + 1 == all_.size() ? until : half_way(until));
        if (made) {
            const std::lock_guard guard{guard_};
            first_ = at;
            return link{*std::move(made), until};
        }
        if (made.error().code != errc::store_unavailable) return std::move(made).error();
        reasons.push_back(std::move(made).error().message);
    }
    return error{errc::store_unavailable, listed(reasons, {}, "; ")};
}

/// A member that cannot serve a linearizable read has no quorum.
result<std::unique_ptr<gateway>> session::links::greet(const endpoint& to, time_point until) {
    auto secured_by = to_.tls ? tls::make_context(*to_.tls) : result<tls::shared_context>{tls::shared_context{}};
    if (!secured_by) return std::move(secured_by).error();
    auto made = gateway::open(to, secured_by->get(), until);
    if (!made) return trouble(to, made.error());
    link fresh{*std::move(made), until};
    if (auto seen = look(fresh); !seen) return std::move(seen).error();
    return std::move(fresh.on);
}

// ---- requests

error session::links::trouble(const endpoint& at, const error& why) const {
    return {why.code, to_.name + ": etcd at " + at.text() + ": " + why.message};
}

result<std::string> session::links::token(link& on) {
    if (to_.user.empty()) return std::string{};
    {
        const std::lock_guard guard{guard_};
        if (token_) return *token_;
    }
    const auto got = on.on->ask("auth/authenticate", {{"name", to_.user}, {"password", to_.password}}, "", on.until);
    if (!got) return trouble(on.on->to(), got.error());
    // As etcd's own clients: without authentication there is nobody to be.
    const bool is_off = !got->good() && got->reason().starts_with("authentication is not enabled");
    if (!got->good() && !is_off) return refusal(*got, on.on->to());
    std::string given{text_at(got->content, "token")};
    if (given.empty() && !is_off)
        return trouble(on.on->to(), {errc::store_unavailable, "it let the user in without a token"});
    const std::lock_guard guard{guard_};
    return *(token_ = std::move(given));
}

void session::links::forget_token(const std::string& refused) {
    const std::lock_guard guard{guard_};
    if (token_ == refused) token_.reset();
}

result<answer> session::links::ask(link& on, std::string_view what, const json::object& body) {
    for (bool again = false;; again = true) {
        auto shown = token(on);
        if (!shown) return std::move(shown).error();
        auto got = on.on->ask(what, body, *shown, on.until);
        if (!got) return trouble(on.on->to(), got.error());
        if (got->good() && (got->revision() <= 0 || got->cluster().empty()))
            return trouble(on.on->to(), {errc::store_unavailable, "its answer has no cluster ID or no revision"});
        if (got->good()) return got;
        // Tokens expire, and go with the member that gave them. Nothing was done with a refused one.
        const auto why = got->reason();
        const bool is_of_token = why.starts_with("invalid auth token") || why.starts_with("revision of auth store") ||
                                 (!to_.user.empty() && why.starts_with("user name is empty"));
        if (again || !is_of_token) return refusal(*got, on.on->to());
        forget_token(*shown);
    }
}

result<answer> session::links::ask_on(link& on, std::string_view what, const json::object& body) {
    const auto before = watch_.known();
    auto got = ask(on, what, body);
    if (got && before.is_newer_than(got->told()))
        return trouble(on.on->to(), {errc::store_unavailable, "its data went back, or is another cluster's"});
    if (got) watch_.hear(got->told());
    return got;
}

error session::links::refusal(const answer& of, const endpoint& by) const {
    const auto why = of.reason();
    if (why.starts_with("authentication failed"))
        return trouble(by, {errc::invalid_settings, "it refuses the user or the password"});
    const bool is_of_rights = why.starts_with("permission denied");
    if (why.starts_with("user name is empty") ||
        (is_of_rights && to_.user.empty())) // it may take its own certificate's
        return trouble(by, {errc::invalid_settings, "it asks who is there: set user and a password"});
    if (is_of_rights)
        return trouble(by, {errc::invalid_settings,
                            "it does not let the user in: grant a role of it readwrite on the prefix " + path("")});
    return trouble(
        by, {errc::store_unavailable, "it refuses, with status " + std::to_string(of.status) + ": " + in_quotes(why)});
}

} // namespace vesta::etcd
