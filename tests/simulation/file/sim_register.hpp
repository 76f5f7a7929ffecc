#pragma once

#include "sim_disk.hpp"

#include <vesta/file/register_folder.hpp>

#include <functional>
#include <memory>

namespace vesta::testing {

using register_ptr = std::unique_ptr<file::register_folder>;

/// Puts something between the register and its folder, or nothing.
using register_wrapper = std::function<register_ptr(register_ptr)>;

/// The folder of the register on a simulated volume, for one visit of one process. What is written over something else
/// is there whole or not at all: it is shorter than any page.
class sim_register final : public file::register_folder {
  public:
    sim_register(sim_host& on, sim_volume& in, sim_disk::calls of) : on_{on}, volume_{in}, calls_{std::move(of)} {}

    const std::filesystem::path& path() const noexcept override { return path_; }
    result<std::unique_ptr<file::locked_file>> take_turn(const std::string& name) override;
    std::chrono::milliseconds rest() override;
    result<std::vector<std::string>> list() override;
    result<std::optional<file::seen_file>> read(const std::string& name) override;
    result<std::unique_ptr<file::locked_file>> create(const std::string& name) override;
    void remove(const std::string& name) override;
    std::string unique() override;
    std::string boot() const override;

  private:
    class sim_locked;

    sim_host& on_;
    sim_volume& volume_;
    const sim_disk::calls calls_;
    const std::filesystem::path path_ = "/sim/lock";
};

} // namespace vesta::testing
