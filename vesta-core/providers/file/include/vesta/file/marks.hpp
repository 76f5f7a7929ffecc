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
    /// The time of day as far as it is believed: it tells how far ahead a start lies, and is written beside each mark.
    /// Outlives the mark.
    const wall_clock* clock = &system_wall_clock();
    /// Told, before the clock is read, what time of day an earlier owner believed it was, and when, in this boot.
    std::function<void(unix_ms, boot_clock::time_point)> recall{};
    /// Who else uses machine IDs on this host; null: nobody asks. Outlives the call.
    host_register* host = nullptr;
};

/// Opens the high-water mark of @p machine in @p folder, making the folder where it is missing, and locks it: while it
/// is open no other process gets it. One series of files per generation method that @p request names, so that an
/// embedded generator and a server on one host can share a machine ID; docs/state.md has the format, byte for byte.
///
/// Errors: `in_use`, naming the process that holds it; `state_unusable` for a folder or file that cannot be read or
/// written; for a file that is damaged, of another machine ID, of a newer version, or written in another place; and
/// where IDs of the request's patterns would repeat some that were made. A file that is not there is a first start.
result<std::unique_ptr<high_water_mark>> open_mark(const std::filesystem::path& folder, machine_id machine,
                                                   const lease_request& request, const mark_options& options = {});

/// The same on a disk of the caller's. What it gives keeps @p on.
result<std::unique_ptr<high_water_mark>> open_mark(std::shared_ptr<disk> on, machine_id machine,
                                                   const lease_request& request, const mark_options& options = {});

/// Lets the marks of @p machine in @p folder be used wherever the folder is now: for an operator who knows that the
/// place it was copied from is gone for good. The marks themselves stay. Errors: `in_use` while a process holds them;
/// `not_found` where there are none; `state_unusable`.
result<void> release_place(const std::filesystem::path& folder, machine_id machine);

} // namespace vesta::file
