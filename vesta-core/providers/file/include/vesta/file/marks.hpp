#pragma once

#include <vesta/machine/lease.hpp>

#include <filesystem>

namespace vesta::file {

/// Opens the high-water mark of @p machine in @p folder, making the folder where it is missing, and locks it: while it
/// is open no other process gets it. One file per generation method that @p request names, so that an embedded
/// generator and a server on one host can share a machine ID; docs/state.md has the format, byte for byte.
///
/// Errors: `in_use`, naming the process that holds it; `state_unusable` for a folder or file that cannot be read or
/// written, and for a file that is corrupt, truncated, of another machine ID, or of a newer version. A file that is not
/// there is a first start.
result<std::unique_ptr<high_water_mark>> open_mark(const std::filesystem::path& folder, machine_id machine,
                                                   const lease_request& request);

} // namespace vesta::file
