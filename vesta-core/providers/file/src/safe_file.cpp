#include "safe_file.hpp"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace vesta::file {
namespace {

constexpr mode_t file_mode = 0644;
constexpr std::size_t largest = 4096;

bool write_all(int file, std::string_view content) {
    while (!content.empty()) {
        const ssize_t written = ::write(file, content.data(), content.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        content.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

result<void> write_durably(const std::filesystem::path& path, std::string_view content) {
    descriptor file{::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, file_mode)};
    if (!file.is_open()) return system_error("create", path);
    if (!write_all(file.get(), content)) return system_error("write", path);
    if (::fsync(file.get()) != 0) return system_error("synchronise", path);
    if (!file.close()) return system_error("close", path);
    return {};
}

result<void> sync_folder(const std::filesystem::path& folder) {
    const descriptor opened{::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
    if (!opened.is_open()) return system_error("open", folder);
    if (::fsync(opened.get()) != 0) return system_error("synchronise", folder);
    return {};
}

} // namespace

descriptor::~descriptor() {
    close();
}

int descriptor::release() noexcept {
    return std::exchange(number_, -1);
}

bool descriptor::close() noexcept {
    return !is_open() || ::close(release()) == 0;
}

error system_error(std::string_view verb, const std::filesystem::path& path) {
    const auto reason = std::error_code{errno, std::generic_category()}.message();
    return {errc::state_unusable, "cannot " + std::string{verb} + " " + path.string() + ": " + reason};
}

result<void> make_folder(const std::filesystem::path& folder) {
    std::error_code failed;
    if (std::filesystem::is_directory(folder, failed)) return {};
    const auto above = folder.parent_path();
    if (above != folder)
        if (auto made = make_folder(above); !made) return made;
    if (!std::filesystem::create_directory(folder, failed) && failed)
        return error{errc::state_unusable, "cannot create the folder " + folder.string() + ": " + failed.message()};
    return sync_folder(above); // or a power cut takes the folder away, and the marks in it
}

result<std::optional<std::string>> read_file(const std::filesystem::path& path) {
    const descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
    if (!file.is_open() && errno == ENOENT) return std::optional<std::string>{};
    if (!file.is_open()) return system_error("open", path);
    std::array<char, largest + 1> content; // NOLINT: filled by read()
    std::size_t size = 0;
    while (size < content.size()) {
        const ssize_t got = ::read(file.get(), content.data() + size, content.size() - size);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return system_error("read", path);
        if (got == 0) return std::optional<std::string>{std::in_place, content.data(), size};
        size += static_cast<std::size_t>(got);
    }
    return error{errc::state_unusable, path.string() + " is larger than any state file: it is not one"};
}

result<void> replace_file(const std::filesystem::path& path, std::string_view content) {
    auto beside = path;
    beside += ".new";
    if (auto written = write_durably(beside, content); !written) return written;
    if (::rename(beside.c_str(), path.c_str()) != 0) return system_error("replace", path);
    return sync_folder(path.parent_path());
}

} // namespace vesta::file
