#pragma once

#include "counters.hpp"
#include "service.hpp"

#include <vesta/net/session.hpp>

#include <memory>

namespace vesta::rpc::detail {

/// RESP, as one serving thread speaks it, with one input buffer for all its connections.
class resp_dialect final : public net::dialect {
  public:
    /// @p of and @p counted outlive it.
    resp_dialect(const service& of, counters& counted);

    std::unique_ptr<net::session> make_session(const net::client& with) override;
    void turn_away(output_buffer& out) override;
    void begin_round(std::chrono::steady_clock::time_point) noexcept override {}

  private:
    const service& of_;
    counters& counted_;
    const std::size_t input_size_;
    const std::unique_ptr<char[]> input_;
};

} // namespace vesta::rpc::detail
