#pragma once

#include <vesta/kubernetes/options.hpp>

#include <chrono>
#include <mutex>
#include <string>

namespace vesta::kubernetes {

/// The token that is shown to the API server. Kubernetes renews a pod's before it expires, in its file.
///
/// Thread-safety: safe.
class bearer {
  public:
    /// @p of outlives it.
    explicit bearer(const options& of) : of_{of} {}

    /// The value of the header Authorization.
    ///
    /// Errors: `invalid_settings`, if the file cannot be read or holds no token.
    result<std::string> shown();
    /// Has the file read anew.
    void forget();

  private:
    const options& of_;
    std::mutex guard_;
    std::string read_;
    std::chrono::steady_clock::time_point until_{};
};

} // namespace vesta::kubernetes
