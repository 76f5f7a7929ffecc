#pragma once

#include <vesta/base/result.hpp>

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vesta::crypto {

/// Secret bytes, wiped by the destructor.
class secret_key {
  public:
    explicit secret_key(std::vector<std::uint8_t> bytes) : bytes_{std::move(bytes)} {}
    secret_key(secret_key&&) noexcept = default;
    secret_key& operator=(secret_key&&) = delete;
    ~secret_key();

    std::span<const std::uint8_t> bytes() const noexcept { return bytes_; }

  private:
    std::vector<std::uint8_t> bytes_;
};

/// The key that @p digits write: 32, 48 or 64 hexadecimal digits, optionally followed by white space. @p where names
/// their place in errors, as in "the key file k.key".
///
/// Errors: `invalid_settings`; never quotes the digits.
result<secret_key> read_key(std::string_view digits, const std::string& where);

/// The key in @p file: 32, 48 or 64 hexadecimal digits, optionally followed by white space.
///
/// Errors: `invalid_settings`.
result<secret_key> read_key(const std::filesystem::path& file);

} // namespace vesta::crypto
