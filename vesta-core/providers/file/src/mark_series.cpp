#include "mark_series.hpp"

#include <algorithm>
#include <utility>

namespace vesta::file {
namespace {

// Attempts, one for each time that a live owner removed a file between listing and reading.
constexpr int readings = 8;

error unusable(const disk& on, const std::string& name, const std::string& why) {
    return {errc::state_unusable, "the state file " + (on.folder() / name).string() + " cannot be used: " + why +
                                      "; restore it, or delete the files of this machine ID if the clock is known to "
                                      "be past every ID of it (docs/state.md)"};
}

error ever_changing(const disk& on, machine_id machine) {
    return {errc::in_use, "the marks of machine ID " + std::to_string(machine.value) + " in " + on.folder().string() +
                              " change while they are read: another process uses it, and the locks of this folder do "
                              "not keep it out"};
}

/// Reads the file @p name, which must be of that machine ID and method.
result<mark_record> read_as(const disk& on, const std::string& name, const std::string& content, machine_id machine,
                            const std::string& method) {
    auto record = read_mark(content);
    if (!record) return unusable(on, name, record.error().message);
    const mark_names names{machine, method};
    const auto right = record->number == 0 ? names.fence() : names.numbered(record->number);
    if (record->machine == machine && record->method == method && name == right) return record;
    return unusable(on, name,
                    "it belongs to machine ID " + std::to_string(record->machine.value) + ", method " + record->method +
                        ", number " + std::to_string(record->number));
}

std::uint64_t highest_of(const std::vector<std::string>& listed, const mark_names& names) {
    std::uint64_t highest = 0;
    for (const auto& each : listed)
        highest = std::max(highest, names.number_of(each).value_or(0));
    return highest;
}

/// The records of the methods' highest marks; nothing if a file has gone since.
result<std::optional<std::vector<mark_record>>> read_listed(disk& on, machine_id machine,
                                                            const std::vector<std::string>& methods) {
    const auto listed = on.list();
    if (!listed) return listed.error();
    std::vector<mark_record> records;
    for (const auto& method : methods) {
        const mark_names names{machine, method};
        const auto highest = highest_of(*listed, names);
        if (highest == 0) continue; // none, or one of version 0.1, which says nothing about patterns
        const auto content = on.read(names.numbered(highest));
        if (!content) return content.error();
        if (!*content) return std::optional<std::vector<mark_record>>{};
        auto record = read_as(on, names.numbered(highest), **content, machine, method);
        if (!record) return std::move(record).error();
        records.push_back(*std::move(record));
    }
    return std::optional{std::move(records)};
}

} // namespace

mark_series::mark_series(disk& on, mark_names names, machine_id machine, std::string method,
                         std::unique_ptr<disk_lock> lock)
    : on_{&on}, names_{std::move(names)}, machine_{machine}, method_{std::move(method)}, owner_{on.unique()},
      lock_{std::move(lock)}, found_{.machine = machine, .method = method_} {}

result<mark_series> mark_series::open(disk& on, machine_id machine, const std::string& method) {
    mark_names names{machine, method};
    auto lock = on.lock(names.lock());
    if (!lock && lock.error().code == errc::in_use)
        return error{errc::in_use, lock.error().message + ", which uses this machine ID; give this process another "
                                                          "machine ID or another state folder"};
    if (!lock) return std::move(lock).error();
    mark_series opened{on, std::move(names), machine, method, *std::move(lock)};
    if (auto found = opened.find(); !found) return found.error();
    return opened;
}

error mark_series::lost(const std::string& how) const {
    return {errc::lease_lost, "machine ID " + std::to_string(machine_.value) + " in " + on_->folder().string() +
                                  " is lost: " + how + ", so another process may use it; restart this one"};
}

result<void> mark_series::find() {
    for (int reading = 0; reading < readings; ++reading) {
        auto names = on_->list();
        if (!names) return std::move(names).error();
        outdated_.clear();
        left_behind_.clear();
        fenced_ = std::ranges::find(*names, names_.fence()) != names->end();
        for (const auto& each : *names) {
            if (const auto number = names_.number_of(each)) outdated_.push_back(*number);
            if (names_.is_temporary(each)) left_behind_.push_back(each);
        }
        std::ranges::sort(outdated_);
        if (outdated_.empty()) return find_fence(false);
        auto there = find_numbered(outdated_.back());
        if (!there) return std::move(there).error();
        if (*there) return find_fence(true);
    }
    return ever_changing(*on_, machine_);
}

/// False if the file has gone since.
result<bool> mark_series::find_numbered(std::uint64_t highest) {
    const auto name = names_.numbered(highest);
    auto content = on_->read(name);
    if (!content) return std::move(content).error();
    if (!*content) return false;
    auto record = read_as(*on_, name, **content, machine_, method_);
    if (!record) return std::move(record).error();
    found_ = *std::move(record);
    verified_ = linked_ = {highest, *std::move(content)};
    return true;
}

/// Reads the file of version 0.1's mark: that mark, or the note that stops that version.
result<void> mark_series::find_fence(bool numbered) {
    if (!fenced_) return {};
    auto content = on_->read(names_.fence());
    if (!content) return std::move(content).error();
    if (!*content || *content == fence_text) {
        if (numbered || !*content) return {};
        return unusable(*on_, names_.fence(), "the numbered marks next to it are missing");
    }
    fenced_ = false; // put up once the numbered marks hold its content
    auto record = read_as(*on_, names_.fence(), **content, machine_, method_);
    if (!record && numbered) return {}; // the numbered marks have its content
    if (!record) return std::move(record).error();
    if (!numbered) verified_ = {0, *std::move(content)};
    if (!numbered || record->mark > found_.mark) found_.mark = record->mark;
    return {};
}

result<std::string> mark_series::make(const std::string& content) {
    auto name = names_.temporary(on_->unique());
    const auto file = on_->create(name);
    auto done = file ? (*file)->write(content) : result<void>{file.error()};
    if (done) done = (*file)->sync();
    if (done) return name;
    static_cast<void>(on_->remove(name)); // or it is left behind, for the next owner to remove
    return std::move(done).error();
}

std::string mark_series::name_of(const numbered_file& which) const {
    return which.number == 0 ? names_.fence() : names_.numbered(which.number);
}

/// False if an earlier attempt of ours, whose answer we did not get, has the number.
result<bool> mark_series::take_number(const mark_record& next) {
    const auto content = write_mark(next);
    const auto to = names_.numbered(next.number);
    auto made = make(content);
    if (!made) return std::move(made).error();
    auto taken = on_->link(*made, to);
    static_cast<void>(on_->remove(*made));
    if (!taken) return std::move(taken).error();
    numbered_file ours{next.number, content};
    if (!*taken) {
        auto there = on_->read(to);
        if (!there) return std::move(there).error();
        const auto record = *there ? read_mark(**there) : result<mark_record>{error{}};
        if (!record || record->owner != owner_) return lost("its mark " + to + " was written by another process");
        ours.content = *std::move(there);
    }
    linked_ = std::move(ours);
    return linked_.content == content;
}

result<void> mark_series::put(mark_record next) {
    next.machine = machine_;
    next.method = method_;
    next.owner = owner_;
    for (int attempt = 0; attempt < readings; ++attempt) {
        next.number = linked_.number + 1;
        auto done = take_number(next);
        if (!done) return std::move(done).error();
        if (*done) return {};
    }
    return error{errc::state_unusable, "cannot write a mark of machine ID " + std::to_string(machine_.value) + " in " +
                                           on_->folder().string() + ": earlier ones come up again and again"};
}

result<void> mark_series::verify() {
    if (verified_.content) {
        auto there = on_->read(name_of(verified_));
        if (!there) return std::move(there).error();
        if (*there != verified_.content) {
            static_cast<void>(on_->remove(names_.numbered(linked_.number)));
            return lost("its mark " + name_of(verified_) + " was changed or removed");
        }
    }
    for (auto number = verified_.number; number < linked_.number; ++number)
        if (number > 0 && (outdated_.empty() || outdated_.back() < number)) outdated_.push_back(number);
    verified_ = linked_;
    return {};
}

result<void> mark_series::verify_highest() {
    const auto names = on_->list();
    if (!names) return names.error();
    for (const auto& each : *names)
        if (names_.number_of(each).value_or(0) > linked_.number)
            return lost("there is " + each + " already, written by another process");
    return {};
}

void mark_series::tidy() {
    for (const auto& each : std::exchange(left_behind_, {}))
        static_cast<void>(on_->remove(each));
    while (!outdated_.empty() && outdated_.front() < verified_.number) {
        if (!on_->remove(names_.numbered(outdated_.front()))) return;
        outdated_.erase(outdated_.begin());
    }
    raise_fence();
}

result<std::vector<mark_record>> read_other_methods(disk& on, machine_id machine,
                                                    const std::vector<std::string>& methods) {
    std::vector<std::string> others;
    for (const std::string each : all_methods)
        if (std::ranges::find(methods, each) == methods.end()) others.push_back(each);
    for (int reading = 0; reading < readings; ++reading) {
        auto records = read_listed(on, machine, others);
        if (!records) return std::move(records).error();
        if (*records) return **std::move(records);
    }
    return ever_changing(on, machine);
}

void mark_series::raise_fence() {
    if (fenced_) return;
    const auto name = names_.temporary(on_->unique());
    auto file = on_->create(name);
    if (!file) return;
    fenced_ = (*file)->write(fence_text) && on_->replace(name, names_.fence());
    if (!fenced_) static_cast<void>(on_->remove(name));
}

} // namespace vesta::file
