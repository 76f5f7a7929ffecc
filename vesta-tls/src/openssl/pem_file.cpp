#include "pem_file.hpp"

#include <openssl/crypto.h>

#include <cerrno>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

namespace vesta::tls::openssl {
namespace {

constexpr std::size_t most = 1 << 20;

/// An open file, closed at the end.
class open_file {
  public:
    /// A pipe or a terminal in its place must not keep the program waiting.
    explicit open_file(const std::string& path)
        : number_{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)} {}
    open_file(const open_file&) = delete;
    open_file& operator=(const open_file&) = delete;
    ~open_file() {
        if (number_ >= 0) ::close(number_);
    }
    int number() const noexcept { return number_; }

  private:
    const int number_;
};

error unreadable(const std::string& path, const std::string& why) {
    return {errc::invalid_settings, "cannot read " + path + ": " + why};
}

std::string system_reason() {
    return std::generic_category().message(errno);
}

} // namespace

result<pem_file> pem_file::read(const std::string& path) {
    const open_file from{path};
    struct stat about{};
    if (from.number() < 0 || ::fstat(from.number(), &about) != 0) return unreadable(path, system_reason());
    if (!S_ISREG(about.st_mode)) return unreadable(path, "it is no regular file");
    if (about.st_size > static_cast<off_t>(most)) return unreadable(path, "it is larger than 1 MiB");
    std::string text(static_cast<std::size_t>(about.st_size), '\0');
    const ssize_t got = ::read(from.number(), text.data(), text.size());
    if (got < 0) return unreadable(path, system_reason());
    text.resize(static_cast<std::size_t>(got));
    return pem_file{std::move(text), about.st_mode};
}

pem_file::~pem_file() {
    OPENSSL_cleanse(text_.data(), text_.size());
}

} // namespace vesta::tls::openssl
