#pragma once

#include "sim_volume.hpp"
#include "support/layouts.hpp"

#include <vesta/file/disk.hpp>
#include <vesta/testing/manual_clock.hpp>

#include <functional>
#include <memory>

namespace vesta::testing {

/// What becomes of a call.
enum class answer {
    done,
    refused, ///< Not done, and an error says so. Of a write a part is done.
    lost,    ///< Done, though an error says otherwise.
};

/// What a call throws in a process that ends there.
struct process_ended {};

/// A host as the file store sees it: its volume, its time of day, and what nobody has drawn before.
struct sim_host {
    sim_host(std::uint64_t seed, volume_habits habits) : random{seed}, volume{random, habits} {}

    random_source random;
    sim_volume volume;
    manual_clock clock{new_year_2026};
};

/// The port on a simulated volume, for one process.
class sim_disk final : public file::disk {
  public:
    /// Asked before each call, by its name. May throw what ends the process.
    using calls = std::function<answer(std::string_view)>;

    sim_disk(sim_host& on, calls of) : sim_disk{on, on.volume, std::move(of)} {}
    /// On another volume of that host.
    sim_disk(sim_host& on, sim_volume& in, calls of) : on_{on}, volume_{in}, calls_{std::move(of)} {}

    const std::filesystem::path& folder() const noexcept override { return path_; }
    result<std::vector<std::string>> list() override;
    result<std::optional<std::string>> read(const std::string& name) override;
    result<std::optional<std::string>> read_all(const std::string& name) override { return read(name); }
    result<std::optional<file::place>> where(const std::string& name) override;
    result<std::unique_ptr<file::new_file>> create(const std::string& name) override;
    result<bool> link(const std::string& from, const std::string& to) override;
    result<void> replace(const std::string& from, const std::string& to) override;
    result<void> remove(const std::string& name) override;
    result<void> sync_folder() override;
    result<std::unique_ptr<file::disk_lock>> lock(const std::string& name) override;
    std::string unique() override;
    file::clock_reading clocks() override;

  private:
    class sim_file;
    class sim_lock;

    file::place place_of(sim_volume::file_number of) const;
    bool give_name(const std::string& from, const std::string& to);

    sim_host& on_;
    sim_volume& volume_;
    const calls calls_;
    const std::filesystem::path path_ = "/sim";
};

} // namespace vesta::testing
