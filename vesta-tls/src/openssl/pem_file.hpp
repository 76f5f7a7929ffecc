#pragma once

#include <vesta/base/result.hpp>

#include <sys/stat.h>

#include <string>

namespace vesta::tls::openssl {

/// The content of a file, wiped from memory at the end: it may be a private key.
class pem_file {
  public:
    /// Reads a regular file of at most 1 MiB.
    ///
    /// Errors: `invalid_settings`, with the system's reason.
    static result<pem_file> read(const std::string& path);

    pem_file(pem_file&& other) noexcept = default;
    pem_file& operator=(pem_file&&) = delete;
    ~pem_file();

    const std::string& text() const noexcept { return text_; }
    /// Whether users other than the owner and the group may read it.
    bool is_readable_by_all() const noexcept { return (mode_ & S_IROTH) != 0; }

  private:
    pem_file(std::string text, mode_t mode) : text_{std::move(text)}, mode_{mode} {}

    std::string text_;
    mode_t mode_;
};

} // namespace vesta::tls::openssl
