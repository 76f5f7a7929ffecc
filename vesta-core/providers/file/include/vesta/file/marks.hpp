#pragma once

#include <vesta/file/disk.hpp>
#include <vesta/file/host_register.hpp>
#include <vesta/machine/lease.hpp>
#include <vesta/time/clock.hpp>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace vesta::file {

/// How marks are opened.
struct mark_options {
    /// The name of the ID space (`state.space`).
    std::string space{};
    /// The plausible time of day: it tells how far ahead a start lies, and is stored with each mark.
    ///
    /// Lifetime: outlives the mark.
    const wall_clock* clock = &system_wall_clock();
    /// Receives, before the clock is read, the time of day that an earlier owner of this boot believed, and when.
    std::function<void(unix_ms, boot_clock::time_point)> recall{};
    /// The register of other users of machine IDs on this host; null: none is asked.
    ///
    /// Lifetime: outlives the call.
    host_register* host = nullptr;
};

/// Opens and locks the high-water mark of @p machine in @p folder, which is made if it is missing. No other process can
/// open it meanwhile.
///
/// Each generation method in @p request has its own series of files, so that an embedded generator and a server on one
/// host can share a machine ID; docs/state.md has the format byte for byte. A missing file is a first start.
///
/// Errors: `in_use`, naming the holding process; `state_unusable` for a folder or file that cannot be read or written,
/// a file that is damaged, of another machine ID, of a newer version or written in another place, and if IDs of the
/// request's patterns would repeat earlier ones.
result<std::unique_ptr<high_water_mark>> open_mark(const std::filesystem::path& folder, machine_id machine,
                                                   const lease_request& request, const mark_options& options = {});

/// As above, on the disk @p on, which the mark keeps alive.
result<std::unique_ptr<high_water_mark>> open_mark(std::shared_ptr<disk> on, machine_id machine,
                                                   const lease_request& request, const mark_options& options = {});

/// Lets the marks of @p machine in @p folder be used where the folder is now. Keeps the marks.
///
/// For an operator who knows that the folder it was copied from will never be used again.
/// Errors: `in_use` while a process holds them; `not_found` if there are none; `state_unusable`.
result<void> release_place(const std::filesystem::path& folder, machine_id machine);

} // namespace vesta::file
