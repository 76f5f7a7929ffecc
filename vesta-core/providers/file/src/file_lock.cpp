#include "file_lock.hpp"

#include <vesta/base/fork.hpp>

#include <sys/stat.h>

#include <cerrno>
#include <fcntl.h>
#include <mutex>
#include <pthread.h>
#include <set>
#include <unistd.h>

namespace vesta::file {
namespace {

struct held_files {
    std::mutex guard;
    std::set<std::pair<dev_t, ino_t>> files;
};

// Never destroyed: a generator in a static variable may outlive every other one.
held_files& all_held() {
    static auto& all = *new held_files;
    return all;
}

/// The files this process holds. A forked child holds none; the guard keeps it from being born in the middle of a
/// change.
held_files& held() {
    static const int prepared = ::pthread_atfork([] { all_held().guard.lock(); }, [] { all_held().guard.unlock(); },
                                                 [] {
                                                     all_held().files.clear();
                                                     all_held().guard.unlock();
                                                 });
    static_cast<void>(prepared);
    return all_held();
}

error in_use(const std::filesystem::path& path, pid_t holder) {
    const std::string who =
        holder > 0 ? "process " + std::to_string(holder) : "a process outside this container or host";
    return {errc::in_use, path.string() + " is locked by " + who +
                              ", which uses this machine ID; give this process another "
                              "machine ID or another state folder"};
}

struct flock whole_file() {
    struct flock wanted{};
    wanted.l_type = F_WRLCK;
    wanted.l_whence = SEEK_SET;
    return wanted;
}

pid_t holder_of(int file) {
    auto asked = whole_file();
    if (::fcntl(file, F_GETLK, &asked) != 0 || asked.l_type == F_UNLCK) return 0;
    return asked.l_pid;
}

result<void> lock(int file, const std::filesystem::path& path) {
    auto wanted = whole_file();
    if (::fcntl(file, F_SETLK, &wanted) == 0) return {};
    if (errno == EACCES || errno == EAGAIN) return in_use(path, holder_of(file));
    return system_error("lock", path);
}

} // namespace

file_lock::file_lock(descriptor file, std::filesystem::path path, identity which) noexcept
    : file_{std::move(file)}, path_{std::move(path)}, which_{which}, born_in_{fork_count()} {}

result<file_lock> file_lock::take(const std::filesystem::path& path) {
    auto& all = held();
    const std::lock_guard guard{all.guard};
    struct stat found{};
    // Looked up by name first: opening and closing a file we hold would give the lock up.
    if (::stat(path.c_str(), &found) == 0 && all.files.contains({found.st_dev, found.st_ino}))
        return in_use(path, ::getpid());
    descriptor file{::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)};
    if (!file.is_open() || ::fstat(file.get(), &found) != 0) return system_error("open", path);
    if (auto locked = lock(file.get(), path); !locked) return locked.reason();
    const identity which{found.st_dev, found.st_ino};
    all.files.insert(which);
    return file_lock{std::move(file), path, which};
}

file_lock::file_lock(file_lock&& other) noexcept
    : file_{std::move(other.file_)}, path_{std::move(other.path_)}, which_{other.which_}, born_in_{other.born_in_},
      registered_{std::exchange(other.registered_, false)} {}

file_lock::~file_lock() {
    if (!registered_) return;
    if (fork_count() != born_in_) {
        // The parent's. Closed here, it would give up the lock that this process may have taken by itself since.
        static_cast<void>(file_.release());
        return;
    }
    auto& all = held();
    const std::lock_guard guard{all.guard};
    all.files.erase(which_);
    file_.close(); // under the guard: nobody may open the file between the two
}

result<void> file_lock::confirm() const {
    struct stat found{};
    const bool there = ::stat(path_.c_str(), &found) == 0;
    if (!there && errno != ENOENT && errno != ENOTDIR) return system_error("find", path_);
    if (!there || identity{found.st_dev, found.st_ino} != which_)
        return error{errc::lease_lost, path_.string() +
                                           " was removed or replaced while this process held it, so another "
                                           "process may use this machine ID; restart this one"};
    auto ours = lock(file_.get(), path_);
    if (!ours && ours.reason().code == errc::in_use) return error{errc::lease_lost, ours.reason().message};
    return ours;
}

} // namespace vesta::file
