#include <vesta/base/fork.hpp>

#include <pthread.h>

namespace vesta {

constinit std::atomic<std::uint32_t> detail::forks{0};

namespace {

void in_child() {
    detail::forks.fetch_add(1, std::memory_order_relaxed);
}

// Registered when the library is loaded, so that no fork goes unseen.
[[maybe_unused]] const int registered = ::pthread_atfork(nullptr, nullptr, in_child);

} // namespace
} // namespace vesta
