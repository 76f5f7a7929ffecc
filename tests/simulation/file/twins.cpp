#include "twins.hpp"

#include "forwarding_disk.hpp"
#include "mark_names.hpp"
#include "mark_text.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace vesta::testing {
namespace {

const file::mark_names names{machine_id{7}, "embedded"};

bool is_mark(const std::string& name) {
    return names.number_of(name).has_value();
}

class no_file_sync final : public forwarding_disk {
  public:
    using forwarding_disk::forwarding_disk;
    result<std::unique_ptr<file::new_file>> create(const std::string& name) override {
        auto made = to().create(name);
        if (!made) return made;
        return std::unique_ptr<file::new_file>{std::make_unique<unsynchronised>(*std::move(made))};
    }

  private:
    class unsynchronised final : public forwarding_file {
      public:
        using forwarding_file::forwarding_file;
        result<void> sync() override { return {}; }
    };
};

class no_folder_sync final : public forwarding_disk {
  public:
    using forwarding_disk::forwarding_disk;
    result<void> sync_folder() override { return {}; }
};

class no_lock_file_sync final : public forwarding_disk {
  public:
    using forwarding_disk::forwarding_disk;
    result<bool> link(const std::string& from, const std::string& to_name) override {
        linked_ = true;
        return to().link(from, to_name);
    }
    result<void> sync_folder() override { return linked_ ? to().sync_folder() : result<void>{}; }

  private:
    bool linked_ = false;
};

class overwriting_disk final : public forwarding_disk {
  public:
    using forwarding_disk::forwarding_disk;
    result<bool> link(const std::string& from, const std::string& to_name) override {
        if (auto done = to().replace(from, to_name); !done) return std::move(done).error();
        return true;
    }
};

class no_second_look final : public forwarding_disk {
  public:
    using forwarding_disk::forwarding_disk;
    result<std::optional<std::string>> read(const std::string& name) override {
        if (linked_) return known_[name];
        auto found = to().read(name);
        if (found) known_[name] = *found;
        return found;
    }
    result<std::unique_ptr<file::new_file>> create(const std::string& name) override {
        auto made = to().create(name);
        if (!made) return made;
        return std::unique_ptr<file::new_file>{std::make_unique<remembered>(*std::move(made), known_[name])};
    }
    result<bool> link(const std::string& from, const std::string& to_name) override {
        auto done = to().link(from, to_name);
        linked_ = true;
        if (done && *done) known_[to_name] = known_[from];
        return done;
    }

  private:
    class remembered final : public forwarding_file {
      public:
        remembered(std::unique_ptr<file::new_file> to, std::optional<std::string>& as)
            : forwarding_file{std::move(to)}, as_{as} {}
        result<void> write(std::string_view content) override {
            as_ = std::string{content};
            return forwarding_file::write(content);
        }

      private:
        std::optional<std::string>& as_;
    };

    std::map<std::string, std::optional<std::string>> known_;
    bool linked_ = false;
};

class no_second_listing final : public forwarding_disk {
  public:
    using forwarding_disk::forwarding_disk;
    result<std::vector<std::string>> list() override {
        if (first_) return *first_;
        auto all = to().list();
        if (all) first_ = *all;
        return all;
    }

  private:
    std::optional<std::vector<std::string>> first_;
};

class early_tidying final : public forwarding_disk {
  public:
    using forwarding_disk::forwarding_disk;
    result<std::optional<std::string>> read(const std::string& name) override {
        return name == removed_ ? std::optional{content_} : to().read(name);
    }
    result<bool> link(const std::string& from, const std::string& to_name) override {
        const auto before = names.numbered(names.number_of(to_name).value_or(1) - 1);
        const auto content = to().read(before);
        auto done = to().link(from, to_name);
        if (!done || !*done || !content || !*content) return done;
        static_cast<void>(to().remove(before));
        removed_ = before;
        content_ = **content;
        return done;
    }

