#pragma once

#include <vesta/base/log.hpp>
#include <vesta/gapless/group_memory.hpp>

#include <filesystem>
#include <memory>

namespace vesta::file {

/// Remembers a count of groups in the file at @p path; docs/state.md has the format.
///
/// The folder is made with the first count. The file is replaced as a whole, and not synchronised: a crash of the host
/// may leave an earlier count, which says nothing wrong.
///
/// Errors: @p log receives one line per change when the file cannot be read or written.
std::shared_ptr<group_memory> remember_groups(std::filesystem::path path, log_sink log);

} // namespace vesta::file
