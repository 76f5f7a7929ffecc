#pragma once

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
struct house_limits {
    std::size_t memory = 256 * 1024 * 1024; ///< Bytes, as `memory_budget` counts them.
    std::function<std::size_t()> others{};  ///< Bytes that others hold; see `memory_budget`.
    std::size_t connections = std::numeric_limits<std::size_t>::max();
    std::size_t connections_per_address = std::numeric_limits<std::size_t>::max();
};

/// What the servers of one program share.
///
/// Thread-safety: safe.
class house {
  public:
    /// The address of a client: one of version 4 mapped to version 6, or the /64 of one of version 6; zeros for one at
    /// a unix socket, which has no limit.
    using address = std::array<unsigned char, 16>;

    /// A client's place in the house, given back by the destructor.
    class place {
      public:
        place() = default;
        place(place&& other) noexcept;
        place& operator=(place&&) = delete;
        ~place() { give_back(); }
        /// Gives the place back early. Later calls do nothing.
        void give_back() noexcept;

      private:
        friend class house;
        house* in_ = nullptr;
        std::map<address, std::size_t>::iterator at_;
    };

    /// Whether a client was admitted.
    enum class entrance : std::uint8_t { open, full, full_for_address };
    struct admission {
        entrance how = entrance::open;
        place taken;
    };

    explicit house(const house_limits& limit = {}) : limit_{limit} {}
    house(const house&) = delete;
    house& operator=(const house&) = delete;

    const house_limits& limit() const noexcept { return limit_; }
    memory_budget& memory() noexcept { return memory_; }
    /// Connections now.
    std::size_t open() const;
    std::atomic<std::uint64_t> refused{0};             ///< Connections beyond a limit, for whatever reason;
    std::atomic<std::uint64_t> refused_per_address{0}; ///< of these, beyond the limit of an address;
    std::atomic<std::uint64_t> made_way{0};            ///< and idle ones closed for new ones.
    /// Times that the system lacked a file or memory for waiting connections.
    std::atomic<std::uint64_t> accept_failed{0};

    /// Takes a place for a client of @p from, if there is one.
    admission admit(const address& from);

  private:
    const house_limits limit_;
    memory_budget memory_{limit_.memory, limit_.others};
    mutable std::mutex guard_; // of what follows
    std::size_t open_ = 0;
    std::map<address, std::size_t> from_; // connections by address
};

} // namespace vesta::net
