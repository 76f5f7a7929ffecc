#pragma once

#include "mark_names.hpp"
#include "mark_text.hpp"

#include <vesta/file/disk.hpp>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vesta::file {

/// The values of `mark_record::method`.
inline constexpr std::array all_methods{"any", "embedded", "reserved", "rest", "rpc"};

/// The marks of one machine ID and method: files with rising numbers, none of which is ever overwritten.
///
/// A number is taken by giving a complete, synchronised file its name, which fails if the name is taken. So two owners
/// never both write the next mark, whatever became of their locks. docs/decisions/0040-marks-by-link.md has the
/// argument.
///
/// Several series share one synchronisation of their folder, so a mark is written in steps: `put`, `disk::sync_folder`,
/// `verify`. Only then does it cover anything. `tidy` may follow.
class mark_series {
  public:
    /// Takes the lock and reads the highest number.
    ///
    /// Errors: `in_use`; `state_unusable`, also for a file that is damaged, newer, or of another machine ID.
    /// Lifetime: @p on outlives this.
    static result<mark_series> open(disk& on, machine_id machine, const std::string& method);

    /// The mark of the previous owner; the unix epoch on a first start.
    const mark_record& found() const noexcept { return found_; }

    /// The place of this series.
    ///
    /// Errors: `state_unusable`.
    result<place> where() const { return lock_->where(); }

    /// As `disk_lock::confirm`.
    result<void> confirm() const { return lock_->confirm(); }

    /// Makes @p next the mark with the next number; sets its machine, method, number and owner.
    ///
    /// Errors: `lease_lost` if another owner took the number; `state_unusable`, after which it may be tried again.
    result<void> put(mark_record next);

    /// Checks that no other owner had gone further before the last `put`.
    ///
    /// Errors: `lease_lost`; `state_unusable`.
    result<void> verify();

    /// Checks by the folder's present listing that no other owner has gone further. An acquisition needs it, since
    /// `verify` has nothing to look for in a folder without marks. Errors as `verify`.
    result<void> verify_highest();

    /// Removes the marks that the verified one replaced, the lowest first, and files that crashes left. A file that
    /// cannot be removed stays, and so do all above it: that costs space only.
    void tidy();

  private:
    /// A number and the bytes of its file; 0 if there is none.
    struct numbered_file {
        std::uint64_t number = 0;
        std::optional<std::string> content;
    };

    mark_series(disk& on, mark_names names, machine_id machine, std::string method, std::unique_ptr<disk_lock> lock);

    result<void> find();
    result<bool> find_numbered(std::uint64_t highest);
    result<void> find_fence(bool numbered);
    result<std::string> make(const std::string& content);
    result<bool> take_number(const mark_record& next);
    std::string name_of(const numbered_file& which) const;
    void raise_fence();
    error lost(const std::string& how) const;

    disk* on_;
    mark_names names_;
    machine_id machine_;
    std::string method_;
    std::string owner_;
    std::unique_ptr<disk_lock> lock_;
    mark_record found_;
    numbered_file verified_;               ///< The highest that no other owner can have passed.
    numbered_file linked_;                 ///< Our highest; it covers nothing before `verify`.
    std::vector<std::uint64_t> outdated_;  ///< Numbers to be removed, rising.
    std::vector<std::string> left_behind_; ///< Unfinished files of crashed processes.
    bool fenced_ = false;
};

/// The highest marks of a machine ID whose method is not in @p methods, held or not. Errors as
/// `mark_series::open`.
result<std::vector<mark_record>> read_other_methods(disk& on, machine_id machine,
                                                    const std::vector<std::string>& methods);

} // namespace vesta::file
