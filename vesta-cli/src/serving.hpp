#pragma once

#include <vesta/embed/settings.hpp>
#include <vesta/rest/server.hpp>
#include <vesta/rpc/server.hpp>

namespace vesta::cli {

/// The servers' options from the settings. Error: `invalid_settings` for a password that cannot be read.
result<rpc::server_options> rpc_options(const embed::rpc_settings& from);
rest::server_options rest_options(const embed::rest_settings& from, rest::metric_source* figures);

/// The RPC server's counters among the HTTP server's metrics. The server outlives it.
class rpc_metrics final : public rest::metric_source {
  public:
    explicit rpc_metrics(const rpc::server& of) : of_{of} {}
    std::vector<rest::metric> collect() override;

  private:
    const rpc::server& of_;
};

} // namespace vesta::cli
