#pragma once

#include <vesta/base/result.hpp>
#include <vesta/file/register_folder.hpp>
#include <vesta/id/field.hpp>
#include <vesta/machine/mark_record.hpp>
#include <vesta/time/instant.hpp>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace vesta::file {

/// Who uses a machine ID on this host, and for what.
struct host_owner {
    std::string space;                ///< `state.space`: owners of different spaces may repeat each other's numbers.
    machine_id machine;               ///< The machine ID.
    std::vector<id_pattern> patterns; ///< What IDs it makes.
    std::filesystem::path folder;     ///< Where its marks are, for error texts.
};

/// One owner's entry in the register, for as long as this lives; what it says stays behind for the next owner.
class host_entry {
  public:
    virtual ~host_entry() = default;

    /// Writes down that IDs below @p mark may be used: before they are, or when the rest is given back. Survives the
    /// process, not the host. Error: `state_unusable`.
    virtual result<void> note(unix_ms mark) = 0;
};

/// A visit to the register: nobody else of this host reads or writes it meanwhile.
class host_visit {
  public:
    virtual ~host_visit() = default;

    /// What owners that ended, in this boot, used that @p next could repeat. Errors: `in_use` where a living owner
    /// could make the same numbers, naming its process and state folder; `state_unusable`.
    virtual result<mark_history> look(const host_owner& next, unix_ms now) = 0;

    /// Enters @p next, who makes IDs from @p start on. Error: `state_unusable`.
    virtual result<std::unique_ptr<host_entry>> enter(const host_owner& next, unix_ms start) = 0;
};

/// The owners of machine IDs on one host, whatever folder their marks are in. A test that runs many hosts in one
/// process may have none.
class host_register {
  public:
    virtual ~host_register() = default;

    /// Waits for the visits of others, for seconds at most. Errors: `in_use` where one does not end; `state_unusable`.
    virtual result<std::unique_ptr<host_visit>> visit() = 0;
};

/// The register of this host, in the folder that `open_register_folder` opens for each visit.
std::unique_ptr<host_register> open_host_register(const std::filesystem::path& otherwise);

/// The same in a folder of the caller's.
std::unique_ptr<host_register> open_host_register(register_opener by);

} // namespace vesta::file
