#pragma once

#include <vesta/generate/reservation.hpp>

#include <cstdint>
#include <memory>
#include <vector>

namespace vesta {

/// A thread that renews reservations before they run out, so that no caller has to. Safe to use from any thread. In a
/// forked child, where that thread is not, it does nothing and may be destroyed.
class keeper {
  public:
    /// Starts the thread. The reservations of one keeper share one store: where that is slow, all of them are.
    explicit keeper(std::vector<std::shared_ptr<reservation>> kept);
    keeper(const keeper&) = delete;
    keeper& operator=(const keeper&) = delete;
    ~keeper();

    /// Ends the thread, waiting for the store call under way. Only the first call does anything.
    void stop() noexcept;

    /// Has the reservations looked at now: a caller found one run out, after the process was paused for example.
    void hurry() noexcept;

  private:
    class worker;

    const std::uint32_t born_in_;
    std::unique_ptr<worker> worker_;
};

} // namespace vesta
