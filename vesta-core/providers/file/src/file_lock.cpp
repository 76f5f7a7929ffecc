#include "file_lock.hpp"

#include "file_calls.hpp"

#include <vesta/base/number.hpp>

#include <sys/stat.h>

#include <atomic>
#include <cerrno>
#include <fcntl.h>
#include <mutex>
#include <pthread.h>
#include <set>
#include <unistd.h>
#include <utility>

namespace vesta::file {

/// The open file. A forked child closes its copy and stores a negative number here.
struct file_lock::holding {
    std::atomic<int> file;
    std::string name;
    std::filesystem::path path;
};

namespace {

struct all_locks {
    std::mutex guard;
    std::set<std::atomic<int>*> files;
};

// Never destroyed: a generator in a static variable may be destroyed later than any other.
all_locks& all() {
    static auto& locks = *new all_locks;
    return locks;
}

void close_in_child() {
    for (auto* const each : all().files)
        if (const int file = each->exchange(-1); file >= 0) ::close(file);
    all().files.clear();
    all().guard.unlock();
}

/// The locks of this process. The guard keeps a fork from happening in the middle of a change.
all_locks& held_here() {
    static const int prepared =
        ::pthread_atfork([] { all().guard.lock(); }, [] { all().guard.unlock(); }, close_in_child);
    static_cast<void>(prepared);
    return all();
}

struct flock whole_file() {
    struct flock wanted{};
    wanted.l_type = F_WRLCK;
    wanted.l_whence = SEEK_SET;
    return wanted;
}

std::uint64_t process_namespace() {
    struct stat found{};
    return ::stat("/proc/self/ns/pid", &found) == 0 ? found.st_ino : 0;
}

/// The process ID in a lock file; 0 if there is none, or it is from another container.
pid_t written_holder(int file) {
    std::string text(64, '\0');
    const ssize_t got = ::pread(file, text.data(), text.size(), 0);
    std::string_view rest{text.data(), got > 0 ? static_cast<std::size_t>(got) : 0};
    const auto process = take_number<pid_t>(rest);
    if (!process || !rest.starts_with(' ')) return 0;
    rest.remove_prefix(1);
    return take_number<std::uint64_t>(rest) == process_namespace() ? *process : 0;
}

void write_holder(int file) {
    const auto text = std::to_string(::getpid()) + " " + std::to_string(process_namespace()) + "\n";
    // A failure here costs no more than a name in an error text.
    if (::ftruncate(file, 0) != 0 || ::pwrite(file, text.data(), text.size(), 0) < 0) return;
}

error in_use(int file, const std::filesystem::path& path) {
    auto asked = whole_file();
    pid_t holder = 0;
    // The system tells the process of a record lock, as version 0.1 takes it; for ours it says -1.
    if (::fcntl(file, F_OFD_GETLK, &asked) == 0 && asked.l_type != F_UNLCK)
        holder = asked.l_pid < 0 ? written_holder(file) : asked.l_pid;
    const std::string who =
        holder > 0 ? "process " + std::to_string(holder) : "a process outside this container or host";
    return {errc::in_use, path.string() + " is locked by " + who};
}

result<void> lock(int file, const std::filesystem::path& path) {
    auto wanted = whole_file();
    if (::fcntl(file, F_OFD_SETLK, &wanted) == 0) return {};
    if (errno == EACCES || errno == EAGAIN) return in_use(file, path);
    return system_error("lock", path);
}

bool is_regular(const descriptor& file) {
    struct stat found{};
    return ::fstat(file.number(), &found) == 0 && S_ISREG(found.st_mode);
}

result<descriptor> open_or_make(const descriptor& folder, const std::string& name, const std::filesystem::path& path,
                                mode_t mode) {
    constexpr int how = O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
    for (int attempt = 0; attempt < 8; ++attempt) { // others may make and remove it meanwhile
        // In two steps: in a sticky folder the system lets no user "create" another user's file.
        descriptor found{::openat(folder.number(), name.c_str(), how)};
        if (found.is_open() && !is_regular(found)) return error{errc::state_unusable, path.string() + " is not a file"};
        if (found.is_open()) return found;
        if (errno != ENOENT) break;
        descriptor made{::openat(folder.number(), name.c_str(), how | O_CREAT | O_EXCL, mode)};
        if (made.is_open()) return made;
        if (errno != EEXIST) break;
    }
    if (errno == ELOOP)
        return error{errc::state_unusable, path.string() + " is a symbolic link; state files must be files"};
    return system_error("open", path);
}

} // namespace

file_lock::file_lock(std::unique_ptr<holding> held) noexcept : held_{std::move(held)} {}
file_lock::file_lock(file_lock&&) noexcept = default;

file_lock::~file_lock() {
    if (!held_) return;
    auto& locks = held_here();
    const std::lock_guard guard{locks.guard};
    locks.files.erase(&held_->file);
    if (const int file = held_->file.exchange(-1); file >= 0) ::close(file);
}

result<file_lock> file_lock::take(const descriptor& folder, const std::string& name, const std::filesystem::path& path,
                                  mode_t mode) {
    auto& locks = held_here();
    std::unique_ptr<holding> held{new holding{-1, name, path}};
    const std::lock_guard guard{locks.guard};
    auto opened = open_or_make(folder, name, path, mode);
    if (!opened) return std::move(opened).error();
    if (auto locked = lock(opened->number(), path); !locked) return locked.error();
    write_holder(opened->number());
    held->file = opened->release();
    locks.files.insert(&held->file);
    return file_lock{std::move(held)};
}

int file_lock::file() const noexcept {
    return held_->file;
}

result<void> file_lock::confirm(const descriptor& folder) const {
    const auto& path = held_->path;
    struct stat named{};
    struct stat ours{};
    const bool there = ::fstatat(folder.number(), held_->name.c_str(), &named, AT_SYMLINK_NOFOLLOW) == 0;
    if (!there && errno != ENOENT) return system_error("find", path);
    if (::fstat(file(), &ours) != 0) return system_error("examine", path);
    if (!there || named.st_dev != ours.st_dev || named.st_ino != ours.st_ino)
        return error{errc::lease_lost, path.string() +
                                           " was removed or replaced while this process held it, so another "
                                           "process may give the same IDs; restart this one"};
    auto again = lock(file(), path);
    if (!again && again.error().code == errc::in_use) return error{errc::lease_lost, again.error().message};
    return again;
}

result<bool> is_locked(int file, const std::filesystem::path& path) {
    auto asked = whole_file();
    if (::fcntl(file, F_OFD_GETLK, &asked) != 0) return system_error("ask for the lock of", path);
    return asked.l_type != F_UNLCK;
}

} // namespace vesta::file
