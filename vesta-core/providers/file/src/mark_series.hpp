#pragma once

#include "mark_names.hpp"
#include "mark_text.hpp"

#include <vesta/file/disk.hpp>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace vesta::file {

/// What the methods of `mark_record` can be.
inline constexpr std::array all_methods{"any", "embedded", "reserved", "rest", "rpc"};

/// The marks of one machine ID and method: files with rising numbers, none of which is ever overwritten. A number is
/// taken by giving a file that is whole and synchronised its name, which fails where the name is taken: two owners,
/// whatever became of their locks, never both have the mark that comes next. docs/decisions/0040-marks-by-link.md has
/// the argument.
///
/// A mark is written in steps, so that several series can share the synchronising of their folder: `put`,
/// `disk::sync_folder`, `verify`; only then does it cover anything. `tidy` may follow.
class mark_series {
  public:
    /// Takes the lock and reads the highest number. Errors: `in_use`; `state_unusable`, also for a file that is
    /// damaged, newer, or another's. @p on outlives this.
    static result<mark_series> open(disk& on, machine_id machine, const std::string& method);

    /// What the previous owner left; without a mark on a first start.
    const mark_record& found() const noexcept { return found_; }

    /// Where this series is. Error: `state_unusable`.
    result<place> where() const { return lock_->where(); }

    /// Whether the lock still keeps others out. Errors as `disk_lock::confirm`.
    result<void> confirm() const { return lock_->confirm(); }

    /// Makes @p next the mark with the next number. Its machine, method, number and owner are set here. Errors:
    /// `lease_lost` where somebody else took the number; `state_unusable`, after which it may be tried again.
    result<void> put(mark_record next);

    /// Whether nobody had gone further before the last `put`. Errors: `lease_lost`; `state_unusable`.
    result<void> verify();

    /// Whether nobody has gone further at all, as the folder is listed now: what an acquisition asks besides, since a
    /// folder without any mark has none that `verify` could look for. Errors as `verify`.
    result<void> verify_highest();

    /// Removes what the verified mark replaced, the lowest first, and what crashes left. A file that cannot be removed
    /// stays, and all above it: that costs room, nothing else.
    void tidy();

  private:
    /// A number and the bytes of its file; 0 and nothing: there was none.
    struct known_file {
        std::uint64_t number = 0;
        std::optional<std::string> content;
    };

    mark_series(disk& on, mark_names names, machine_id machine, std::string method, std::unique_ptr<disk_lock> lock);

    result<void> find();
    result<bool> find_numbered(std::uint64_t highest);
    result<void> find_fence(bool numbered);
    result<std::string> make(const std::string& content);
    result<bool> take_number(const mark_record& next);
    std::string name_of(const known_file& which) const;
    void raise_fence();
    error lost(const std::string& how) const;

    disk* on_;
    mark_names names_;
    machine_id machine_;
    std::string method_;
    std::string owner_;
    std::unique_ptr<disk_lock> lock_;
    mark_record found_;
    known_file verified_;                  ///< The highest that is known to have been nobody else's turn.
    known_file linked_;                    ///< The highest that is ours; what it says covers nothing before `verify`.
    std::vector<std::uint64_t> outdated_;  ///< Numbers to be removed, rising.
    std::vector<std::string> left_behind_; ///< Files that were being made when somebody crashed.
    bool fenced_ = false;
};

/// What the highest marks of a machine ID say that are not of @p methods, whoever holds them now. Errors as
/// `mark_series::open`.
result<std::vector<mark_record>> read_other_methods(disk& on, machine_id machine,
                                                    const std::vector<std::string>& methods);

} // namespace vesta::file
