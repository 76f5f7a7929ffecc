#pragma once

#include <vesta/generate/time_generator.hpp>

#include <atomic>
#include <memory>

namespace vesta {

/// Two generators as one stream: IDs of the first layout to its end, and of the second from then on.
///
/// No clock decides which is asked, but the first's own refusal: it is `exhausted` at the end of its span, where the
/// wall clock is believed. Once an ID of the second has been made it asks the first no more, whatever the clock says.
///
/// Order: that of `time_generator` within each. Across the two, IDs increase where the second's numbers are larger.
/// Thread-safety: safe.
class succession final : public id_source {
  public:
    /// The spans of the two meet at one instant, and both live off the same reservations. Ways of publishing whose IDs
    /// differ in one layout and not in the other share the generator of that one.
    ///
    /// Errors: throws `failure` for other spans.
    succession(std::shared_ptr<time_generator> first, std::shared_ptr<time_generator> second);

    const time_generator& first() const noexcept { return *first_; }
    const time_generator& second() const noexcept { return *second_; }
    /// The instant at which the second layout begins.
    unix_ms at() const noexcept { return second_->spec().within.from; }
    /// Whether IDs of the second have been made here.
    bool has_passed() const noexcept { return passed_.load(std::memory_order_relaxed); }
    /// The generator that is asked now: the second where the first has nothing left by the believed clock.
    const time_generator& present() const;

    grant try_generate(std::span<id> out) noexcept override;
    range_grant try_range(std::uint64_t count) noexcept override;
    error explain_refusal(errc why) const override;

  private:
    const std::shared_ptr<time_generator> first_;
    const std::shared_ptr<time_generator> second_;
    std::atomic<bool> passed_{false};
};

} // namespace vesta
