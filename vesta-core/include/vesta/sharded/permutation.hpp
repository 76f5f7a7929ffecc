#pragma once

#include <vesta/base/result.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace vesta {

/// A one-to-one mapping of the numbers [0, 2^bits) onto themselves. It hides the order and the amount of numbers, and
/// keeps them unique.
///
/// Thread-safety: implementations are safe.
class permutation {
  public:
    virtual ~permutation() = default;

    /// The width of the numbers.
    virtual unsigned bits() const noexcept = 0;

    /// Replaces each number, which is below 2^bits, by its image. False if the cipher failed: @p numbers must not be
    /// used then.
    [[nodiscard]] virtual bool apply(std::span<std::uint64_t> numbers) const noexcept = 0;

    /// Undoes `apply`, with the same result.
    [[nodiscard]] virtual bool invert(std::span<std::uint64_t> numbers) const noexcept = 0;
};

/// The permutations of one key, one for each domain name. A port; every implementation passes
/// tests/conformance/sharded.
///
/// Thread-safety: implementations are safe.
class permutation_family {
  public:
    virtual ~permutation_family() = default;

    /// The permutation of [0, 2^bits) for @p domain, at most 1,024 bytes of any kind. Permutations of two domains
    /// reveal nothing about each other.
    ///
    /// Errors: `invalid_settings` for a width that this family does not support.
    virtual result<std::unique_ptr<const permutation>> make(unsigned bits, std::string_view domain) const = 0;

    /// Tells this family from those of other keys without revealing the key: at most 64 printable characters. A store
    /// keeps it, since numbers permuted with two keys may be equal.
    virtual std::string fingerprint() const = 0;
};

} // namespace vesta
