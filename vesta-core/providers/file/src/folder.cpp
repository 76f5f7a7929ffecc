#include "folder.hpp"

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
    if (::fsync(opened.get()) != 0) return system_error("synchronise", folder);
    return {};
}

std::filesystem::path without_slash(const std::filesystem::path& folder) {
    return folder.has_filename() || !folder.has_relative_path() ? folder : folder.parent_path();
}

/// Where the link at @p path leads. A link that another user planted would lead us to a folder of theirs.
result<std::filesystem::path> follow(const std::filesystem::path& path) {
    const descriptor link{::open(path.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC)};
    struct stat found{};
    if (!link.is_open() || ::fstat(link.get(), &found) != 0) return system_error("examine", path);
    if (!S_ISLNK(found.st_mode)) return error{errc::state_unusable, path.string() + " is not a folder"};
    if (found.st_uid != 0 && found.st_uid != ::geteuid())
        return error{errc::state_unusable, path.string() + " is a symbolic link that user " +
                                               std::to_string(found.st_uid) +
                                               " made; name the folder it leads to, or remove it"};
    std::string target(PATH_MAX, '\0');
    const ssize_t size = ::readlinkat(link.get(), "", target.data(), target.size());
    if (size < 0) return system_error("read", path);
    target.resize(static_cast<std::size_t>(size));
    return path.parent_path() / target;
}

result<descriptor> open_through(const std::filesystem::path& folder, int links_left) {
    const auto path = without_slash(folder); // or the link would be followed whatever we say
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
        // Whoever made it may have ended before it did this. Where it may not be done, it was not this user's doing.
        static_cast<void>(sync_names_in(above));
        return {};
    }
    if (above != folder)
        if (auto made = make_folder(above); !made) return made;
    if (!std::filesystem::create_directory(folder, failed) && failed)
        return error{errc::state_unusable, "cannot create the folder " + folder.string() + ": " + failed.message()};
    return sync_names_in(above); // or a power cut takes the folder away, and the marks in it
}

result<descriptor> open_folder(const std::filesystem::path& folder) {
    return open_through(folder, 8);
}

} // namespace vesta::file
