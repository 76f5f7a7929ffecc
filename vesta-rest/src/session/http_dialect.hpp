#pragma once

#include "session/workbench.hpp"

#include <vesta/net/session.hpp>

namespace vesta::rest {

/// What one serving thread speaks: HTTP, with a workbench that its sessions share.
class http_dialect final : public net::dialect {
  public:
    /// @p server outlives it. Adds a tally to it, so that it is made before the threads start.
    explicit http_dialect(services& server);

    std::unique_ptr<net::session> make_session(const net::client& with) override;
    void turn_away(output_buffer& out) override;
    void begin_round(std::chrono::steady_clock::time_point now) noexcept override;
    void complain(std::string_view) noexcept override {} // all of that is counted

  private:
    workbench bench_;
};

} // namespace vesta::rest
