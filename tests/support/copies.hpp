#pragma once

#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <unistd.h>

namespace vesta::testing {

/// A way in which a process becomes two.
struct way_to_copy {
    const char* name;
    pid_t (*copy)();
};

/// Those that copy the memory: with handlers of pthread_atfork(), without, and below the C library.
inline constexpr std::array ways_to_copy{
    way_to_copy{"fork", [] { return ::fork(); }}, way_to_copy{"_Fork", [] { return ::_Fork(); }},
    way_to_copy{"clone", [] { return static_cast<pid_t>(::syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)); }}};

/// Runs @p claim in a child made by @p way. Whether it came back, within five seconds, and answered true. Where threads
/// are about, a child of _Fork() and clone() may do little more than atomic operations: nothing that allocates.
template <class Claim>
bool holds_in_copy(const way_to_copy& way, const Claim& claim) {
    const pid_t child = way.copy();
    if (child == 0) {
        ::alarm(5);
        ::_exit(claim() ? 0 : 1);
    }
    int status = 0;
    return child > 0 && ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace vesta::testing
