#include "file_lock.hpp"
#include "mark_text.hpp"
#include "safe_file.hpp"

#include <vesta/file/marks.hpp>

#include <algorithm>
#include <vector>

namespace vesta::file {
namespace {

/// One file: one machine ID and one generation method.
class mark_file {
  public:
    static result<mark_file> open(const std::filesystem::path& folder, machine_id machine, const std::string& method) {
        const std::string stem = "machine-" + std::to_string(machine.value) + (method == "any" ? "" : "." + method);
        auto lock = file_lock::take(folder / (stem + ".lock"));
        if (!lock) return std::move(lock).reason();
        mark_file opened{*std::move(lock), folder / (stem + ".mark"), {machine, method, unix_ms{}}};
        if (auto loaded = opened.load(); !loaded) return loaded.reason();
        return opened;
    }

    unix_ms mark() const noexcept { return record_.mark; }

    result<void> write(unix_ms mark) {
        if (auto ours = confirm(); !ours) return ours;
        auto next = record_;
        next.mark = mark;
        attempted_ = write_mark(next);
        auto written = replace_file(path_, *attempted_);
        if (!written) return written;
        record_ = next;
        content_ = attempted_;
        return {};
    }

  private:
    mark_file(file_lock lock, std::filesystem::path path, mark_record record)
        : lock_{std::move(lock)}, path_{std::move(path)}, record_{std::move(record)} {}

    result<void> load() {
        auto content = read_file(path_);
        if (!content) return std::move(content).reason();
        content_ = *content;
        if (!content_) return {};
        auto found = read_mark(*content_);
        if (!found) return unusable(found.reason().message);
        if (found->machine != record_.machine || found->method != record_.method)
            return unusable("it belongs to machine ID " + std::to_string(found->machine.value) + ", method " +
                            found->method);
        record_ = *std::move(found);
        return {};
    }

    /// The compare before the set: the lock is ours, and the file says what we last made it say, or what a failed write
    /// may have left. Error: `lease_lost`, and it stays lost: whoever came between may be serving already.
    result<void> confirm() {
        if (lost_) return *lost_;
        auto ours = lock_.confirm();
        if (ours) ours = compare();
        if (!ours && ours.reason().code == errc::lease_lost) lost_ = ours.reason();
        return ours;
    }

    result<void> compare() {
        auto found = read_file(path_);
        if (!found) return std::move(found).reason();
        if (*found != content_ && (!attempted_ || *found != attempted_))
            return error{errc::lease_lost, "the state file " + path_.string() +
                                               " was changed or removed while this process held it, so another process "
                                               "may use this machine ID; restart this one"};
        content_ = *std::move(found);
        return {};
    }

    error unusable(const std::string& why) const {
        return {errc::state_unusable,
                "the state file " + path_.string() + " cannot be used: " + why +
                    "; restore it, or delete it if the clock is known to be past every ID of this "
                    "machine ID (docs/state.md)"};
    }

    file_lock lock_;
    std::filesystem::path path_;
    mark_record record_;
    std::optional<std::string> content_;   ///< what is in the file; nothing where there is none
    std::optional<std::string> attempted_; ///< what a write was to put there
    std::optional<error> lost_;
};

/// The files of all methods of a process, moved as one.
class mark_files final : public high_water_mark {
  public:
    explicit mark_files(std::vector<mark_file> files) : files_{std::move(files)} {
        for (const auto& each : files_)
            value_ = std::max(value_, each.mark());
    }

    unix_ms value() const noexcept override { return value_; }

    result<void> advance(unix_ms to) override {
        for (auto& each : files_)
            if (auto written = each.write(to); !written) return written;
        value_ = to;
        return {};
    }

    result<void> release(unix_ms used) override {
        auto written = advance(used);
        files_.clear();
        return written;
    }

  private:
    std::vector<mark_file> files_;
    unix_ms value_{};
};

std::vector<std::string> methods_of(const lease_request& request) {
    std::vector<std::string> methods;
    for (const gen_method each : request.methods)
        methods.emplace_back(name(each));
    if (request.without_method) methods.emplace_back("any");
    std::ranges::sort(methods); // one order everywhere, so that two processes cannot each hold half
    methods.erase(std::ranges::unique(methods).begin(), methods.end());
    return methods;
}

} // namespace

result<std::unique_ptr<high_water_mark>> open_mark(const std::filesystem::path& folder, machine_id machine,
                                                   const lease_request& request) {
    std::error_code failed;
    const auto here = std::filesystem::absolute(folder, failed); // the process may change its working folder later
    if (failed)
        return error{errc::state_unusable, "cannot find the folder " + folder.string() + ": " + failed.message()};
    if (auto made = make_folder(here); !made) return made.reason();
    std::vector<mark_file> files;
    for (const auto& method : methods_of(request)) {
        auto opened = mark_file::open(here, machine, method);
        if (!opened) return std::move(opened).reason();
        files.push_back(*std::move(opened));
    }
    return std::make_unique<mark_files>(std::move(files));
}

} // namespace vesta::file
