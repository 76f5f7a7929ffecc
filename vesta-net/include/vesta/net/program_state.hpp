#pragma once

#include <vesta/net/idle_board.hpp>
#include <vesta/net/memory_budget.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <mutex>

namespace vesta::net {

/// The limits of all servers of a program together.
struct program_limits {
    std::size_t memory = 256 * 1024 * 1024; ///< Bytes, as `memory_budget` counts them.
    std::function<std::size_t()> others{};  ///< Bytes that others hold; see `memory_budget`.
    std::size_t connections = std::numeric_limits<std::size_t>::max();
    std::size_t connections_per_address = std::numeric_limits<std::size_t>::max();
};

/// What the servers of one program share.
///
/// Thread-safety: safe.
class program_state {
  public:
    /// The address of a client: IPv4 mapped to IPv6, or the /64 of an IPv6 address. All zeros: a unix socket, which is
    /// not limited.
    using address = std::array<unsigned char, 16>;

    /// Counts a client among those of the program and of its address, until the destructor.
    class address_ticket {
      public:
        address_ticket() = default;
        address_ticket(address_ticket&& other) noexcept;
        address_ticket& operator=(address_ticket&&) = delete;
        ~address_ticket() { give_back(); }
        /// Gives it back early. Later calls do nothing.
        void give_back() noexcept;

      private:
        friend class program_state;
        program_state* in_ = nullptr;
        std::map<address, std::size_t>::iterator at_;
    };

    /// Whether a client was admitted.
    enum class entrance : std::uint8_t { open, full, full_for_address };
    struct entry {
        entrance how = entrance::open;
        address_ticket taken;
    };

    explicit program_state(const program_limits& limit = {}) : limit_{limit} {}
    program_state(const program_state&) = delete;
    program_state& operator=(const program_state&) = delete;

    const program_limits& limit() const noexcept { return limit_; }
    memory_budget& memory() noexcept { return memory_; }
    idle_board& idle() noexcept { return idle_; }
    /// Connections now.
    std::size_t open() const;
    std::atomic<std::uint64_t> refused{0};             ///< Connections beyond a limit, for whatever reason;
    std::atomic<std::uint64_t> refused_per_address{0}; ///< of these, beyond the limit of an address;
    std::atomic<std::uint64_t> made_way{0};            ///< and idle ones closed for new ones.
    /// Times that the system lacked a file or memory for waiting connections.
    std::atomic<std::uint64_t> accept_failed{0};

    /// Counts a client of @p from, if the limits allow it. With @p makes_way another connection is being closed for it,
    /// so only the limit per address applies.
    entry admit(const address& from, bool makes_way = false);

  private:
    const program_limits limit_;
    memory_budget memory_{limit_.memory, limit_.others};
    idle_board idle_;
    mutable std::mutex guard_; // of what follows
    std::size_t open_ = 0;
    std::map<address, std::size_t> from_; // connections by address
};

} // namespace vesta::net
