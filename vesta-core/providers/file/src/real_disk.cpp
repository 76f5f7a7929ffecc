#include "file_calls.hpp"
#include "file_lock.hpp"
#include "folder.hpp"
#include "place.hpp"

#include <vesta/base/random_bits.hpp>
#include <vesta/file/disk.hpp>

#include <linux/fs.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace vesta::file {
namespace {

constexpr mode_t file_mode = 0644;
// Room for five thousand names: one system call reads them, and the kernel allows no change during it.
constexpr std::size_t most_listed = 256 * 1024;

/// The folder that was opened, and the path it was opened by.
struct opened_folder {
    descriptor file;
    std::filesystem::path path;
};

class real_file final : public new_file {
  public:
    real_file(std::shared_ptr<const opened_folder> folder, descriptor file, std::filesystem::path path)
        : folder_{std::move(folder)}, file_{std::move(file)}, path_{std::move(path)} {}

    result<void> write(std::string_view content) override { return write_all(file_, content, path_); }

    result<void> sync() override {
        if (::fsync(file_.number()) != 0) return system_error("synchronise", path_);
        return {};
    }

    result<void> confirm(const std::string& called, std::size_t size) const override;

  private:
    const std::shared_ptr<const opened_folder> folder_;
    const descriptor file_;
    const std::filesystem::path path_;
};

result<void> real_file::confirm(const std::string& called, std::size_t size) const {
    const auto path = folder_->path / called;
    struct stat named{};
    struct stat ours{};
    const bool there = ::fstatat(folder_->file.number(), called.c_str(), &named, AT_SYMLINK_NOFOLLOW) == 0;
    if (!there && errno != ENOENT) return system_error("find", path);
    if (::fstat(file_.number(), &ours) != 0) return system_error("examine", path);
    if (!there || named.st_dev != ours.st_dev || named.st_ino != ours.st_ino)
        return error{errc::lease_lost, path.string() + " was removed or replaced while this process used it"};
    if (static_cast<std::size_t>(ours.st_size) != size)
        return error{errc::lease_lost, path.string() + " was written by another while this process used it: it has " +
                                           std::to_string(ours.st_size) + " bytes, not " + std::to_string(size)};
    return {};
}

class real_lock final : public disk_lock {
  public:
    real_lock(std::shared_ptr<const opened_folder> folder, file_lock lock)
        : folder_{std::move(folder)}, lock_{std::move(lock)} {}

    result<void> confirm() const override {
        if (auto there = confirm_folder(); !there) return there;
        return lock_.confirm(folder_->file);
    }

    result<place> where() const override { return place_of(folder_->file.number(), lock_.file(), folder_->path); }

  private:
    result<void> confirm_folder() const {
        struct stat named{};
        struct stat ours{};
        if (::fstat(folder_->file.number(), &ours) != 0) return system_error("examine", folder_->path);
        const bool there = ::stat(folder_->path.c_str(), &named) == 0;
        if (!there && errno != ENOENT && errno != ENOTDIR) return system_error("find", folder_->path);
        if (there && named.st_dev == ours.st_dev && named.st_ino == ours.st_ino) return {};
        return error{errc::lease_lost,
                     "the state folder " + folder_->path.string() +
                         " was removed or replaced while this process used it, so another process may "
                         "give the same IDs; restart this one"};
    }

    const std::shared_ptr<const opened_folder> folder_;
    const file_lock lock_;
};

class real_disk final : public disk {
  public:
    explicit real_disk(std::shared_ptr<const opened_folder> folder) : folder_{std::move(folder)}, boot_{boot_id()} {}

    const std::filesystem::path& folder() const noexcept override { return folder_->path; }
    result<std::vector<std::string>> list() override;
    result<std::optional<std::string>> read(const std::string& name) override;
    result<std::optional<std::string>> read_all(const std::string& name) override;
    result<std::optional<place>> where(const std::string& name) override;
    result<std::unique_ptr<new_file>> create(const std::string& name) override;
    result<bool> link(const std::string& from, const std::string& to) override;
    result<void> replace(const std::string& from, const std::string& to) override;
    result<void> remove(const std::string& name) override;
    result<void> sync_folder() override;
    result<std::unique_ptr<disk_lock>> lock(const std::string& name) override;
    std::string unique() override;
    clock_reading clocks() override;

  private:
    template <class Reader>
    result<std::optional<std::string>> read_by(const std::string& name, const Reader& reader);
    int at() const noexcept { return folder_->file.number(); }
    std::filesystem::path path(const std::string& name) const { return folder_->path / name; }

