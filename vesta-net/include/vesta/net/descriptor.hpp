#pragma once

#include <unistd.h>
#include <utility>

namespace vesta::net {

/// Owns a file descriptor and closes it in the destructor. Moved, not copied.
class descriptor {
  public:
    /// Takes over the open descriptor @p number; -1: none.
    explicit descriptor(int number = -1) noexcept : number_{number} {}
    descriptor(descriptor&& other) noexcept : number_{std::exchange(other.number_, -1)} {}
    descriptor& operator=(descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    ~descriptor() { close(); }

    /// The descriptor, which stays owned; negative if none is open.
    int number() const noexcept { return number_; }
    bool is_open() const noexcept { return number_ >= 0; }
    /// Closes it now, if it is open. Errors are ignored.
    void close() noexcept {
        if (is_open()) ::close(std::exchange(number_, -1));
    }

  private:
    int number_;
};

} // namespace vesta::net
