#pragma once

#include <vesta/base/output_buffer.hpp>

#include <cstddef>
#include <string_view>

namespace vesta::rpc::detail {

/// The commands of one connection between MULTI and EXEC, as they came, and while EXEC runs them.
class command_queue {
  public:
    static constexpr std::size_t most_commands = 10'000;
    static constexpr std::size_t most_bytes = 1 << 20;

    /// Between MULTI and EXEC.
    bool is_open() const noexcept { return phase_ == phase::open; }
    /// EXEC has begun, and has not run all of them.
    bool is_running() const noexcept { return phase_ == phase::running; }
    /// Whether a command was refused: then EXEC runs none.
    bool is_spoilt() const noexcept { return spoilt_; }

    void open() noexcept { phase_ = phase::open; }
    /// False beyond the limits. Throws std::bad_alloc.
    bool add(std::string_view command);
    /// A command was refused; where the queue is open, it gives up what it has.
    void spoil() noexcept;
    void discard() noexcept;
    /// EXEC: how many commands it will run.
    std::size_t run() noexcept;

    /// While it runs: what is left.
    std::string_view rest() const noexcept { return bytes_.view().substr(at_); }
    /// The first @p bytes of the rest have run.
    void ran(std::size_t bytes) noexcept;

    std::size_t memory() const noexcept { return bytes_.capacity(); }

  private:
    enum class phase : unsigned char { closed, open, running };

    phase phase_ = phase::closed;
    bool spoilt_ = false;
    std::size_t count_ = 0;
    std::size_t at_ = 0;
    output_buffer bytes_;
};

} // namespace vesta::rpc::detail
