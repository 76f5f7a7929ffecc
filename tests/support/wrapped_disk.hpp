#pragma once

#include <vesta/file/disk.hpp>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace vesta::testing {

/// A disk in front of another: it writes down what is done, does something just before a step, refuses a step, and lets
/// every lock succeed where that is wanted, as a network file system without locks does.
class wrapped_disk final : public file::disk {
  public:
    explicit wrapped_disk(std::unique_ptr<file::disk> to) : to_{std::move(to)} {}

    std::vector<std::string> done;                               ///< "create", "write", "sync", "link" and so on.
    std::function<result<void>(const std::string& step)> before; ///< Where set, an error of it stands for the step's.
    bool locks_work = true;

    const std::filesystem::path& folder() const noexcept override { return to_->folder(); }

    result<std::vector<std::string>> list() override {
        if (auto may = step("list"); !may) return may.error();
        return to_->list();
    }
    result<std::optional<std::string>> read(const std::string& name) override {
        if (auto may = step("read"); !may) return may.error();
        return to_->read(name);
    }
    result<std::optional<std::string>> read_all(const std::string& name) override {
        if (auto may = step("read"); !may) return may.error();
        return to_->read_all(name);
    }
    result<std::optional<file::place>> where(const std::string& name) override { return to_->where(name); }
    result<std::unique_ptr<file::new_file>> create(const std::string& name) override {
        if (auto may = step("create"); !may) return may.error();
        auto made = to_->create(name);
        if (!made) return made;
        return std::unique_ptr<file::new_file>{std::make_unique<wrapped_file>(*this, *std::move(made))};
    }
    result<bool> link(const std::string& from, const std::string& to) override {
        if (auto may = step("link"); !may) return may.error();
        return to_->link(from, to);
    }
    result<void> replace(const std::string& from, const std::string& to) override {
        if (auto may = step("replace"); !may) return may;
        return to_->replace(from, to);
    }
    result<void> remove(const std::string& name) override {
        if (auto may = step("remove"); !may) return may;
        return to_->remove(name);
    }
    result<void> sync_folder() override {
        if (auto may = step("sync_folder"); !may) return may;
        return to_->sync_folder();
    }
    result<std::unique_ptr<file::disk_lock>> lock(const std::string& name) override {
        if (auto may = step("lock"); !may) return may.error();
        if (locks_work) return to_->lock(name);
        return std::unique_ptr<file::disk_lock>{std::make_unique<free_for_all>()};
    }
    std::string unique() override { return to_->unique(); }
    file::clock_reading clocks() override { return to_->clocks(); }

  private:
    class wrapped_file final : public file::new_file {
      public:
        wrapped_file(wrapped_disk& on, std::unique_ptr<file::new_file> to) : on_{on}, to_{std::move(to)} {}
        result<void> write(std::string_view content) override {
            if (auto may = on_.step("write"); !may) return may;
            return to_->write(content);
        }
        result<void> sync() override {
            if (auto may = on_.step("sync"); !may) return may;
            return to_->sync();
        }
        result<void> confirm(const std::string& called, std::size_t size) const override {
            return to_->confirm(called, size);
        }

      private:
        wrapped_disk& on_;
        const std::unique_ptr<file::new_file> to_;
    };

    /// A lock that everybody gets.
    class free_for_all final : public file::disk_lock {
      public:
        result<void> confirm() const override { return {}; }
        result<file::place> where() const override { return file::place{.host = std::string(32, '0')}; }
    };

    result<void> step(const std::string& what) {
        done.push_back(what);
        return before ? before(what) : result<void>{};
    }

    const std::unique_ptr<file::disk> to_;
};

} // namespace vesta::testing
