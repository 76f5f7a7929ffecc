#include "file_lock.hpp"
#include "folder.hpp"
#include "host_folder.hpp"
#include "host_text.hpp"
#include "place.hpp"

#include <vesta/file/disk.hpp>
#include <vesta/file/host_register.hpp>

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <thread>
#include <unistd.h>
#include <utility>

namespace vesta::file {
namespace {

using std::chrono::milliseconds;

constexpr std::string_view prefix = "vesta-owner-";
constexpr const char* lock_name = "vesta-owners.lock";
constexpr std::size_t most_entries = 10'000;
constexpr milliseconds patience{5000};
// Two living owners are kept apart for this long; longer than a process runs.
constexpr milliseconds horizon = std::chrono::days{400};

std::uint64_t tick_at(const layout& of, unix_ms instant) {
    if (instant <= of.epoch()) return 0;
    if (of.has_ended(instant)) return of.max(field::time) + 1;
    return static_cast<std::uint64_t>((instant - of.epoch()).count()) / static_cast<std::uint64_t>(of.unit());
}

id_reach reach(const id_pattern& of, machine_id machine, unix_ms from, unix_ms until) {
    return {of, machine, machine, tick_at(of.of(), from), tick_at(of.of(), until) + 1};
}

/// Whether IDs that @p next makes from now on and those of @p other, since it began, may be the same.
bool may_meet(const host_owner& next, const owner_record& other, unix_ms now) {
    const unix_ms until = std::max(now, other.mark) + horizon;
    for (const auto& ours : next.patterns)
        for (const auto& theirs : other.patterns)
            if (ours == theirs || can_meet(reach(ours, next.machine, now - std::chrono::days{1}, until),
                                           reach(theirs, other.machine, other.from, until)))
                return true;
    return false;
}

result<void> write_at(int file, std::string_view text, off_t offset, const std::filesystem::path& path) {
    while (!text.empty()) {
        const ssize_t written = ::pwrite(file, text.data(), text.size(), offset);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return system_error("write", path);
        text.remove_prefix(static_cast<std::size_t>(written));
        offset += written;
    }
    return {};
}

class real_entry final : public host_entry {
  public:
    real_entry(file_lock lock, std::filesystem::path path, std::size_t mark_at)
        : lock_{std::move(lock)}, path_{std::move(path)}, mark_at_{static_cast<off_t>(mark_at)} {}

    result<void> note(unix_ms mark) override { return write_at(lock_.file(), mark_line(mark), mark_at_, path_); }

  private:
    const file_lock lock_;
    const std::filesystem::path path_;
    const off_t mark_at_;
};

class real_visit final : public host_visit {
  public:
    real_visit(opened_host_folder folder, file_lock lock, std::unique_ptr<disk> on)
        : folder_{std::move(folder)}, lock_{std::move(lock)}, on_{std::move(on)} {}

    result<mark_history> look(const host_owner& next, unix_ms now) override;
    result<std::unique_ptr<host_entry>> enter(const host_owner& next, unix_ms start) override;

  private:
    struct found_entry {
        std::string name;
        bool lives = false;
        std::optional<owner_record> owner; ///< Nothing for what a crash left half-written.
    };

    result<std::optional<found_entry>> read(const std::string& name) const;
    result<void> consider(const found_entry& entry, const host_owner& next, unix_ms now, mark_history& past);
    error is_taken(const found_entry& entry, const host_owner& next) const;
    std::filesystem::path path(const std::string& name) const { return folder_.path / name; }

