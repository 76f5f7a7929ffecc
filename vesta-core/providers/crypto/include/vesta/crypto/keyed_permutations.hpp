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

/// The permutations of one secret key: FF1 (NIST SP 800-38G) in radix 2, with the name of the domain as its tweak.
///
/// 20 to 64 bits: below a million values the standard (revision 1) no longer calls FF1 secure.
class keyed_permutations final : public permutation_family {
  public:
    /// @p key has 16, 24 or 32 bytes. Error: `invalid_settings`.
    static result<std::shared_ptr<const keyed_permutations>> make(std::span<const std::uint8_t> key);

    /// With the key in @p file: 32, 48 or 64 hexadecimal digits, and white space at the end. Error:
    /// `invalid_settings`, naming the file and never what is in it.
    static result<std::shared_ptr<const keyed_permutations>> load(const std::filesystem::path& file);

    result<std::unique_ptr<const permutation>> make(unsigned bits, std::string_view domain) const override;

    /// "ff1-" and the first 8 bytes of what AES makes of a block of zeros, in hexadecimal: the usual key check value.
    std::string fingerprint() const override { return fingerprint_; }

  private:
    keyed_permutations(std::shared_ptr<const aes> key, std::string fingerprint);

    const std::shared_ptr<const aes> key_;
    const std::string fingerprint_;
};

} // namespace vesta::crypto
