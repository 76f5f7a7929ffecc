#pragma once

#include <sys/types.h>
#include <sys/wait.h>

#include <cstdlib>
#include <unistd.h>

namespace vesta::testing {

/// Runs @p claim in a forked child. Whether it came back, within a minute, and answered true.
template <class Claim>
bool holds_in_forked_child(const Claim& claim) {
    const pid_t child = ::fork();
    if (child == 0) {
        ::alarm(5); // a child that hangs is killed, and the claim failed
        ::_exit(claim() ? 0 : 1);
    }
    int status = 0;
    return ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace vesta::testing
