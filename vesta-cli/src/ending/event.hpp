#pragma once

namespace vesta::cli {

/// An event that threads and signal handlers set, and that poll() waits for. Setting it is safe in a signal handler.
class event {
  public:
    /// Throws std::system_error where the system has no descriptor left.
    event();
    event(const event&) = delete;
    event& operator=(const event&) = delete;
    ~event();

    int descriptor() const noexcept { return number_; }
    void set() const noexcept;
    /// Whether it was set since the last time this was asked.
    bool take() const noexcept;

  private:
    const int number_;
};

} // namespace vesta::cli
