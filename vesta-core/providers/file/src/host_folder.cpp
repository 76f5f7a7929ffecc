#include "host_folder.hpp"

#include "folder.hpp"

#include <sys/stat.h>

#include <cstdlib>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace vesta::file {
namespace {

result<opened_host_folder> open_made(const std::filesystem::path& folder) {
    std::error_code failed;
    const auto here = std::filesystem::absolute(folder, failed);
    if (failed)
        return error{errc::state_unusable, "cannot find the folder " + folder.string() + ": " + failed.message()};
    if (auto made = make_folder(here); !made) return made.error();
    auto opened = open_folder(here);
    if (!opened) return std::move(opened).error();
    return opened_host_folder{*std::move(opened), here};
}

/// Whether it is root's, every user may write to it, and no user may remove another's files.
bool is_everybodys(const descriptor& folder, const char* path) {
    struct stat found{};
    return folder.is_open() && ::fstat(folder.number(), &found) == 0 && found.st_uid == 0 &&
           (found.st_mode & S_IWOTH) != 0 && (found.st_mode & S_ISVTX) != 0 && ::access(path, W_OK) == 0;
}

} // namespace

result<opened_host_folder> open_host_folder(const std::filesystem::path& otherwise) {
    const char* const named = std::getenv("VESTA_HOST_DIR"); // NOLINT(concurrency-mt-unsafe): read at a start
    if (named != nullptr && *named != '\0') return open_made(named);
    // The same for every user and every environment, or they would not meet.
    for (const char* const each : {"/run/lock", "/tmp"}) {
        descriptor folder{::open(each, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)};
        if (is_everybodys(folder, each)) return opened_host_folder{std::move(folder), each};
    }
    return open_made(otherwise);
}

} // namespace vesta::file
