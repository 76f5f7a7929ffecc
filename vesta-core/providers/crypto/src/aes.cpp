#include "aes.hpp"

#include "aes_instructions.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include <atomic>
#include <memory>

namespace vesta::crypto {
namespace {

struct free_context {
    void operator()(EVP_CIPHER_CTX* context) const noexcept { EVP_CIPHER_CTX_free(context); }
};

/// A context serves one thread at a time and is expensive to make, so each thread keeps its last one.
struct thread_context {
    std::unique_ptr<EVP_CIPHER_CTX, free_context> context;
    std::uint64_t serial = 0; ///< Of the key that it is set up for; 0: none.
};
thread_local thread_context mine;

std::uint64_t next_serial() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

const EVP_CIPHER* cipher_for(std::size_t key_bytes) {
    if (key_bytes == 16) return EVP_aes_128_ecb();
    return key_bytes == 24 ? EVP_aes_192_ecb() : EVP_aes_256_ecb();
}

bool set_up(thread_context& at, std::uint64_t serial, std::span<const std::uint8_t> key) noexcept {
    at.serial = 0;
    if (!at.context) at.context.reset(EVP_CIPHER_CTX_new());
    if (!at.context) return false;
    if (EVP_EncryptInit_ex(at.context.get(), cipher_for(key.size()), nullptr, key.data(), nullptr) != 1) return false;
    if (EVP_CIPHER_CTX_set_padding(at.context.get(), 0) != 1) return false;
    at.serial = serial;
    return true;
}

} // namespace

aes::aes(std::span<const std::uint8_t> key, bool instructions)
    : schedule_{instructions ? key_schedule::make(key) : nullptr}, serial_{next_serial()},
      key_{key.begin(), key.end()} {}

aes::~aes() {
    OPENSSL_cleanse(key_.data(), key_.size());
}

bool aes::encrypt(std::span<block> blocks) const noexcept {
    if (mine.serial != serial_ && !set_up(mine, serial_, key_)) return false;
    std::uint8_t* const bytes = blocks.front().data();
    const int wanted = static_cast<int>(blocks.size_bytes());
    int made = 0;
    return EVP_EncryptUpdate(mine.context.get(), bytes, &made, bytes, wanted) == 1 && made == wanted;
}

} // namespace vesta::crypto
