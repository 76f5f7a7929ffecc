#pragma once

namespace vesta::cli {

/// A flag that threads and signal handlers set, and that poll() waits for. Setting it is safe in a signal handler.
class poll_flag {
  public:
    /// Throws std::system_error where the system has no descriptor left.
    poll_flag();
    poll_flag(const poll_flag&) = delete;
    poll_flag& operator=(const poll_flag&) = delete;
    ~poll_flag();

    int descriptor() const noexcept { return number_; }
    void set() const noexcept;
    /// Whether it was set since the last time this was asked.
    bool take() const noexcept;

  private:
    const int number_;
};

} // namespace vesta::cli
