#pragma once

#include <vesta/id/field.hpp>
#include <vesta/time/instant.hpp>

#include <map>
#include <string>

namespace vesta {

/// The memory of a host, across processes, of the machine IDs that a store lends: the last mark written for each. A
/// port.
///
/// It guards against a store that lost rows: after a backup is restored or rows are removed, no start lies below a
/// remembered mark. It is optional: marks that cannot be kept or read are reported and otherwise ignored.
/// Thread-safety: implementations are safe.
class lease_memory {
  public:
    using marks = std::map<machine_id, unix_ms>;

    virtual ~lease_memory() = default;

    /// Its place, for error texts.
    virtual std::string where() const = 0;

    /// The marks kept by this and other processes of the host.
    virtual marks load() = 0;

    /// Replaces the mark kept for @p id. With @p for_good the new mark survives a crash of the host, else only of the
    /// process.
    virtual void keep(machine_id id, unix_ms mark, bool for_good) = 0;

    /// Drops the mark kept for @p id, by any process.
    virtual void forget(machine_id id) = 0;
};

} // namespace vesta
