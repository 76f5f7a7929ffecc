#pragma once

#include <vesta/base/result.hpp>

#include <mutex>
#include <optional>

namespace vesta::cli {

/// An error that another thread met and that ends the program. Safe to use from any thread.
class start_trouble {
  public:
    start_trouble();
    start_trouble(const start_trouble&) = delete;
    start_trouble& operator=(const start_trouble&) = delete;
    ~start_trouble();

    /// The first one counts.
    void report(const error& reason);
    std::optional<error> reported() const;

    /// Readable once one was reported.
    int descriptor() const noexcept { return event_; }

  private:
    mutable std::mutex guard_;
    std::optional<error> first_;
    const int event_;
};

} // namespace vesta::cli
