#include <vesta/base/pooled_random_bits.hpp>
#include <vesta/base/random_bits.hpp>

#include <sys/random.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <memory>
#include <system_error>

namespace vesta::detail {
namespace {

using pool_words = std::array<std::uint64_t, 256>;

constinit thread_local bool thread_ends = false;

/// The words of one thread, until it ends.
struct words_of_thread {
    words_of_thread() = default;
    words_of_thread(const words_of_thread&) = delete;
    words_of_thread& operator=(const words_of_thread&) = delete;
    ~words_of_thread() {
        own_random_pool = {};
        thread_ends = true;
    }

    const std::unique_ptr<pool_words> words = std::make_unique<pool_words>();
};

void fill(pool_words& words) {
    auto* const to = reinterpret_cast<std::byte*>(words.data());
    for (std::size_t filled = 0; filled < sizeof words;) {
        const ssize_t got = ::getrandom(to + filled, sizeof words - filled, 0); // a signal may cut it short
        if (got < 0 && errno != EINTR) throw std::system_error{errno, std::generic_category(), "getrandom"};
        if (got > 0) filled += static_cast<std::size_t>(got);
    }
}

} // namespace

constinit thread_local random_pool own_random_pool;

std::uint64_t refill_random_pool() {
    if (thread_ends) return random_bits(); // what a thread's last destructors need
    thread_local const words_of_thread own;
    own_random_pool.left = 0;
    fill(*own.words);
    own_random_pool = {own.words->data(), static_cast<std::uint32_t>(own.words->size() - 1), fork_count()};
    return own.words->back();
}

} // namespace vesta::detail
