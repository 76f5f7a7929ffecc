#pragma once

#include <vesta/base/result.hpp>
#include <vesta/id/field.hpp>
#include <vesta/machine/mark_record.hpp>
#include <vesta/time/instant.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace vesta::file {

/// What a folder says of one machine ID and method.
struct listed_mark {
    machine_id machine;
    std::string method;
    bool held = false;        ///< A process has it locked now.
    std::int64_t process = 0; ///< Who wrote the mark; 0: not told.
    unix_ms mark{};
    mark_history history{};
    std::string unusable{}; ///< Why a start would refuse it; empty where it would not.
};

/// The marks in @p folder by machine ID, without taking or making anything. None where there is no such folder. Error:
/// `state_unusable`.
result<std::vector<listed_mark>> list_marks(const std::filesystem::path& folder);

} // namespace vesta::file
