#pragma once

#include <vesta/sharded/permutation.hpp>
#include <vesta/source/id_source.hpp>

#include <memory>

namespace vesta {

/// Replaces @p numbers, each below 2^bits of @p by, by their images. False where one is not, or the cipher failed: then
/// none of them may be used.
[[nodiscard]] bool permute(const permutation& by, std::span<id> numbers) noexcept;

/// A stream of numbers - a tag's of a segment generator, say - with its order hidden: it gives the image of each number
/// under a permutation. Unique as the stream is, and as long as the permutation stays the same: whoever keeps the
/// stream keeps the key. Ranges have a length of one, since neighbours do not lie together any more. Numbers that do
/// not fit the permutation's bits are refused as `exhausted`. Safe to use from any thread.
class permuted_source final : public id_source {
  public:
    /// @p numbers lives longer.
    permuted_source(id_source& numbers, std::unique_ptr<const permutation> by);

    grant try_generate(std::span<id> out) noexcept override;
    range_grant try_range(std::uint64_t count) noexcept override;
    range_grant try_block(std::uint64_t count) noexcept override;
    error explain_refusal(errc why) const override;

    /// The number behind @p value. Error: `invalid_argument` for one that the permutation could not have made.
    result<std::uint64_t> number_of(id value) const;

  private:
    range_grant one() noexcept;

    id_source& numbers_;
    const std::unique_ptr<const permutation> by_;
};

} // namespace vesta
