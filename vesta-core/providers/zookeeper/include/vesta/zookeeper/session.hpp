#pragma once

#include <vesta/base/result.hpp>
#include <vesta/time/instant.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

struct _zhandle;
struct ACL_vector;

namespace vesta::zookeeper {

/// How to reach an ensemble.
struct options {
    std::string hosts; ///< host:port[,host:port...][/chroot]
    std::chrono::milliseconds session_timeout{6000};
    /// No call takes longer than this: one that was not answered by then has failed, done or not.
    std::chrono::milliseconds call_timeout{3000};
    /// Who to be, by ZooKeeper's digest scheme; nobody where it is empty. Has no colon.
    std::string user;
    std::string password; ///< Never part of an error text.
    /// Nodes at and below this path are made for `user` alone; all others, and all without a user, for everybody.
    std::string own_path;
};

/// What is stored at a path.
struct node {
    std::string data;
    std::int32_t version = -1; ///< -1: there is no such node
    unix_ms modified{};        ///< When it was last written, by the ensemble's clock.

    bool exists() const noexcept { return version >= 0; }
};

/// A connection to an ensemble that is made anew whenever its session has expired. Nothing here depends on the session
/// being alive: no ephemeral nodes, no watches. One call at a time; safe to use from any thread.
///
/// Errors of every call: `store_unavailable` (a write may have been done all the same), `state_unusable` where access
/// is denied.
class session {
  public:
    explicit session(options with);
    session(const session&) = delete;
    session& operator=(const session&) = delete;
    ~session();

    const std::string& hosts() const noexcept { return options_.hosts; }

    result<node> get(const std::string& path);
    /// As `get`, after the server has caught up with what was acknowledged to anybody.
    result<node> get_latest(const std::string& path);
    /// Several nodes for the price of one round trip, in the order of @p paths.
    result<std::vector<node>> get_all(const std::vector<std::string>& paths);
    /// The names below @p path; nothing where there is no such node.
    result<std::optional<std::vector<std::string>>> children(const std::string& path);

    /// Writes if the node is of @p version (-1: of any). The answer is its new state; nothing where it is of another
    /// version or not there.
    result<std::optional<node>> set(const std::string& path, std::string_view data, std::int32_t version);
    /// Makes a persistent node. Whether it did: false where it is there already. Its parent exists.
    result<bool> create(const std::string& path, std::string_view data);
    /// Makes a persistent node whose name is @p path and ten digits; the answer is the whole path. Its parent exists.
    result<std::string> create_numbered(const std::string& path, std::string_view data);
    /// Makes @p path and all above it, empty, where they are missing.
    result<void> make_path(const std::string& path);
    /// Removes a node, whatever its version; one that is not there is no error.
    result<void> remove(const std::string& path);

  private:
    const ACL_vector& access_to(const std::string& path) const;
    result<_zhandle*> handle();
    void close() noexcept;
    error failed(const std::string& path, int code) const;

    const options options_;
    std::mutex guard_;
    _zhandle* handle_ = nullptr;
};

} // namespace vesta::zookeeper
