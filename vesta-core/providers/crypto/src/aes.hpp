#pragma once

#include <vesta/base/result.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace vesta::crypto {

/// Bytes of a block of AES.
inline constexpr std::size_t block_size = 16;
using block = std::array<std::uint8_t, block_size>;

class key_schedule;

/// AES under one key (FIPS 197), block by block.
///
/// Thread-safety: safe.
class aes {
  public:
    /// @p key has 16, 24 or 32 bytes. Without @p instructions, those of the processor are not used.
    explicit aes(std::span<const std::uint8_t> key, bool instructions = true);
    aes(const aes&) = delete;
    aes& operator=(const aes&) = delete;
    ~aes();

    /// Encrypts each block in place. False if OpenSSL fails: out of memory, or without the cipher.
    [[nodiscard]] bool encrypt(std::span<block> blocks) const noexcept;

    /// For the processor's instructions; null where it has none.
    const key_schedule* schedule() const noexcept { return schedule_.get(); }

  private:
    const std::unique_ptr<const key_schedule> schedule_;
    const std::uint64_t serial_;
    std::vector<std::uint8_t> key_;
};

} // namespace vesta::crypto
