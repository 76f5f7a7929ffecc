#include "file_calls.hpp"

#include <vesta/file/disk.hpp>

#include <sys/stat.h>

#include <cerrno>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

namespace vesta::file {

error system_error(std::string_view verb, const std::filesystem::path& path) {
    const auto reason = std::error_code{errno, std::generic_category()}.message();
    return {errc::state_unusable, "cannot " + std::string{verb} + " " + path.string() + ": " + reason};
}

result<void> write_all(const descriptor& file, std::string_view content, const std::filesystem::path& path) {
    while (!content.empty()) {
        const ssize_t written = ::write(file.number(), content.data(), content.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return system_error("write", path);
        content.remove_prefix(static_cast<std::size_t>(written));
    }
    return {};
}

result<descriptor> open_to_read(const descriptor& folder, const std::string& name, const std::filesystem::path& path) {
    // O_NONBLOCK: opening a pipe of that name must not block.
    descriptor file{::openat(folder.number(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)};
    if (!file.is_open() && errno == ENOENT) return file;
    if (!file.is_open() && errno == ELOOP)
        return error{errc::state_unusable, path.string() + " is a symbolic link; state files must be files"};
    if (!file.is_open()) return system_error("open", path);
    struct stat found{};
    if (::fstat(file.number(), &found) != 0) return system_error("examine", path);
    if (!S_ISREG(found.st_mode)) return error{errc::state_unusable, path.string() + " is not a file"};
    return file;
}

namespace {

/// Reads from @p from on until @p content is full, or the file ends; how much.
result<std::size_t> read_into(std::string& content, const descriptor& file, const std::filesystem::path& path,
                              std::size_t from) {
    while (from < content.size()) {
        const ssize_t got =
            ::pread(file.number(), content.data() + from, content.size() - from, static_cast<off_t>(from));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return system_error("read", path);
        if (got == 0) break;
        from += static_cast<std::size_t>(got);
    }
    return from;
}

} // namespace

result<std::string> read_whole(const descriptor& file, const std::filesystem::path& path) {
    std::string content(largest_file + 1, '\0');
    const auto size = read_into(content, file, path, 0);
    if (!size) return size.error();
    if (*size > largest_file)
        return error{errc::state_unusable, path.string() + " is larger than any state file: it is not one"};
    content.resize(*size);
    return content;
}

result<std::string> read_to_end(const descriptor& file, const std::filesystem::path& path) {
    std::string content(largest_file, '\0');
    for (std::size_t size = 0;;) {
        const auto now = read_into(content, file, path, size);
        if (!now) return now.error();
        size = *now;
        if (size < content.size()) {
            content.resize(size);
            return content;
        }
        content.resize(2 * size);
    }
}

} // namespace vesta::file
