#pragma once

#include <vesta/base/result.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace vesta::zookeeper {

/// How to reach an ensemble.
struct options {
    std::string hosts; ///< host:port[,host:port...][/chroot]
    std::chrono::milliseconds session_timeout{6000};
    /// The limit for every call. A call without an answer by then has failed, whether or not it was carried out.
    std::chrono::milliseconds call_timeout{3000};
    /// The user of ZooKeeper's digest scheme, without a colon; empty: none.
    std::string user;
    std::string password; ///< Never part of an error text.
    /// Nodes at and below this path are open to `user` alone. All other nodes, and all without a user, are open to
    /// everybody.
    std::string own_path;
};

/// One request to an ensemble. Nodes are made persistent.
struct request {
    enum class verb : std::uint8_t { get, sync, children, set, create, create_numbered, remove, check };

    verb what = verb::get;
    std::string path{};
    std::string data{};        ///< Of `set`, `create` and `create_numbered`.
    std::int32_t version = -1; ///< Of `set`, `remove` and `check`: the required version of the node; -1: any.
};

/// How a request ended.
enum class outcome : std::uint8_t {
    done,
    no_node,
    node_exists,
    bad_version,
    not_empty, ///< The node to be removed has children.
    denied,
    no_answer, ///< No answer in time, or the connection was lost: carried out, not, or later.
    failed     ///< Anything else.
};

/// The answer to a request.
struct reply {
    outcome code = outcome::no_answer;
    std::string text{};               ///< The data, a path, or the reason of a failure.
    std::vector<std::string> names{}; ///< Of the children.
    std::int32_t version = -1;        ///< Of the node: the number of writes since it was made, from 0.
    std::int64_t modified_ms = 0;     ///< When the node was last written: unix ms by the ensemble's clock.
};

/// One session with an ensemble. A port.
///
/// `connect` returns the real one; the simulation has one that loses requests and answers.
/// Thread-safety: none; use from one thread at a time.
class client {
  public:
    virtual ~client() = default;

    /// Whether the session has ended, so that no call will succeed.
    virtual bool is_over() = 0;

    /// Sends @p all in this order, each carried out by itself, and returns the answers in this order. Not for `check`.
    virtual std::vector<reply> ask(std::span<const request> all) = 0;

    /// Carries out all of @p all or none: `set`, `create`, `remove` and `check`. The code is that of the first that
    /// cannot be done; version and time are those of the last `set`.
    virtual reply ask_as_one(std::span<const request> all) = 0;
};

/// Begins a session.
///
/// Errors: `store_unavailable`.
using connector = std::function<result<std::unique_ptr<client>>(const options&)>;

/// Begins a session with ZooKeeper's C client, and returns before it is connected. Turns off that client's log for the
/// whole process.
result<std::unique_ptr<client>> connect(const options& to);

} // namespace vesta::zookeeper
