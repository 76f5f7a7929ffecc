#pragma once

#include <vesta/tls/context.hpp>

#include <mutex>
#include <utility>

namespace vesta::net {

/// The TLS context that new connections take; others can take its place at any time.
///
/// Thread-safety: safe.
class current_tls {
  public:
    /// Null: connections are plain.
    tls::shared_context get() const {
        const std::lock_guard lock{guard_};
        return context_;
    }
    void set(tls::shared_context to) {
        const std::lock_guard lock{guard_};
        context_.swap(to); // the former one ends after the lock
    }

  private:
    mutable std::mutex guard_;
    tls::shared_context context_;
};

} // namespace vesta::net
