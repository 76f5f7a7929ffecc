#pragma once

#include <vesta/kubernetes/options.hpp>

#include <chrono>
#include <mutex>
#include <string>
#include <string_view>

namespace vesta::kubernetes {

/// Whether @p text may be shown in a header: it has no space, and no end of a line.
bool is_token(std::string_view text) noexcept;

/// The token that is shown to the API server. Kubernetes renews a pod's before it expires, in its file.
///
/// Thread-safety: safe.
class bearer {
  public:
    /// @p of outlives it.
    explicit bearer(const options& of) : of_{of} {}

    /// The value of the header Authorization.
    ///
    /// Errors: `invalid_settings`, if the file cannot be read or holds no token, and no earlier token is still valid.
    result<std::string> shown();
    /// Has the file read again: the token it held is refused.
    void forget();

  private:
    result<std::string> read() const;

    const options& of_;
    std::mutex guard_;
    std::string read_; // empty: nothing is known to be good
    std::chrono::steady_clock::time_point until_{};
};

} // namespace vesta::kubernetes
