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
    /// No call takes longer than this: one that was not answered by then has failed, done or not.
    std::chrono::milliseconds call_timeout{3000};
    /// Who to be, by ZooKeeper's digest scheme; nobody where it is empty. Has no colon.
    std::string user;
    std::string password; ///< Never part of an error text.
    /// Nodes at and below this path are made for `user` alone; all others, and all without a user, for everybody.
    std::string own_path;
};

/// One thing to ask of an ensemble. All nodes that are made are persistent.
struct request {
    enum class verb : std::uint8_t { get, sync, children, set, create, create_numbered, remove, check };

    verb what = verb::get;
    std::string path{};
    std::string data{};        ///< Of `set`, `create` and `create_numbered`.
    std::int32_t version = -1; ///< Of `set`, `remove` and `check`: what the node has to be of; -1: any.
};

/// What became of a request.
enum class outcome : std::uint8_t {
    done,
    no_node,
    node_exists,
    bad_version,
    not_empty, ///< There are nodes below the one to be removed.
    denied,
    no_answer, ///< In time, or before the connection was lost: done, not done, or to be done later.
    failed     ///< Anything else.
};

/// What a request was answered.
struct reply {
    outcome code = outcome::no_answer;
    std::string text{};               ///< Data; a path; where it failed, why.
    std::vector<std::string> names{}; ///< Of nodes below.
    std::int32_t version = -1;        ///< Of the node, since it was made; the first is 0.
    std::int64_t modified_ms = 0;     ///< When it was last written, by the ensemble's clock.
};

/// One session with an ensemble. A port: `connect` gives the real one; the simulation has one that loses requests and
/// answers. Used by one thread at a time.
class client {
  public:
    virtual ~client() = default;

    /// Whether its session is over, so that it will not answer any more.
    virtual bool is_over() = 0;

    /// Sends @p all in this order; each is done by itself. The answers, in the same order.
    virtual std::vector<reply> ask(std::span<const request> all) = 0;

    /// Has @p all done as one, or none of them: `set`, `create`, `remove` and `check`. The code is that of the first
    /// that cannot be done; version and time are those of the last `set`.
    virtual reply ask_as_one(std::span<const request> all) = 0;
};

/// Begins a session. Error: `store_unavailable`.
using connector = std::function<result<std::unique_ptr<client>>(const options&)>;

/// By ZooKeeper's own client: begins at once, and connects meanwhile.
result<std::unique_ptr<client>> connect(const options& to);

} // namespace vesta::zookeeper
