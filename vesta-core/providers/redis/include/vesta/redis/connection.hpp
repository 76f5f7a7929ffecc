#pragma once

#include <vesta/base/result.hpp>
#include <vesta/redis/options.hpp>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace vesta::redis {

/// The answer of a server to a script.
struct answer {
    std::vector<std::string> strings{}; ///< The strings that the script returned.
    std::string refused{};              ///< Why the server did not run the script, or not to its end; empty if it did.
};

/// One connection to a Redis server. A port.
///
/// `connect` returns the real one; the simulation has one that loses scripts and answers.
/// Thread-safety: none; use from one thread at a time.
class connection {
  public:
    virtual ~connection() = default;

    /// Runs @p script on @p key in one step.
    ///
    /// Errors: `store_unavailable`. The script may have run or may still run, and its answer may come next on this
    /// connection, which is of no more use.
    virtual result<answer> run(std::string_view script, const std::string& key,
                               const std::vector<std::string>& arguments) = 0;
};

/// Connects.
///
/// Errors: `store_unavailable`; `invalid_settings` if user or password are refused.
using connector = std::function<result<std::unique_ptr<connection>>(const options&)>;

/// Connects with Poco::Redis.
result<std::unique_ptr<connection>> connect(const options& to);

/// Checks that the files of TLS can be used.
///
/// Errors: `invalid_settings`.
result<void> check(const options& of);

} // namespace vesta::redis
