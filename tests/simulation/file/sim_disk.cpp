#include "sim_disk.hpp"

#include <utility>

namespace vesta::testing {
namespace {

error broken(std::string_view call) {
    return {errc::state_unusable, "cannot " + std::string{call} + ": Input/output error"};
}

} // namespace

class sim_disk::sim_file final : public file::new_file {
  public:
    sim_file(sim_disk& on, sim_volume::file_number of) : on_{on}, of_{of} {}

    result<void> write(std::string_view content) override {
        const auto how = on_.calls_("write");
        auto& random = on_.on_.random;
        on_.volume_.append(of_, how == answer::refused ? content.substr(0, random.below(content.size())) : content);
        return how == answer::done ? result<void>{} : broken("write");
    }

    result<void> sync() override {
        const auto how = on_.calls_("sync");
        on_.volume_.sync(of_, how != answer::refused);
        return how == answer::done ? result<void>{} : broken("sync");
    }

    result<void> confirm(const std::string& called, std::size_t size) const override {
        if (on_.calls_("confirm") != answer::done) return broken("confirm");
        if (on_.volume_.find(called) == of_ && on_.volume_.content(of_).size() == size) return {};
        return error{errc::lease_lost, called + " was removed, replaced or written by another"};
    }

  private:
    sim_disk& on_;
    const sim_volume::file_number of_;
};

class sim_disk::sim_lock final : public file::disk_lock {
  public:
    sim_lock(sim_disk& on, std::string name, sim_volume::file_number of) : on_{on}, name_{std::move(name)}, of_{of} {}
    ~sim_lock() override { on_.volume_.unlock(of_, &on_); }

    result<void> confirm() const override {
        if (on_.calls_("confirm") != answer::done) return broken("confirm");
        const auto& volume = on_.volume_;
        if (volume.find(name_) == of_ && volume.is_locked_by(of_, &on_)) return {};
        return error{errc::lease_lost, name_ + " was removed, replaced or locked by another"};
    }

    result<file::place> where() const override {
        if (on_.calls_("where") != answer::done) return broken("where");
        return on_.place_of(of_);
    }

  private:
    sim_disk& on_;
    const std::string name_;
    const sim_volume::file_number of_;
};

result<std::vector<std::string>> sim_disk::list() {
    if (calls_("list") != answer::done) return broken("list");
    return volume_.names();
}

result<std::optional<std::string>> sim_disk::read(const std::string& name) {
    if (calls_("read") != answer::done) return broken("read");
    const auto file = volume_.find(name);
    return file == 0 ? std::optional<std::string>{} : std::optional{volume_.content(file)};
}

file::place sim_disk::place_of(sim_volume::file_number of) const {
    std::string host = volume_.host;
    for (char& each : host)
        each = static_cast<char>('a' + each % 6);
    host.resize(32, '0');
    return {host, of, static_cast<std::int64_t>(of) * 1000};
}

result<std::optional<file::place>> sim_disk::where(const std::string& name) {
    if (calls_("where") != answer::done) return broken("where");
    const auto file = volume_.find(name);
    return file == 0 ? std::optional<file::place>{} : std::optional{place_of(file)};
}

result<std::unique_ptr<file::new_file>> sim_disk::create(const std::string& name) {
    const auto how = calls_("create");
    if (how == answer::refused || volume_.find(name) != 0) return broken("create");
    const auto made = volume_.make(name);
    if (how == answer::lost) return broken("create");
    return std::unique_ptr<file::new_file>{std::make_unique<sim_file>(*this, made)};
}

bool sim_disk::give_name(const std::string& from, const std::string& to) {
    const auto file = volume_.find(from);
    if (file == 0) return false;
    volume_.name(to, file);
    return true;
}

result<bool> sim_disk::link(const std::string& from, const std::string& to) {
    const auto how = calls_("link");
    if (how == answer::refused) return broken("link");
    const bool free = volume_.find(to) == 0;
    if (free && !give_name(from, to)) return broken("link");
    if (free && !volume_.habits().hard_links) volume_.name(from, 0);
    if (how == answer::lost) return broken("link");
    return free;
}

result<void> sim_disk::replace(const std::string& from, const std::string& to) {
    const auto how = calls_("replace");
    if (how == answer::refused || !give_name(from, to)) return broken("replace");
    volume_.name(from, 0);
    return how == answer::done ? result<void>{} : broken("replace");
}

result<void> sim_disk::remove(const std::string& name) {
    const auto how = calls_("remove");
    if (how == answer::refused) return broken("remove");
    if (volume_.find(name) != 0) volume_.name(name, 0);
    return how == answer::done ? result<void>{} : broken("remove");
}

result<void> sim_disk::sync_folder() {
    const auto how = calls_("sync_folder");
    volume_.sync_names(how != answer::refused);
    return how == answer::done ? result<void>{} : broken("sync_folder");
}

result<std::unique_ptr<file::disk_lock>> sim_disk::lock(const std::string& name) {
    const auto how = calls_("lock");
    if (how == answer::refused) return broken("lock");
    auto file = volume_.find(name);
    if (file == 0) file = volume_.make(name);
    if (how == answer::lost) return broken("lock");
    if (!volume_.lock(file, this)) return error{errc::in_use, name + " is locked"};
    return std::unique_ptr<file::disk_lock>{std::make_unique<sim_lock>(*this, name, file)};
}

std::string sim_disk::unique() {
    std::string digits;
    for (int i = 0; i < 32; ++i)
        digits += "0123456789abcdef"[on_.random.below(16)];
    return digits;
}

file::clock_reading sim_disk::clocks() {
    const auto wall = std::chrono::floor<std::chrono::milliseconds>(on_.clock.now());
    auto boot = std::to_string(volume_.boots);
    return {std::string(36 - boot.size(), '0') + boot, wall - new_year_2026, wall};
}

} // namespace vesta::testing
