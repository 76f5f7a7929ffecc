#pragma once

#include "aes.hpp"

#include <vesta/crypto/ff1.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <span>

// AES by the processor's own instructions, without a call of OpenSSL for each round of FF1.
namespace vesta::crypto {

/// The round keys of one AES key (FIPS 197, 5.2), wiped by the destructor.
class key_schedule {
  public:
    /// Null where the processor has no instructions for AES; @p key has 16, 24 or 32 bytes.
    static std::unique_ptr<const key_schedule> make(std::span<const std::uint8_t> key);
    ~key_schedule();
    key_schedule(const key_schedule&) = delete;
    key_schedule& operator=(const key_schedule&) = delete;

    unsigned rounds() const noexcept { return rounds_; }
    /// The first of `rounds() + 1` round keys.
    const block* keys() const noexcept { return keys_.data(); }

  private:
    key_schedule() = default;

    static constexpr std::size_t most_rounds = 14;
    alignas(block_size) std::array<block, most_rounds + 1> keys_{};
    unsigned rounds_ = 0;
};

/// What FF1's rounds need where both halves are powers of two below 2^56.
struct binary_rounds {
    const key_schedule* by = nullptr;
    block mac{};            ///< Of all that depends on neither round nor number.
    std::uint64_t left = 0; ///< The masks of the halves.
    std::uint64_t right = 0;
    std::size_t number_bytes = 0; ///< b in the standard: at most 7.
    std::size_t mac_bytes = 0;    ///< d in the standard: 8 or 12.
};

/// The ten rounds for all of @p numbers, or their inverses.
template <bool forward>
void run_rounds(const binary_rounds& with, std::span<ff1::halves> numbers) noexcept;

} // namespace vesta::crypto
