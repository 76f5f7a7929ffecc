#pragma once

#include <vesta/machine/lease_table.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vesta::http {

/// A text under a name, with the revision of its last write.
struct record {
    std::string name;
    std::string text;
    std::int64_t revision = 0; ///< 0: there is no such record.

    bool exists() const noexcept { return revision != 0; }
};

/// One write of a record that holds a lease.
struct record_change {
    record to;                       ///< Its revision is the required one; 0: it must be missing.
    std::string reign;               ///< Written only while the reign is this.
    bool over_any;                   ///< Whatever the revision is.
    const lease_row& row;            ///< What the text says, for stores that also show it in other ways.
    std::chrono::milliseconds lease; ///< Its length.
};

/// Records of one store that counts all its writes. A port, of what etcd and Kubernetes have in common.
///
/// Errors: as `lease_table`.
/// Thread-safety: safe.
class record_store {
  public:
    virtual ~record_store() = default;

    /// Its place, for error texts.
    virtual std::string where() const = 0;
    /// The time, and as `server` the reign, now.
    virtual result<store_moment> look() = 0;
    /// The time now, by the last answer and the boot clock since; asks if there was none yet.
    virtual result<unix_ms> now() = 0;
    /// All records, also of names that we do not give.
    virtual result<std::vector<record>> list() = 0;
    virtual result<record> get(const std::string& name) = 0;
    /// Writes if all holds that @p wanted requires. Returns nothing if it does not.
    virtual result<std::optional<lease_write>> put(const record_change& wanted) = 0;
};

} // namespace vesta::http
