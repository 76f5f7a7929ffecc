#pragma once

#include "sim_life.hpp"

#include <utility>

namespace vesta::testing {

/// A disk that does what another does; what is to be otherwise is overridden.
class forwarding_disk : public file::disk {
  public:
    explicit forwarding_disk(disk_ptr to) : to_{std::move(to)} {}

    const std::filesystem::path& folder() const noexcept override { return to_->folder(); }
    result<std::vector<std::string>> list() override { return to_->list(); }
    result<std::optional<std::string>> read(const std::string& name) override { return to_->read(name); }
    result<std::optional<std::string>> read_all(const std::string& name) override { return to_->read_all(name); }
    result<std::optional<file::place>> where(const std::string& name) override { return to_->where(name); }
    result<std::unique_ptr<file::new_file>> create(const std::string& name) override { return to_->create(name); }
    result<bool> link(const std::string& from, const std::string& to) override { return to_->link(from, to); }
    result<void> replace(const std::string& from, const std::string& to) override { return to_->replace(from, to); }
    result<void> remove(const std::string& name) override { return to_->remove(name); }
    result<void> sync_folder() override { return to_->sync_folder(); }
    result<std::unique_ptr<file::disk_lock>> lock(const std::string& name) override { return to_->lock(name); }
    std::string unique() override { return to_->unique(); }
    file::clock_reading clocks() override { return to_->clocks(); }

  protected:
    file::disk& to() const noexcept { return *to_; }

  private:
    const disk_ptr to_;
};

/// A new file that tells what is written to it, and may be synchronised or not.
class forwarding_file : public file::new_file {
  public:
    explicit forwarding_file(std::unique_ptr<file::new_file> to) : to_{std::move(to)} {}
    result<void> write(std::string_view content) override { return to_->write(content); }
    result<void> sync() override { return to_->sync(); }
    result<void> confirm(const std::string& called, std::size_t size) const override {
        return to_->confirm(called, size);
    }

  private:
    const std::unique_ptr<file::new_file> to_;
};

} // namespace vesta::testing