  private:
    std::string removed_;
    std::string content_;
};

/// Removes what this process found or wrote itself, and nothing else.
class leaving_some final : public forwarding_disk {
  public:
    using forwarding_disk::forwarding_disk;
    result<std::optional<std::string>> read(const std::string& name) override {
        if (own_.empty() && is_mark(name)) own_.insert(name);
        return to().read(name);
    }
    result<bool> link(const std::string& from, const std::string& to_name) override {
        own_.insert(to_name);
        return to().link(from, to_name);
    }
    result<void> remove(const std::string& name) override {
        return is_mark(name) && !own_.contains(name) ? result<void>{} : to().remove(name);
    }

  private:
    std::set<std::string> own_;
};

class one_place final : public forwarding_disk {
  public:
    using forwarding_disk::forwarding_disk;
    result<std::unique_ptr<file::disk_lock>> lock(const std::string& name) override {
        auto held = to().lock(name);
        if (!held) return held;
        return std::unique_ptr<file::disk_lock>{std::make_unique<anywhere>(*std::move(held))};
    }

  private:
    class anywhere final : public file::disk_lock {
      public:
        explicit anywhere(std::unique_ptr<file::disk_lock> to) : to_{std::move(to)} {}
        result<void> confirm() const override { return to_->confirm(); }
        result<file::place> where() const override { return file::place{.host = std::string(32, '0')}; }

      private:
        const std::unique_ptr<file::disk_lock> to_;
    };
};

class discarding final : public forwarding_disk {
  public:
    using forwarding_disk::forwarding_disk;
    result<std::vector<std::string>> list() override {
        auto all = to().list();
        if (!all) return all;
        for (const auto& each : *all)
            if (is_mark(each) && !reads(each)) static_cast<void>(to().remove(each));
        return to().list();
    }

  private:
    bool reads(const std::string& name) {
        const auto content = to().read(name);
        if (!content || !*content) return false;
        const auto record = file::read_mark(**content);
        return record && names.numbered(record->number) == name && record->machine == machine_id{7};
    }
};

/// Marks that this process did not write have lost their history.
class no_history final : public forwarding_disk {
  public:
    using forwarding_disk::forwarding_disk;
    result<std::optional<std::string>> read(const std::string& name) override {
        auto content = to().read(name);
        if (!content || !*content || own_.contains(name)) return content;
        auto record = file::read_mark(**content);
        if (!record) return content;
        record->history = {};
        return std::optional{file::write_mark(*record)};
    }
    result<bool> link(const std::string& from, const std::string& to_name) override {
        own_.insert(to_name);
        return to().link(from, to_name);
    }

  private:
    std::set<std::string> own_;
};

} // namespace

disk_ptr without_sync_of_files(disk_ptr to) {
    return std::make_shared<no_file_sync>(std::move(to));
}
disk_ptr without_sync_of_the_folder(disk_ptr to) {
    return std::make_shared<no_folder_sync>(std::move(to));
}
disk_ptr without_sync_of_the_lock_file(disk_ptr to) {
    return std::make_shared<no_lock_file_sync>(std::move(to));
}
disk_ptr overwriting(disk_ptr to) {
    return std::make_shared<overwriting_disk>(std::move(to));
}
disk_ptr without_second_look(disk_ptr to) {
    return std::make_shared<no_second_look>(std::move(to));
}
disk_ptr without_second_listing(disk_ptr to) {
    return std::make_shared<no_second_listing>(std::move(to));
}
disk_ptr tidying_early(disk_ptr to) {
    return std::make_shared<early_tidying>(std::move(to));
}
disk_ptr leaving_what_others_left(disk_ptr to) {
    return std::make_shared<leaving_some>(std::move(to));
}
disk_ptr without_places(disk_ptr to) {
    return std::make_shared<one_place>(std::move(to));
}
disk_ptr discarding_bad_marks(disk_ptr to) {
    return std::make_shared<discarding>(std::move(to));
}
disk_ptr without_history(disk_ptr to) {
    return std::make_shared<no_history>(std::move(to));
}

} // namespace vesta::testing
