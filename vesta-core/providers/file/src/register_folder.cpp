#include "file_calls.hpp"
#include "file_lock.hpp"
#include "host_folder.hpp"
#include "place.hpp"

#include <vesta/file/disk.hpp>
#include <vesta/file/register_folder.hpp>

#include <sys/stat.h>

#include <cerrno>
#include <thread>
#include <unistd.h>
#include <utility>

namespace vesta::file {
namespace {

class real_locked final : public locked_file {
  public:
    real_locked(file_lock lock, std::filesystem::path path) : lock_{std::move(lock)}, path_{std::move(path)} {}

    result<void> write(std::string_view text, std::size_t at) override {
        while (!text.empty()) {
            const ssize_t written = ::pwrite(lock_.file(), text.data(), text.size(), static_cast<off_t>(at));
            if (written < 0 && errno == EINTR) continue;
            if (written < 0) return system_error("write", path_);
            text.remove_prefix(static_cast<std::size_t>(written));
            at += static_cast<std::size_t>(written);
        }
        return {};
    }

  private:
    const file_lock lock_;
    const std::filesystem::path path_;
};

class real_folder final : public register_folder {
  public:
    real_folder(opened_host_folder folder, std::unique_ptr<disk> on) : folder_{std::move(folder)}, on_{std::move(on)} {}

    const std::filesystem::path& path() const noexcept override { return folder_.path; }

    result<std::unique_ptr<locked_file>> take_turn(const std::string& name) override {
        auto taken = file_lock::take(folder_.file, name, path() / name, 0666);
        if (!taken) return std::move(taken).error();
        // Processes of other users take turns as well.
        struct stat found{};
        if (::fstat(taken->file(), &found) == 0 && found.st_uid == ::geteuid() && (found.st_mode & 0777) != 0666)
            static_cast<void>(::fchmod(taken->file(), 0666));
        return std::unique_ptr<locked_file>{std::make_unique<real_locked>(*std::move(taken), path() / name)};
    }

    std::chrono::milliseconds rest() override {
        const auto begun = std::chrono::steady_clock::now();
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
        return std::chrono::ceil<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begun);
    }

    result<std::vector<std::string>> list() override { return on_->list(); }

    result<std::optional<seen_file>> read(const std::string& name) override {
        const auto file = open_to_read(folder_.file, name, path() / name);
        if (!file) return file.error();
        if (!file->is_open()) return std::optional<seen_file>{};
        const auto lives = is_locked(file->number(), path() / name);
        if (!lives) return lives.error();
        auto content = read_whole(*file, path() / name);
        if (!content) return std::move(content).error();
        return std::optional{seen_file{*std::move(content), *lives}};
    }

    result<std::unique_ptr<locked_file>> create(const std::string& name) override {
        auto lock = file_lock::take(folder_.file, name, path() / name);
        if (!lock) return std::move(lock).error();
        // Readable for other users, whatever this process's mask: they must see that the machine ID is taken.
        if (::ftruncate(lock->file(), 0) != 0 || ::fchmod(lock->file(), 0644) != 0)
            return system_error("write", path() / name);
        return std::unique_ptr<locked_file>{std::make_unique<real_locked>(*std::move(lock), path() / name)};
    }

    void remove(const std::string& name) override { static_cast<void>(on_->remove(name)); }
    std::string unique() override { return on_->unique(); }
    std::string boot() const override { return boot_id(); }

  private:
    const opened_host_folder folder_;
    const std::unique_ptr<disk> on_;
};

} // namespace

result<std::unique_ptr<register_folder>> open_register_folder(const std::filesystem::path& otherwise) {
    auto folder = open_host_folder(otherwise);
    if (!folder) return std::move(folder).error();
    auto on = open_disk(folder->path);
    if (!on) return std::move(on).error();
    return std::unique_ptr<register_folder>{std::make_unique<real_folder>(*std::move(folder), *std::move(on))};
}

} // namespace vesta::file
