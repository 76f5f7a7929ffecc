#pragma once

#include <vesta/base/result.hpp>
#include <vesta/etcd/options.hpp>
#include <vesta/time/instant.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vesta::etcd {

/// A key and what it holds.
struct key_value {
    std::string key;
    std::string value;
    std::int64_t revision = 0; ///< Of its last write (mod_revision); 0: there is no such key.

    bool exists() const noexcept { return revision != 0; }
};

/// What is said of the cluster at one moment.
struct moment {
    unix_ms at;        ///< The answering member's time of day: the end of the second that it shows.
    std::string reign; ///< The identity of its data; another one after it went back.
};

/// One write.
struct change {
    std::string key;
    std::string value;
    std::int64_t revision = 0;          ///< The required revision of the key; 0: it must be missing.
    std::optional<std::string> reign{}; ///< Written only while the reign is this.
    bool over_any = false;              ///< Whatever its revision is.
};

struct change_done {
    std::int64_t revision; ///< The key's new one.
    unix_ms at;            ///< As `moment::at`.
};

/// Keys of a cluster, below /vesta/<folder>/, by etcd's JSON gateway (`/v3/kv/...`, etcd 3.4 or later).
///
/// All reads are linearizable. Connections are made on demand, to the first member that has a quorum, and kept; each
/// begins with a look at the key `reign`, so nothing is written to a cluster whose data went back unnoticed: if its ID
/// is another than the one noted there, or its revision, a key's, or the reign's number is lower than one that this
/// session has seen, the reign ends.
///
/// Errors of every call: `store_unavailable` (a write may have been carried out), `invalid_settings` if the user,
/// the password or a right is refused.
/// Thread-safety: safe; calls of several threads run side by side, each on a connection of its own.
class session {
  public:
    /// Connects on first use.
    ///
    /// Errors: throws `failure` for options that can never work.
    explicit session(options with);
    session(const session&) = delete;
    session& operator=(const session&) = delete;
    ~session();

    const options& to() const noexcept;

    /// The path of @p key, for `get` and the others: /vesta/<folder>/<key>.
    std::string path(const std::string& key) const;

    /// The time and the reign now.
    result<moment> look();
    /// The member's time now, by the last answer and the boot clock since; asks if there was none yet.
    result<unix_ms> now();

    /// The reign by the last look, which may be over; looks if there was none yet.
    result<std::string> known_reign();

    /// The key at @p path.
    result<key_value> get(const std::string& path);
    /// All keys that begin with @p prefix, which ends in a slash. Not one moment's if they are more than a thousand.
    result<std::vector<key_value>> list(const std::string& prefix);
    /// Writes if all holds that @p wanted requires; nothing if it does not.
    result<std::optional<change_done>> put(const change& wanted);

  private:
    class links;
    const std::unique_ptr<links> links_;
};

} // namespace vesta::etcd
