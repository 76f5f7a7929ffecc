#pragma once

#include <vesta/generate/reservation.hpp>

#include <cstdint>
#include <memory>
#include <vector>

namespace vesta {

/// A thread that renews reservations before they run out, so that no caller has to.
///
/// In a forked child, which has no such thread, it does nothing and may be destroyed.
/// Thread-safety: safe.
class keeper {
  public:
    /// Starts the thread. The reservations share one thread and should share one store: a slow store delays them all.
    /// After a failure one is tried again after 10 ms to a second.
    explicit keeper(const std::vector<std::shared_ptr<reservation>>& kept);
    keeper(const keeper&) = delete;
    keeper& operator=(const keeper&) = delete;
    ~keeper();

    /// Ends the thread; blocks until a store call under way returns. Later calls do nothing.
    void stop() noexcept;

    /// Makes the thread renew the reservations that are due now. For a caller that found one run out, after the process
    /// was paused for example. Has no effect on one whose last renewal failed: the pause between attempts stands.
    void hurry() noexcept;

  private:
    class worker;

    const std::uint32_t born_in_;
    std::unique_ptr<worker> worker_;
};

} // namespace vesta
