#pragma once

#include <vesta/base/result.hpp>
#include <vesta/redis/options.hpp>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace vesta::redis {

/// What a server answered.
struct answer {
    std::vector<std::string> strings{}; ///< What the script returned.
    std::string refused{};              ///< Why the server did not run it, or not to its end; empty where it did.
};

/// One connection to a Redis server. A port: `connect` gives the real one; the simulation has one that loses scripts
/// and answers. Used by one thread at a time.
class connection {
  public:
    virtual ~connection() = default;

    /// Runs @p script on @p key, as one step. After the error `store_unavailable` nobody knows whether it ran or still
    /// will, and what comes next on this connection may be its answer.
    virtual result<answer> run(std::string_view script, const std::string& key,
                               const std::vector<std::string>& arguments) = 0;
};

/// Connects. Errors: `store_unavailable`; `invalid_settings` where user or password were refused.
using connector = std::function<result<std::unique_ptr<connection>>(const options&)>;

/// By Poco::Redis.
result<std::unique_ptr<connection>> connect(const options& to);

} // namespace vesta::redis
