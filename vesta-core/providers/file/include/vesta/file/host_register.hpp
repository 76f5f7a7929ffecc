#pragma once

#include <vesta/base/result.hpp>
#include <vesta/file/register_folder.hpp>
#include <vesta/id/field.hpp>
#include <vesta/machine/mark_history.hpp>
#include <vesta/time/instant.hpp>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace vesta::file {

/// A user of a machine ID on this host, and the IDs it makes.
struct host_owner {
    std::string space; ///< `state.space`: owners in different spaces may repeat each other's numbers.
    machine_id machine;
    std::vector<id_pattern> patterns; ///< Of the IDs it makes.
    std::filesystem::path folder;     ///< Of its marks, for error texts.
};

/// The entry of one owner in the register.
///
/// Lifetime: the owner counts as alive until this is destroyed; the entry stays for the next owner.
class host_entry {
  public:
    virtual ~host_entry() = default;

    /// Records that IDs below @p mark may be used. Call it before they are, and when the rest is given back. The record
    /// survives the process, not the host.
    ///
    /// Errors: `state_unusable`.
    virtual result<void> note(unix_ms mark) = 0;
};

/// Exclusive access to the register: no other process of this host reads or writes it until this is destroyed.
class host_visit {
  public:
    virtual ~host_visit() = default;

    /// The uses, by owners of this boot that have ended, that @p next could repeat.
    ///
    /// Errors: `in_use` if a live owner could make the same numbers, naming its process and state folder;
    /// `state_unusable`.
    virtual result<mark_history> look(const host_owner& next, unix_ms now) = 0;

    /// Enters @p next, which makes IDs from @p start on.
    ///
    /// Errors: `state_unusable`.
    virtual result<std::unique_ptr<host_entry>> enter(const host_owner& next, unix_ms start) = 0;
};

/// The owners of machine IDs on one host, whatever folder their marks are in. A test that runs many hosts in one
/// process may have none.
class host_register {
  public:
    virtual ~host_register() = default;

    /// Waits for visits of other processes to end, at most 5 s.
    ///
    /// Errors: `in_use` after that; `state_unusable`.
    virtual result<std::unique_ptr<host_visit>> visit() = 0;
};

/// The register of this host, in the folder that `open_register_folder` opens for each visit.
std::unique_ptr<host_register> open_host_register(const std::filesystem::path& otherwise);

/// The register in a folder that @p by opens for each visit.
std::unique_ptr<host_register> open_host_register(register_opener by);

} // namespace vesta::file