    const opened_host_folder folder_;
    const file_lock lock_;
    const std::unique_ptr<disk> on_;
    const std::string boot_ = boot_id();
    std::vector<std::string> replaced_; ///< Entries that ours will say all of.
    unix_ms since_ = unix_ms::max();
};

result<std::optional<real_visit::found_entry>> real_visit::read(const std::string& name) const {
    const auto file = open_to_read(folder_.file, name, path(name));
    if (!file) return file.error();
    if (!file->is_open()) return std::optional<found_entry>{};
    const auto lives = is_locked(file->get(), path(name));
    if (!lives) return lives.error();
    const auto content = read_whole(*file, path(name));
    if (!content) return content.error();
    found_entry found{name, *lives, {}};
    if (auto owner = read_owner(*content)) found.owner = *std::move(owner);
    if (!found.owner && (found.lives || is_of_another_version(*content)))
        return error{errc::state_unusable,
                     path(name).string() +
                         " is not an entry that this program can read: which machine ID its owner uses "
                         "is not known; stop that process, or set VESTA_HOST_DIR"};
    return std::optional{std::move(found)};
}

error real_visit::is_taken(const found_entry& entry, const host_owner& next) const {
    return {errc::in_use, "machine ID " + std::to_string(next.machine.value) + " is in use on this host by process " +
                              std::to_string(entry.owner->process) + ", whose state is in " + entry.owner->folder +
                              "; give this process another machine ID, or, where IDs of the two may be the same, "
                              "another state.space (says " +
                              path(entry.name).string() + ")"};
}

result<void> real_visit::consider(const found_entry& entry, const host_owner& next, unix_ms now, mark_history& past) {
    const bool stale = !entry.owner || (!entry.lives && entry.owner->boot != boot_);
    if (stale) {
        static_cast<void>(on_->remove(entry.name)); // another user's stays, and does no harm
        return {};
    }
    if (entry.owner->space != next.space || entry.owner->machine != next.machine) return {};
    if (entry.lives) {
        if (may_meet(next, *entry.owner, now)) return is_taken(entry, next);
        return {};
    }
    for (const auto& each : entry.owner->patterns)
        past.uses.push_back({each, entry.owner->from, std::max(entry.owner->from, entry.owner->mark)});
    const auto is_ours = [&](const id_pattern& each) {
        return std::ranges::find(next.patterns, each) != next.patterns.end();
    };
    if (!std::ranges::all_of(entry.owner->patterns, is_ours)) return {};
    replaced_.push_back(entry.name);
    since_ = std::min(since_, entry.owner->from);
    return {};
}

result<mark_history> real_visit::look(const host_owner& next, unix_ms now) {
    const auto names = on_->list();
    if (!names) return names.error();
    mark_history past;
    std::size_t entries = 0;
    for (const auto& each : *names) {
        if (!each.starts_with(prefix)) continue;
        if (++entries > most_entries)
            return error{errc::state_unusable, "there are more than " + std::to_string(most_entries) + " entries " +
                                                   path(std::string{prefix}).string() +
                                                   "...; remove those that no "
                                                   "process holds, or set VESTA_HOST_DIR"};
        const auto entry = read(each);
        if (!entry) return entry.error();
        if (!*entry) continue;
        if (auto considered = consider(**entry, next, now, past); !considered) return considered.error();
    }
    return past;
}

result<std::unique_ptr<host_entry>> real_visit::enter(const host_owner& next, unix_ms start) {
    const auto name = std::string{prefix} + on_->unique();
    const owner_record record{next.space,           next.machine, ::getpid(),
                              next.folder.string(), boot_,        std::min(since_, start),
                              next.patterns,        start};
    const auto text = write_owner(record);
    auto lock = file_lock::take(folder_.file, name, path(name));
    if (!lock) return std::move(lock).error();
    // Readable for other users, whatever this process's mask says: they must see that the machine ID is taken.
    if (::ftruncate(lock->file(), 0) != 0 || ::fchmod(lock->file(), 0644) != 0)
        return system_error("write", path(name));
    if (auto written = write_at(lock->file(), text, 0, path(name)); !written) return written.error();
    for (const auto& each : std::exchange(replaced_, {}))
        static_cast<void>(on_->remove(each));
    const auto mark_at = text.size() - mark_line(start).size();
    return std::unique_ptr<host_entry>{std::make_unique<real_entry>(*std::move(lock), path(name), mark_at)};
}

class real_register final : public host_register {
  public:
    explicit real_register(std::filesystem::path otherwise) : otherwise_{std::move(otherwise)} {}

    result<std::unique_ptr<host_visit>> visit() override {
        auto folder = open_host_folder(otherwise_);
        if (!folder) return std::move(folder).error();
        auto lock = wait_for_lock(*folder);
        if (!lock) return std::move(lock).error();
        auto on = open_disk(folder->path);
        if (!on) return std::move(on).error();
        return std::unique_ptr<host_visit>{
            std::make_unique<real_visit>(*std::move(folder), *std::move(lock), *std::move(on))};
    }

  private:
    static result<file_lock> wait_for_lock(const opened_host_folder& folder) {
        const auto path = folder.path / lock_name;
        const auto until = std::chrono::steady_clock::now() + patience;
        for (;;) {
            auto taken = file_lock::take(folder.file, lock_name, path, 0666);
            if (taken) return let_all_lock(*std::move(taken));
            if (taken.error().code != errc::in_use) return taken;
            if (std::chrono::steady_clock::now() > until)
                return error{errc::in_use, taken.error().message + ", for longer than " + to_text(patience) +
                                               "; stop that process, or set VESTA_HOST_DIR"};
            std::this_thread::sleep_for(milliseconds{1});
        }
    }

    /// Processes of other users visit, too.
    static file_lock let_all_lock(file_lock taken) {
        struct stat found{};
        if (::fstat(taken.file(), &found) == 0 && found.st_uid == ::geteuid() && (found.st_mode & 0777) != 0666)
            static_cast<void>(::fchmod(taken.file(), 0666));
        return taken;
    }

    const std::filesystem::path otherwise_;
};

} // namespace

std::unique_ptr<host_register> open_host_register(const std::filesystem::path& otherwise) {
    return std::make_unique<real_register>(otherwise);
}

} // namespace vesta::file
