#pragma once

#include <vesta/base/log.hpp>
#include <vesta/machine/lease_memory.hpp>

#include <filesystem>
#include <memory>

namespace vesta::file {

/// Remembers the marks of lent machine IDs in the file at @p path; docs/state.md has the format.
///
/// The folder is made with the first mark. The file keeps up to 1024 marks, those furthest ahead, and is replaced as a
/// whole, by one process at a time. Processes that share it keep each other's marks. A disk that hangs is waited for a
/// second, or five with `for_good`; what it does not take is kept with the next mark.
///
/// Errors: @p log receives one line per change when the file cannot be read or written.
/// Thread-safety: safe.
std::shared_ptr<lease_memory> remember_leases(std::filesystem::path path, log_sink log);

} // namespace vesta::file
