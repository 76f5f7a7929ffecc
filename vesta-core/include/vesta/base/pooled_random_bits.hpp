#pragma once

#include <vesta/base/fork.hpp>

#include <cstdint>

namespace vesta {
namespace detail {

/// Random bits that one thread has fetched and not used. The words are elsewhere: libraries that are loaded late have
/// little room for what belongs to a thread.
struct random_pool {
    const std::uint64_t* words = nullptr;
    std::uint32_t left = 0;
    std::uint32_t process = 0; ///< That fetched them, as `fork_count`.
};
extern constinit thread_local random_pool own_random_pool;

/// Fetches words, and gives the first.
std::uint64_t refill_random_pool();

} // namespace detail

/// 64 random bits as `random_bits`, of which each thread fetches 2 KiB at a time: for those who need many. A forked
/// child fetches its own; a machine that is restored twice from one snapshot may give the same ones twice.
///
/// Errors: throws `std::system_error` where the system gives none.
/// Thread-safety: safe.
inline std::uint64_t pooled_random_bits() {
    detail::random_pool& own = detail::own_random_pool;
    if (own.left == 0 || !is_process(own.process)) [[unlikely]]
        return detail::refill_random_pool();
    return own.words[--own.left];
}

} // namespace vesta
