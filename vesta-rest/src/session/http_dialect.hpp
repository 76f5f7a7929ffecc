#pragma once

#include "session/workbench.hpp"

#include <vesta/net/session.hpp>

namespace vesta::rest {

/// HTTP, as one serving thread speaks it, with a workbench that its sessions share.
class http_dialect final : public net::dialect {
  public:
    /// Adds a tally to @p server, so make it before the threads start.
    ///
    /// Lifetime: @p server outlives it.
    explicit http_dialect(services& server);

    std::unique_ptr<net::session> make_session(const net::client& with) override;
    void turn_away(output_buffer& out) override;
    void begin_round(std::chrono::steady_clock::time_point now) noexcept override;

  private:
    workbench bench_;
};

} // namespace vesta::rest
