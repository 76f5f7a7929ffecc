#pragma once

#include <vesta/sharded/permutation.hpp>
#include <vesta/source/id_source.hpp>

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string_view>

namespace vesta {

/// What the outward forms of one generator's IDs have in common.
struct outward_shape {
    /// The bits that all of its IDs share, such as their version and type. They are not in outward IDs.
    std::uint64_t constant = 0;
    /// The rest of an ID is below 2^bits; so is its image. 20 to 64.
    unsigned bits = 64;
    /// Outward IDs are below 2^most_bits; the key's identifier has the bits between. 64 makes negative IDs, too.
    unsigned most_bits = 64;
    /// The families of permutations by the identifier of their key.
    std::map<std::uint64_t, std::shared_ptr<const permutation_family>> keys{};
    /// The key under which new IDs leave: one of `keys`.
    std::uint64_t current = 0;
};

/// The IDs of one stream as strangers see them: key identifier, then the image of the ID under a keyed permutation.
///
/// Two IDs have two outward forms, under whichever of the keys: images under one key differ, and those under two keys
/// have other identifiers. That holds as long as constant, bits and the key of each identifier stay.
/// Thread-safety: safe.
class outward_form {
  public:
    /// @p domain tells streams of one generator apart that have the same numbers, as tags have: at most 1,000 bytes,
    /// and no tag has more than 512.
    ///
    /// Errors: `invalid_settings` for bits out of range, an identifier without room above the bits, and a `current`
    /// that is not among the keys.
    static result<outward_form> make(const outward_shape& shape, std::string_view domain);

    /// Whether @p inward has the constant, and bits for what is left.
    bool takes(id inward) const noexcept;
    /// Replaces IDs, all of which it takes, by their outward forms. False if the cipher failed: none may be used then.
    [[nodiscard]] bool apply(std::span<id> ids) const noexcept;
    /// The identifier in @p outward.
    std::uint64_t key_of(id outward) const noexcept;
    /// The ID behind @p outward.
    ///
    /// Errors: `invalid_argument` for a key identifier that the settings do not have.
    result<id> inward(id outward) const;

    /// Bits of what is permuted.
    unsigned bits() const noexcept { return bits_; }

  private:
    outward_form(std::uint64_t constant, unsigned bits, std::uint64_t current)
        : constant_{constant}, bits_{bits}, current_{current} {}

    std::uint64_t constant_;
    unsigned bits_;
    std::uint64_t current_;
    std::map<std::uint64_t, std::unique_ptr<const permutation>> keys_;
    const permutation* now_ = nullptr; // that of `current_`
};

/// The IDs of a stream in their outward form. It gives no ranges, since images of neighbours do not lie together.
///
/// Errors: IDs that the form does not take are refused as `exhausted`, ranges as `invalid_argument`. What is refused
/// leaves no inward ID in the caller's room.
/// Thread-safety: safe.
class outward_source final : public id_source {
  public:
    /// Lifetime: @p ids outlives this.
    outward_source(id_source& ids, outward_form by) : ids_{ids}, by_{std::move(by)} {}

    grant try_generate(std::span<id> out) noexcept override;
    range_grant try_range(std::uint64_t) noexcept override { return {.why = errc::invalid_argument}; }
    range_grant try_block(std::uint64_t count) noexcept override;
    error explain_refusal(errc why) const override;

  private:
    id_source& ids_;
    const outward_form by_;
    std::atomic<bool> outgrown_ = false; ///< Whether an ID came that the form does not take.
};

} // namespace vesta
