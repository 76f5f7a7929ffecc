#pragma once

#include <vesta/sharded/permutation.hpp>
#include <vesta/source/id_source.hpp>

#include <memory>

namespace vesta {

/// A stream of numbers, such as a segment generator's tag, with its order hidden: it gives the image of each number
/// under a permutation.
///
/// The IDs are unique if the stream's are and the permutation never changes: keep the key as long as the stream. Ranges
/// have a length of one, since images of neighbours do not lie together.
///
/// Errors: numbers that do not fit the permutation's bits are refused as `exhausted`.
/// Thread-safety: safe.
class permuted_source final : public id_source {
  public:
    /// Lifetime: @p numbers outlives this.
    permuted_source(id_source& numbers, std::unique_ptr<const permutation> by);

    grant try_generate(std::span<id> out) noexcept override;
    range_grant try_range(std::uint64_t count) noexcept override;
    range_grant try_block(std::uint64_t count) noexcept override;
    error explain_refusal(errc why) const override;

    /// The number behind @p value.
    ///
    /// Errors: `invalid_argument` for a value that the permutation could not have made.
    result<std::uint64_t> number_of(id value) const;

  private:
    range_grant one() noexcept;

    id_source& numbers_;
    const std::unique_ptr<const permutation> by_;
};

} // namespace vesta
