#pragma once

#include "dispatcher.hpp"

#include <vesta/base/random_bits.hpp>

#include <memory>
#include <optional>
#include <random>
#include <vector>

namespace vesta::rpc::detail {

/// One server as a client sees it: its links, and when it may be tried again.
class dispatcher::server final : public link_owner {
  public:
    server(dispatcher& of, server_address where, std::uint64_t bit);

    std::uint64_t bit() const noexcept { return bit_; }
    /// The ready link with the least to do; null if there is none.
    link* ready() const noexcept;
    bool is_connecting() const noexcept;
    bool is_awaited() const noexcept;
    /// Whether it is being connected to, for less than @p age.
    bool is_new(std::chrono::milliseconds age, time_point now) const noexcept;
    /// Whether it may be connected to at @p now.
    bool may_connect(time_point now) const noexcept { return now >= not_before_; }
    /// Makes links up to @p wanted, if it may be connected to.
    void connect(time_point now, std::size_t wanted);
    void check(time_point now);
    /// Ends its links; returns the unanswered requests.
    std::deque<owned_request> close();
    /// Why it rejects this client's password; null if it does not, or that is unknown.
    const error* locked_out() const noexcept { return locked_out_ ? &*locked_out_ : nullptr; }
    /// Its last failure; empty if there is none.
    const std::string& trouble() const noexcept { return trouble_; }

    void on_ready(link& which) override;
    void on_answer(link& which) override;
    void on_error_reply(link& which, owned_request asked, error why) override;
    void on_broken(link& which, const error& why, std::deque<owned_request> unanswered) override;

  private:
    void back_off(time_point now);

    dispatcher& of_;
    const server_address where_;
    const std::uint64_t bit_;
    std::vector<std::shared_ptr<link>> links_;
    time_point not_before_{};
    std::chrono::milliseconds backoff_{0};
    std::minstd_rand jitter_{static_cast<std::minstd_rand::result_type>(random_bits())};
    bool answered_ = false; // since the last connection was begun
    std::optional<error> locked_out_;
    std::string trouble_;
};

} // namespace vesta::rpc::detail
