#pragma once

#include <vesta/base/log.hpp>
#include <vesta/segment/tag_memory.hpp>

#include <filesystem>
#include <memory>

namespace vesta::file {

/// Remembers tags in the file at @p path; docs/state.md has the format.
///
/// The folder is made with the first tag. The file is replaced as a whole, and processes that share it overwrite each
/// other's tags: it never says anything wrong, but may miss some.
///
/// Errors: @p log receives one line per change when the file cannot be read or written.
std::shared_ptr<tag_memory> remember_tags(std::filesystem::path path, log_sink log);

} // namespace vesta::file
