#pragma once

#include <vesta/base/result.hpp>
#include <vesta/id/field.hpp>
#include <vesta/machine/mark_history.hpp>
#include <vesta/time/instant.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace vesta::file {

/// The mark of one machine ID and generation method, as a folder holds it.
struct listed_mark {
    machine_id machine;
    std::string method;
    bool held = false;        ///< A process holds its lock now.
    std::int64_t process = 0; ///< The process that wrote the mark; 0: not told.
    unix_ms mark{};
    mark_history history{};
    std::string unusable{}; ///< Why a start would refuse it; empty if it would not.
};

/// The marks in @p folder in the order of machine IDs; empty if there is no such folder. Locks and changes nothing.
///
/// Errors: `state_unusable`.
result<std::vector<listed_mark>> list_marks(const std::filesystem::path& folder);

} // namespace vesta::file
