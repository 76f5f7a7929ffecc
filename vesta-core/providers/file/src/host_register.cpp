#include "host_text.hpp"

#include <vesta/file/host_register.hpp>

#include <algorithm>
#include <unistd.h>
#include <utility>

namespace vesta::file {
namespace {

using std::chrono::milliseconds;

constexpr std::string_view prefix = "vesta-owner-";
constexpr const char* lock_name = "vesta-owners.lock";
constexpr std::size_t most_entries = 10'000;
constexpr milliseconds longest_wait{5000};
// Live owners must not meet for this long, which is longer than a process runs.
constexpr milliseconds horizon = std::chrono::days{400};

std::uint64_t tick_at(const layout& of, unix_ms instant) {
    if (instant <= of.epoch()) return 0;
    if (of.has_ended(instant)) return of.max(field::time) + 1;
    return static_cast<std::uint64_t>((instant - of.epoch()).count()) / static_cast<std::uint64_t>(of.unit());
}

id_reach reach(const id_pattern& of, machine_id machine, unix_ms from, unix_ms until) {
    return {of, machine, machine, tick_at(of.of(), from), tick_at(of.of(), until) + 1};
}

/// Whether IDs that @p next makes from now on may equal those of @p other since it began.
bool may_meet(const host_owner& next, const owner_record& other, unix_ms now) {
    const unix_ms until = std::max(now, other.mark) + horizon;
    for (const auto& ours : next.patterns)
        for (const auto& theirs : other.patterns)
            if (ours == theirs || can_meet(reach(ours, next.machine, now - std::chrono::days{1}, until),
                                           reach(theirs, other.machine, other.from, until)))
                return true;
    return false;
}

class real_entry final : public host_entry {
  public:
    real_entry(std::unique_ptr<locked_file> file, std::size_t mark_at) : file_{std::move(file)}, mark_at_{mark_at} {}

    result<void> note(unix_ms mark) override { return file_->write(mark_line(mark), mark_at_); }

  private:
    const std::unique_ptr<locked_file> file_;
    const std::size_t mark_at_;
};

class real_visit final : public host_visit {
  public:
    real_visit(std::unique_ptr<register_folder> folder, std::unique_ptr<locked_file> turn)
        : folder_{std::move(folder)}, turn_{std::move(turn)} {}

    result<mark_history> look(const host_owner& next, unix_ms now) override;
    result<std::unique_ptr<host_entry>> enter(const host_owner& next, unix_ms start) override;

  private:
    struct found_entry {
        std::string name;
        bool lives = false;
        std::optional<owner_record> owner; ///< Nothing if a crash left it half-written.
    };

    result<std::optional<found_entry>> read(const std::string& name) const;
    result<void> consider(const found_entry& entry, const host_owner& next, unix_ms now, mark_history& past);
    error is_taken(const found_entry& entry, const host_owner& next) const;
    std::filesystem::path path(const std::string& name) const { return folder_->path() / name; }

    const std::unique_ptr<register_folder> folder_;
    const std::unique_ptr<locked_file> turn_;
    const std::string boot_ = folder_->boot();
    std::vector<std::string> replaced_; ///< Entries whose whole content ours will have.
    unix_ms since_ = unix_ms::max();
};

result<std::optional<real_visit::found_entry>> real_visit::read(const std::string& name) const {
    const auto seen = folder_->read(name);
    if (!seen) return seen.error();
    if (!*seen) return std::optional<found_entry>{};
    const std::string& content = (*seen)->content;
    found_entry found{name, (*seen)->is_locked, {}};
    if (auto owner = read_owner(content)) found.owner = *std::move(owner);
    if (!found.owner && (found.lives || is_of_another_version(content)))
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
        folder_->remove(entry.name); // another user's stays and does no harm
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
    const auto names = folder_->list();
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
    const auto name = std::string{prefix} + folder_->unique();
    const owner_record record{next.space,           next.machine, ::getpid(),
                              next.folder.string(), boot_,        std::min(since_, start),
                              next.patterns,        start};
    const auto text = write_owner(record);
    auto file = folder_->create(name);
    if (!file) return std::move(file).error();
    if (auto written = (*file)->write(text, 0); !written) return written.error();
    for (const auto& each : std::exchange(replaced_, {}))
        folder_->remove(each);
    const auto mark_at = text.size() - mark_line(start).size();
    return std::unique_ptr<host_entry>{std::make_unique<real_entry>(*std::move(file), mark_at)};
}

class real_register final : public host_register {
  public:
    explicit real_register(register_opener open) : open_{std::move(open)} {}

    result<std::unique_ptr<host_visit>> visit() override {
        auto folder = open_();
        if (!folder) return std::move(folder).error();
        auto turn = wait_for_turn(**folder);
        if (!turn) return std::move(turn).error();
        return std::unique_ptr<host_visit>{std::make_unique<real_visit>(*std::move(folder), *std::move(turn))};
    }

  private:
    static result<std::unique_ptr<locked_file>> wait_for_turn(register_folder& in) {
        for (milliseconds waited{0};; waited += in.rest()) {
            auto taken = in.take_turn(lock_name);
            if (taken || taken.error().code != errc::in_use) return taken;
            if (waited > longest_wait)
                return error{errc::in_use, taken.error().message + ", for longer than " + to_text(longest_wait) +
                                               "; stop that process, or set VESTA_HOST_DIR"};
        }
    }

    const register_opener open_;
};

} // namespace

std::unique_ptr<host_register> open_host_register(register_opener by) {
    return std::make_unique<real_register>(std::move(by));
}

std::unique_ptr<host_register> open_host_register(const std::filesystem::path& otherwise) {
    return open_host_register([otherwise] { return open_register_folder(otherwise); });
}

} // namespace vesta::file
