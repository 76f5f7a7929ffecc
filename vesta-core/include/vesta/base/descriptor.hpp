#pragma once

#include <unistd.h>
#include <utility>

namespace vesta {

/// Owns a file descriptor and closes it in the destructor. Moved, not copied.
///
/// Thread-safety: none; use from one thread at a time.
class descriptor {
  public:
    /// Takes over the open descriptor @p number; a negative one: none.
    explicit descriptor(int number = -1) noexcept : number_{number} {}
    descriptor(descriptor&& other) noexcept : number_{other.release()} {}
    descriptor& operator=(descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    ~descriptor() { close(); }

    /// The descriptor, which stays owned; negative if none is open.
    int number() const noexcept { return number_; }
    bool is_open() const noexcept { return number_ >= 0; }
    /// Hands the descriptor over to the caller.
    int release() noexcept { return std::exchange(number_, -1); }
    /// Closes it now, if it is open. Errors are ignored.
    void close() noexcept {
        if (is_open()) ::close(release());
    }

  private:
    int number_;
};

} // namespace vesta
