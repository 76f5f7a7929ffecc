#pragma once

#include <vesta/access/gate.hpp>
#include <vesta/source/stream_query.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vesta::access {

/// Who one connection is, and what it may do, as of the list in force. Without a gate it may do everything.
///
/// Thread-safety: none; use from one thread at a time.
/// Lifetime: the gate outlives it.
class visitor {
  public:
    using clock = std::chrono::steady_clock;

    /// One that may do everything.
    visitor() : visitor{nullptr, {}} {}
    /// @p address is the client's, ADDRESS:PORT. @p by may be null. @p certificate has the names in the client's
    /// certificate, if it showed one: where a principal has one of them, the client is that principal until it shows a
    /// token.
    visitor(gate* by, std::string address, std::vector<std::string> certificate = {});

    /// If the access list was replaced, identifies the client again and returns true; earlier results are then void.
    ///
    /// Called once a turn; costs one atomic load if nothing has changed.
    bool refresh() {
        if (gate_ == nullptr || generation_ == gate_->generation()) return false;
        return look_again();
    }

    /// Whether there is a list that says who may do what.
    bool is_checked() const noexcept { return gate_ != nullptr; }

    /// Becomes the principal with @p token; stays who it was, and returns false, if there is none. The same token again
    /// costs a comparison.
    bool identify(std::string_view token);
    /// Forgets the token.
    void forget() noexcept;
    /// Records that a token was wrong. Returns how long to delay the answer.
    clock::duration failed(clock::time_point now);

    /// As given.
    const std::string& address() const noexcept { return address_; }
    const principal& who() const noexcept { return *who_; }

    /// Whether it may do @p what with @p generator; empty means `default`.
    ///
    /// Errors: `not_authenticated` if it has given no token; `not_permitted`.
    result<void> may(verb what, std::string_view generator = {}) { return may(what, generator, stream_query{}); }

    /// The same for what @p query selects of the generator: the tag of a segment, the application of a sharded one.
    ///
    /// What is taken next is charged to the quotas of this target.
    result<void> may(verb what, std::string_view generator, const stream_query& query) {
        if (gate_ == nullptr) return {};
        if (query.app) return permitted(what, generator, std::to_string(*query.app)); // short: nothing is allocated
        return permitted(what, generator, query.tag.value_or(""));
    }

    /// What it is told of an error with @p code: @p message with the right to `observe`, since a message may name
    /// users, hosts and files; else a sentence for the code, unless the error is about the request.
    ///
    /// Lifetime: that of @p message.
    std::string_view told(errc code, std::string_view message) const noexcept;

    /// Whether there is anything that it may do.
    ///
    /// Errors: `not_authenticated`.
    result<void> may_anything() const;

    /// Charges @p count to every quota of the target last permitted.
    ///
    /// Errors: `over_quota`, charging nothing; with `retry_after` unless @p count exceeds the burst.
    result<void> take(std::uint64_t count) { return charged_.empty() ? result<void>{} : charge(count); }
    /// Gives back what was taken last, unless another list is in force since: its quotas were not charged.
    void give_back(std::uint64_t count) noexcept;
    bool has_quota() const noexcept { return !charged_.empty(); }

  private:
    bool look_again();
    result<void> permitted(verb what, std::string_view generator, std::string_view tag);
    result<void> charge(std::uint64_t count);
    void choose_quotas(std::string_view generator, std::string_view tag);
    void become(const principal& who) noexcept;

    gate* gate_;
    std::string address_;
    std::uint64_t generation_ = 0;
    std::shared_ptr<const access_list> list_;
    const principal* who_ = nullptr;
    /// What it was last permitted: the same again costs a comparison.
    struct permitted_target {
        verb what;
        std::string generator;
        std::string tag;
    };
    std::optional<permitted_target> permitted_; // of `who_`, as `charged_`
    std::vector<quota*> charged_;
    std::uint64_t taken_generation_ = 0; // when the last was taken
    bool by_token_ = false;              ///< Whether it is who it is by its token.
    std::string token_; ///< Of whom it is; kept so that the same token is known at once, and again in another list.
    const std::vector<std::string> certificate_;
};

} // namespace vesta::access
