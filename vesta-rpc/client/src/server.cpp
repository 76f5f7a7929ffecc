#include "server.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace vesta::rpc::detail {

dispatcher::server::server(dispatcher& of, server_address where, std::uint64_t bit)
    : of_{of}, where_{std::move(where)}, bit_{bit} {}

link* dispatcher::server::ready() const noexcept {
    link* best = nullptr;
    for (const auto& each : links_) {
        if (each->is_ready() && (best == nullptr || each->waiting() < best->waiting())) best = each.get();
    }
    return best;
}

bool dispatcher::server::is_connecting() const noexcept {
    return std::ranges::any_of(links_, [](const auto& each) { return !each->is_ready(); });
}

bool dispatcher::server::is_awaited() const noexcept {
    return std::ranges::any_of(links_, [](const auto& each) { return !each->is_ready() || each->waiting() != 0; });
}

bool dispatcher::server::is_new(std::chrono::milliseconds age, time_point now) const noexcept {
    return std::ranges::any_of(links_, [&](const auto& each) { return each->is_younger(age, now); });
}

void dispatcher::server::connect(time_point now, std::size_t wanted) {
    if (!may_connect(now)) return;
    while (links_.size() < wanted) {
        links_.push_back(std::make_shared<link>(of_.on_, of_.options_, where_, *this));
        links_.back()->open();
    }
}

void dispatcher::server::check(time_point now) {
    const auto all = links_; // a link that breaks leaves the list
    for (const auto& each : all)
        each->check(now);
}

std::deque<owned_request> dispatcher::server::close() {
    std::deque<owned_request> unanswered;
    for (const auto& each : links_)
        std::ranges::move(each->close(), std::back_inserter(unanswered));
    links_.clear();
    return unanswered;
}

void dispatcher::server::on_ready(link&) {
    locked_out_.reset();
    of_.submit_parked();
}

void dispatcher::server::on_answer(link&) {
    answered_ = true;
    of_.answered_ = true;
    backoff_ = {};
    trouble_.clear();
}

void dispatcher::server::on_error_reply(link&, owned_request asked, error why) {
    trouble_ = where_.text + " refused: " + why.message;
    of_.refuse(*this, std::move(asked), std::move(why));
}

void dispatcher::server::on_broken(link& which, const error& why, std::deque<owned_request> unanswered) {
    std::erase_if(links_, [&](const auto& each) { return each.get() == &which; });
    trouble_ = why.message;
    locked_out_ = why.code == errc::invalid_settings ? std::optional{why} : std::nullopt;
    // A server that served and was lost may be back already; after any other failure it is left alone for a while.
    if (!std::exchange(answered_, false)) back_off(std::chrono::steady_clock::now());
    of_.submit_again(std::move(unanswered));
    of_.submit_parked();
}

void dispatcher::server::back_off(time_point now) {
    backoff_ = std::clamp(backoff_ * 2, of_.options_.smallest_backoff, of_.options_.largest_backoff);
    const std::chrono::microseconds whole = backoff_;
    std::uniform_int_distribution<std::int64_t> around{whole.count() * 3 / 4, whole.count() * 5 / 4};
    not_before_ = now + std::chrono::microseconds{around(jitter_)};
}

} // namespace vesta::rpc::detail
