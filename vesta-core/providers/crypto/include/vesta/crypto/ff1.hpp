#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace vesta::crypto {

class aes;

/// FF1 format-preserving encryption: a permutation of the numeral strings of one length in one radix.
///
/// A string is given by the values of its left half (length / 2 numerals, rounded down) and its right half.
/// Thread-safety: safe.
/// Source: NIST SP 800-38G (2016), algorithms 7 and 8: ten Feistel rounds whose round function is a CBC-MAC of AES.
class ff1 {
  public:
    /// The set of strings that is permuted.
    struct shape {
        std::uint32_t radix = 2;
        /// Numerals: at least 2, and few enough that the values of a half are below 2^56. Not checked.
        std::uint32_t length = 2;
    };

    /// A string; each half is below the number of its values.
    struct halves {
        std::uint64_t left = 0;
        std::uint64_t right = 0;
    };

    /// @p tweak has fewer than 2^32 bytes. Not checked.
    ff1(std::shared_ptr<const aes> key, shape of, std::string_view tweak);

    /// Decrypts each string in place. False if the cipher failed: @p numbers must not be used then.
    [[nodiscard]] bool encrypt(std::span<halves> numbers) const noexcept;
    [[nodiscard]] bool decrypt(std::span<halves> numbers) const noexcept;

    /// How many values the right half has.
    std::uint64_t right_values() const noexcept { return right_.values; }

  private:
    /// The number of values of a half, and the mask of their bits if that number is a power of two.
    struct half {
        std::uint64_t values = 1;
        std::uint64_t mask = 0;
        std::uint64_t remainder(std::span<const std::uint8_t> big_endian) const noexcept;
        std::uint64_t sum(std::uint64_t a, std::uint64_t b) const noexcept;
        std::uint64_t difference(std::uint64_t a, std::uint64_t b) const noexcept;
    };

    static half make_half(std::uint32_t radix, std::uint32_t length);
    /// Whether both halves are powers of two, as in radix 2.
    bool is_binary() const noexcept { return left_.mask != 0 && right_.mask != 0; }
    bool start_the_mac(shape of, std::string_view tweak);

    const half& changed_in(unsigned round) const noexcept { return round % 2 == 0 ? left_ : right_; }
    template <bool forward>
    bool run_round(unsigned round, std::span<halves> numbers) const noexcept;
    template <bool forward>
    bool run(std::span<halves> numbers) const noexcept;

    std::shared_ptr<const aes> key_;
    half left_, right_;
    std::size_t number_bytes_;         ///< b in the standard
    std::size_t mac_bytes_;            ///< d in the standard
    std::array<std::uint8_t, 16> mac_; ///< The MAC of everything that does not depend on round and number.
    bool sound_;                       ///< Whether `mac_` could be computed.
};

} // namespace vesta::crypto
