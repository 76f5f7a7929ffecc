#pragma once

#include <vesta/base/result.hpp>
#include <vesta/time/instant.hpp>
#include <vesta/zookeeper/client.hpp>

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vesta::zookeeper {

/// The content of a path.
struct node {
    std::string data;
    std::int32_t version = -1; ///< -1: there is no such node.
    unix_ms modified{};        ///< When it was last written, by the ensemble's clock.

    bool exists() const noexcept { return version >= 0; }
};

/// A connection to an ensemble that begins another session when the present one has expired.
///
/// It uses neither ephemeral nodes nor watches, so nothing depends on one session staying alive.
///
/// Errors of every call: `store_unavailable` (a write may have been carried out), `state_unusable` if access is denied.
/// Thread-safety: safe; one call at a time, the others wait.
class session {
  public:
    /// Connects on first use, by @p by.
    explicit session(options with, connector by = connect);
    session(const session&) = delete;
    session& operator=(const session&) = delete;
    ~session();

    const std::string& hosts() const noexcept { return options_.hosts; }

    /// The node at @p path as the connected server knows it; it may be stale.
    result<node> get(const std::string& path);
    /// As `get`, after the server has caught up with every acknowledged write.
    result<node> get_latest(const std::string& path);
    /// Several nodes for the price of one round trip, in the order of @p paths.
    result<std::vector<node>> get_all(const std::vector<std::string>& paths);
    /// The names below @p path; nothing if there is no such node.
    result<std::optional<std::vector<std::string>>> children(const std::string& path);

    /// Writes the node if it has version @p version (-1: any), and returns its new state; nothing if it has another
    /// version or is missing.
    result<std::optional<node>> set(const std::string& path, std::string_view data, std::int32_t version);
    /// Makes a persistent node below an existing parent. False if it exists already.
    result<bool> create(const std::string& path, std::string_view data);
    /// Makes a persistent node named @p path and ten digits below an existing parent; returns the whole path.
    result<std::string> create_numbered(const std::string& path, std::string_view data);
    /// Makes @p path and its parents, empty, as far as they are missing.
    result<void> make_path(const std::string& path);
    /// Removes a node of any version; a missing one is no error.
    result<void> remove(const std::string& path);

    /// Carries out all of @p steps (`set`, `create`, `remove`, `check`) or none, and returns the node that the last
    /// `set` wrote; nothing if a node is missing, exists already, has another version, or has children.
    result<std::optional<node>> at_once(const std::vector<request>& steps);

  private:
    result<client*> connection();
    result<std::vector<reply>> ask(const std::vector<request>& all);
    result<reply> ask(request one);
    error failed(const std::string& path, const reply& of) const;

    const options options_;
    const connector connect_;
    std::mutex guard_;
    std::unique_ptr<client> client_;
};

} // namespace vesta::zookeeper
