#pragma once

#include <vesta/base/result.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace vesta {

/// A one-to-one mapping of the numbers [0, 2^bits) onto themselves: it hides the order and the amount of numbers, and
/// what was unique stays so. Safe to use from any thread.
class permutation {
  public:
    virtual ~permutation() = default;

    virtual unsigned bits() const noexcept = 0;

    /// Replaces each number, which is below 2^bits, by its image. False where the cipher failed: what is in @p numbers
    /// then must not be used.
    [[nodiscard]] virtual bool apply(std::span<std::uint64_t> numbers) const noexcept = 0;

    /// Undoes `apply`.
    [[nodiscard]] virtual bool invert(std::span<std::uint64_t> numbers) const noexcept = 0;
};

/// Where permutations come from: one key, and one permutation for each name of a domain. A port; each implementation
/// passes tests/conformance/sharded. Safe to use from any thread.
class permutation_family {
  public:
    virtual ~permutation_family() = default;

    /// The permutation of [0, 2^bits) for @p domain, at most 255 bytes of any kind; two domains have permutations that
    /// tell nothing of each other. Error: `invalid_settings` for a width that this family does not do.
    virtual result<std::unique_ptr<const permutation>> make(unsigned bits, std::string_view domain) const = 0;

    /// What tells this family from those of other keys, and tells nothing of the key: at most 64 printable characters.
    /// A store keeps it, since numbers permuted by two keys need not differ.
    virtual std::string fingerprint() const = 0;
};

/// The permutations that leave every number as it is, of 1 to 64 bits. The fingerprint is "none".
class identity_permutations final : public permutation_family {
  public:
    result<std::unique_ptr<const permutation>> make(unsigned bits, std::string_view domain) const override;
    std::string fingerprint() const override { return "none"; }
};

} // namespace vesta
