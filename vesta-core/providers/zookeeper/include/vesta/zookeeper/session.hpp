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
    explicit session(options with, connector by = connect);
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

    /// Does all of @p steps (`set`, `create`, `remove`, `check`) or none. The answer is the new state of what the last
    /// `set` wrote; nothing where one of them cannot be done: a node is missing, there already, of another version, or
    /// has nodes below it.
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
