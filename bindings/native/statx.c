#include <sys/stat.h>
#include <sys/syscall.h>

#include <unistd.h>

/* For musl before 1.2.5, which has no such function: the system's call. In libvesta.so alone, and not shown by it. */
__attribute__((visibility("hidden"))) int statx(int folder, const char* restrict path, int flags, unsigned wanted,
                                                struct statx* restrict into) {
    return (int)syscall(SYS_statx, folder, path, flags, wanted, into);
}
