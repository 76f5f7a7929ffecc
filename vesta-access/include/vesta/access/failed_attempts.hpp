#pragma once

#include <chrono>
#include <cstddef>
#include <list>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace vesta::access {

/// Slows down guessing: each further wrong token from an address is answered later, one after the other, over however
/// many connections they come. A right token is never slowed down. Remembers the latest `most_addresses` that failed.
///
/// Thread-safety: safe.
class failed_attempts {
  public:
    using clock = std::chrono::steady_clock;

    static constexpr std::size_t most_addresses = 4096;
    static constexpr std::size_t unpunished = 3;                ///< Failures that cost nothing.
    static constexpr std::chrono::milliseconds first_wait{100}; ///< Doubles with each further one.
    static constexpr std::chrono::milliseconds longest_wait{10'000};
    static constexpr std::chrono::minutes forgotten_after{10}; ///< Without a failure.

    /// Records a failure from @p address. Returns how long to delay the answer.
    clock::duration failed(std::string_view address, clock::time_point now);

  private:
    struct record {
        std::string network;
        std::size_t failures = 0;
        clock::time_point answered_until{}; ///< When the last answer goes out.
        clock::time_point last{};
    };

    std::list<record>::iterator find(std::string network, clock::time_point now);

    std::mutex guard_;
    std::list<record> records_; ///< The latest first.
    std::unordered_map<std::string, std::list<record>::iterator> by_network_;
};

/// The network that failures from @p address count against: an IPv4 address, or the /64 of an IPv6 address, which one
/// host has.
std::string network_of(std::string_view address);

} // namespace vesta::access
