#pragma once

#include <vesta/sharded/permutation.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace vesta::crypto {

class aes;

/// The permutations of one secret key: FF1 in radix 2, with the name of the domain as its tweak.
///
/// Range: 20 to 64 bits, and domain names of at most 1,024 bytes.
/// Errors: other values are `invalid_settings`.
/// Thread-safety: safe.
/// Source: NIST SP 800-38G; its revision 1 calls FF1 insecure below a million values, hence 20 bits.
class keyed_permutations final : public permutation_family {
  public:
    /// The permutations of @p key, which has 16, 24 or 32 bytes.
    ///
    /// Errors: `invalid_settings`.
    static result<std::shared_ptr<const keyed_permutations>> make(std::span<const std::uint8_t> key);

    /// The permutations of the key in @p file: 32, 48 or 64 hexadecimal digits, optionally followed by white space.
    ///
    /// Errors: `invalid_settings`, naming the file but never quoting its content.
    static result<std::shared_ptr<const keyed_permutations>> load(const std::filesystem::path& file);

    /// The permutations of the key that @p digits write, as a file has it. @p where names their place in errors.
    ///
    /// Errors: `invalid_settings`; never quotes the digits.
    static result<std::shared_ptr<const keyed_permutations>> parse(std::string_view digits, const std::string& where);

    result<std::unique_ptr<const permutation>> make(unsigned bits, std::string_view domain) const override;

    /// "ff1-" and the usual key check value in hexadecimal: the first 8 bytes of a block of zeros, encrypted with AES.
    std::string fingerprint() const override { return fingerprint_; }

  private:
    keyed_permutations(std::shared_ptr<const aes> key, std::string fingerprint);

    const std::shared_ptr<const aes> key_;
    const std::string fingerprint_;
};

} // namespace vesta::crypto
