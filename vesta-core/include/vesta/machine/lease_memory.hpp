#pragma once

#include <vesta/id/field.hpp>
#include <vesta/time/instant.hpp>

#include <map>
#include <string>

namespace vesta {

/// What a host remembers of machine IDs that a store lends, from one process to the next: the mark that was last
/// written for each. A port; a further guard beside the store, whose marks must not lie below: a backup that is
/// restored, or rows that are removed, are found after a restart, too. What cannot be kept or read is missing there,
/// and said to whoever runs the program; nothing else depends on it. Safe to use from any thread.
class lease_memory {
  public:
    using marks = std::map<machine_id, unix_ms>;

    virtual ~lease_memory() = default;

    /// Where it is, for error texts.
    virtual std::string where() const = 0;

    /// What is kept, by this process and others of the host.
    virtual marks load() = 0;

    /// Puts @p mark in the place of what was kept of @p id. With @p for_good it survives a crash of the host, else of
    /// the process.
    virtual void keep(machine_id id, unix_ms mark, bool for_good) = 0;
};

} // namespace vesta
