#include "folder.hpp"

#include "file_calls.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <climits>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

namespace vesta::file {
namespace {

constexpr int as_folder = O_RDONLY | O_DIRECTORY | O_CLOEXEC;

result<void> sync_names_in(const std::filesystem::path& folder) {
    const descriptor opened{::open(folder.c_str(), as_folder)};
    if (!opened.is_open()) return system_error("open", folder);
    if (::fsync(opened.number()) != 0) return system_error("synchronise", folder);
    return {};
}

std::filesystem::path without_slash(const std::filesystem::path& folder) {
    return folder.has_filename() || !folder.has_relative_path() ? folder : folder.parent_path();
}

/// The target of the link at @p path. A link planted by another user would lead to that user's folder, so it is
/// refused.
result<std::filesystem::path> follow(const std::filesystem::path& path) {
    const descriptor link{::open(path.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC)};
    struct stat found{};
    if (!link.is_open() || ::fstat(link.number(), &found) != 0) return system_error("examine", path);
    if (!S_ISLNK(found.st_mode)) return error{errc::state_unusable, path.string() + " is not a folder"};
    if (found.st_uid != 0 && found.st_uid != ::geteuid())
        return error{errc::state_unusable, path.string() + " is a symbolic link that user " +
                                               std::to_string(found.st_uid) +
                                               " made; name the folder it leads to, or remove it"};
    std::string target(PATH_MAX, '\0');
    const ssize_t size = ::readlinkat(link.number(), "", target.data(), target.size());
    if (size < 0) return system_error("read", path);
    target.resize(static_cast<std::size_t>(size));
    return path.parent_path() / target;
}

result<descriptor> open_through(const std::filesystem::path& folder, int links_left) {
    const auto path = without_slash(folder); // with a slash, the system would follow the link in any case
    descriptor opened{::open(path.c_str(), as_folder | O_NOFOLLOW)};
    if (opened.is_open()) return opened;
    if ((errno != ELOOP && errno != ENOTDIR) || links_left == 0) return system_error("open", folder);
    const auto target = follow(path);
    if (!target) return target.error();
    return open_through(*target, links_left - 1);
}

} // namespace

result<void> make_folder(const std::filesystem::path& folder) {
    std::error_code failed;
    const auto above = without_slash(folder).parent_path();
    if (std::filesystem::is_directory(folder, failed)) {
        // The process that made it may have ended before it did this. A refusal means that another user made it.
        static_cast<void>(sync_names_in(above));
        return {};
    }
    if (above != folder)
        if (auto made = make_folder(above); !made) return made;
    if (!std::filesystem::create_directory(folder, failed) && failed)
        return error{errc::state_unusable, "cannot create the folder " + folder.string() + ": " + failed.message()};
    return sync_names_in(above); // else a power cut could take away the folder and the marks in it
}

result<descriptor> open_folder(const std::filesystem::path& folder) {
    return open_through(folder, 8);
}

} // namespace vesta::file
