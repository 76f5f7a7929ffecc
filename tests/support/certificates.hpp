#pragma once

#include <openssl/evp.h>
#include <openssl/x509.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>

namespace vesta::testing {

/// A certificate and its key, in files.
struct credentials {
    std::string certificate;
    std::string key;
};

/// An authority of the test's own, which signs certificates.
class authority {
  public:
    /// Writes to @p folder, which is there.
    explicit authority(const std::filesystem::path& folder, const std::string& name = "ca");

    /// Its certificate.
    const std::string& file() const noexcept { return file_; }
    /// Makes NAME.pem and NAME.key. @p names are as OpenSSL writes them: "DNS:localhost,URI:spiffe://test/a". It is
    /// valid until @p end from now, which may be in the past.
    credentials issue(const std::string& name, const std::string& names = "DNS:localhost,IP:127.0.0.1",
                      std::chrono::seconds end = std::chrono::hours{1}) const;

  private:
    const std::filesystem::path folder_;
    const std::string file_;
    const std::shared_ptr<EVP_PKEY> key_;
    const std::shared_ptr<X509> own_;
};

} // namespace vesta::testing