    const std::shared_ptr<const opened_folder> folder_;
    const std::string boot_;
};

/// Parses the result of getdents64: each entry has an inode, an offset, its length, a type, and its name.
void take_names(std::string_view entries, std::vector<std::string>& into) {
    constexpr std::size_t length_at = 16;
    constexpr std::size_t name_at = 19;
    while (entries.size() > name_at) {
        std::uint16_t length = 0;
        std::memcpy(&length, entries.data() + length_at, sizeof length);
        const std::string name{entries.data() + name_at}; // ends in a zero
        if (name != "." && name != "..") into.push_back(name);
        entries.remove_prefix(length);
    }
}

result<std::vector<std::string>> real_disk::list() {
    // Its own descriptor: the reading position belongs to the descriptor.
    const descriptor folder{::openat(at(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
    if (!folder.is_open()) return system_error("open", folder_->path);
    std::vector<std::string> names;
    std::string entries(most_listed, '\0');
    for (;;) {
        const long got = ::syscall(SYS_getdents64, folder.number(), entries.data(), entries.size());
        if (got < 0) return system_error("list", folder_->path);
        if (got == 0) return names;
        take_names(std::string_view{entries}.substr(0, static_cast<std::size_t>(got)), names);
    }
}

template <class Reader>
result<std::optional<std::string>> real_disk::read_by(const std::string& name, const Reader& reader) {
    const auto file = open_to_read(folder_->file, name, path(name));
    if (!file) return file.error();
    if (!file->is_open()) return std::optional<std::string>{};
    auto content = reader(*file, path(name));
    if (!content) return std::move(content).error();
    return std::optional{*std::move(content)};
}

result<std::optional<std::string>> real_disk::read(const std::string& name) {
    return read_by(name, read_whole);
}

result<std::optional<std::string>> real_disk::read_all(const std::string& name) {
    return read_by(name, read_to_end);
}

result<std::optional<place>> real_disk::where(const std::string& name) {
    const auto file = open_to_read(folder_->file, name, path(name));
    if (!file) return file.error();
    if (!file->is_open()) return std::optional<place>{};
    auto found = place_of(at(), file->number(), path(name));
    if (!found) return std::move(found).error();
    return std::optional{*std::move(found)};
}

result<std::unique_ptr<new_file>> real_disk::create(const std::string& name) {
    descriptor made{::openat(at(), name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, file_mode)};
    if (!made.is_open()) return system_error("create", path(name));
    return std::unique_ptr<new_file>{std::make_unique<real_file>(folder_, std::move(made), path(name))};
}

result<bool> real_disk::link(const std::string& from, const std::string& to) {
    if (::linkat(at(), from.c_str(), at(), to.c_str(), 0) == 0) return true;
    const bool no_links = errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS; // the file system has no links
    // Not by the function: musl has none.
    if (no_links && ::syscall(SYS_renameat2, at(), from.c_str(), at(), to.c_str(), RENAME_NOREPLACE) == 0) return true;
    if (errno == EEXIST) return false;
    return system_error("create", path(to));
}

result<void> real_disk::replace(const std::string& from, const std::string& to) {
    if (::renameat(at(), from.c_str(), at(), to.c_str()) != 0) return system_error("replace", path(to));
    return {};
}

result<void> real_disk::remove(const std::string& name) {
    if (::unlinkat(at(), name.c_str(), 0) != 0 && errno != ENOENT) return system_error("remove", path(name));
    return {};
}

result<void> real_disk::sync_folder() {
    if (::fsync(at()) != 0) return system_error("synchronise", folder_->path);
    return {};
}

result<std::unique_ptr<disk_lock>> real_disk::lock(const std::string& name) {
    auto taken = file_lock::take(folder_->file, name, path(name));
    if (!taken) return std::move(taken).error();
    return std::unique_ptr<disk_lock>{std::make_unique<real_lock>(folder_, *std::move(taken))};
}

std::string real_disk::unique() {
    return random_hex(32);
}

clock_reading real_disk::clocks() {
    using namespace std::chrono;
    timespec up{};
    ::clock_gettime(CLOCK_BOOTTIME, &up);
    return {boot_, duration_cast<milliseconds>(seconds{up.tv_sec} + nanoseconds{up.tv_nsec}),
            floor<milliseconds>(system_clock::now())};
}

} // namespace

result<std::unique_ptr<disk>> open_disk(const std::filesystem::path& path) {
    std::error_code failed;
    const auto here = std::filesystem::absolute(path, failed); // the process may change its working directory later
    if (failed) return error{errc::state_unusable, "cannot find the folder " + path.string() + ": " + failed.message()};
    if (auto made = make_folder(here); !made) return made.error();
    auto folder = open_folder(here);
    if (!folder) return std::move(folder).error();
    return std::unique_ptr<disk>{
        std::make_unique<real_disk>(std::make_shared<const opened_folder>(*std::move(folder), here))};
}

} // namespace vesta::file
