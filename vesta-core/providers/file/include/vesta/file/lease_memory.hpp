#pragma once

#include <vesta/machine/lease_memory.hpp>

#include <filesystem>
#include <functional>
#include <memory>
#include <string_view>

namespace vesta::file {

/// Remembers the marks of lent machine IDs in the file at @p path, whose folder is made when there is something to
/// write (docs/state.md has the format). It is replaced as a whole. Processes that share it keep each other's marks,
/// but for those that are written in the same moment: what it says stays true, and may be less than it could be. @p log
/// is told, once for each change, when it cannot be read or written.
std::shared_ptr<lease_memory> remember_leases(std::filesystem::path path, std::function<void(std::string_view)> log);

} // namespace vesta::file
