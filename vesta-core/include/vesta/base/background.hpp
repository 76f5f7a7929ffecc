#pragma once

#include <vesta/base/result.hpp>

#include <csignal>
#include <exception>
#include <pthread.h>
#include <thread>
#include <type_traits>
#include <utility>

// What every thread of the library owes the program that it runs in.
namespace vesta {

/// While it lives, threads that its thread starts receive no signals, which belong to the program.
///
/// Thread-safety: of one thread.
class signals_blocked {
  public:
    signals_blocked() noexcept {
        sigset_t all;
        ::sigfillset(&all);
        ::pthread_sigmask(SIG_SETMASK, &all, &before_);
    }
    signals_blocked(const signals_blocked&) = delete;
    signals_blocked& operator=(const signals_blocked&) = delete;
    ~signals_blocked() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

  private:
    sigset_t before_{};
};

/// A thread that receives no signals. Throws std::system_error if the system lacks resources.
template <class Work>
std::thread background_thread(Work&& work) {
    const signals_blocked here;
    return std::thread{std::forward<Work>(work)};
}

/// What @p work returns: a `result`, or nothing. An exception, such as a user's callback throws, becomes its error: out
/// of a thread it would end the program.
///
/// Errors: `internal` for an exception that is no `failure`.
template <class Work>
auto attempt(Work&& work) noexcept
    -> std::conditional_t<std::is_void_v<decltype(work())>, result<void>, decltype(work())> {
    try {
        if constexpr (std::is_void_v<decltype(work())>) {
            std::forward<Work>(work)();
            return {};
        } else {
            return std::forward<Work>(work)();
        }
    } catch (const failure& thrown) {
        return thrown.error();
    } catch (const std::exception& thrown) {
        return error{errc::internal, thrown.what()};
    } catch (...) {
        return error{errc::internal, "an exception"};
    }
}

} // namespace vesta
