#pragma once

#include <vesta/generate/id_source.hpp>

#include <chrono>
#include <span>

namespace vesta::rest {

/// Fills a span from a source, as `generate_all` does, but leaves the waiting to its caller.
class filling {
  public:
    enum class state : std::uint8_t {
        done,
        wait,   ///< Call `step` again after `pause()`.
        failed, ///< See `why()`.
    };

    /// @p patience is how long to wait in all for attempts that give nothing.
    filling(id_source& from, std::span<id> into, std::chrono::nanoseconds patience) noexcept
        : from_{&from}, rest_{into}, patience_{patience} {}

    state step() noexcept;

    std::chrono::nanoseconds pause() const noexcept { return pause_; }
    error why() const { return from_->explain_refusal(why_); }

    /// Goes on in @p into, the same IDs in another place.
    void move_to(std::span<id> into) noexcept { rest_ = into.last(rest_.size()); }

  private:
    id_source* from_;
    std::span<id> rest_;
    std::chrono::nanoseconds patience_;
    std::chrono::nanoseconds waited_{0}; // for attempts that gave nothing
    std::chrono::nanoseconds pause_{0};
    errc why_ = errc::internal;
};

} // namespace vesta::rest
