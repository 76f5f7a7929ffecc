#pragma once

#include "poll_flag.hpp"

#include <vesta/base/result.hpp>

#include <mutex>
#include <optional>

namespace vesta::cli {

/// An error that another thread met and that ends the program. Safe to use from any thread.
class fatal_error {
  public:
    /// The first one counts.
    void report(const error& reason);
    std::optional<error> reported() const;

    /// Readable once one was reported.
    int descriptor() const noexcept { return event_.descriptor(); }

  private:
    mutable std::mutex guard_;
    std::optional<error> first_;
    const poll_flag event_;
};

} // namespace vesta::cli
