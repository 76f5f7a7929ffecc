#pragma once

#include "serving.hpp"
#include "sharded_metrics.hpp"

#include <vesta/embed/instance.hpp>

#include <memory>

namespace vesta::cli {

/// The servers that the settings enable, on one instance. Destroyed in the opposite order of being made.
class running_servers {
  public:
    /// Both outlive it.
    running_servers(const embed::settings& by, embed::instance& of) : by_{by}, of_{of} {}

    /// Listens, and serves from then on. Errors: those of the servers, with the setting.
    result<void> start();

    /// Ends both at once, so that one deadline's time is enough; blocks until then.
    void stop();

  private:
    result<void> start_rpc();
    result<void> start_rest();

    const embed::settings& by_;
    embed::instance& of_;
    std::unique_ptr<rpc::server> rpc_;
    std::unique_ptr<rpc_metrics> figures_;
    std::unique_ptr<sharded_metrics> shards_;
    std::unique_ptr<rest::server> rest_;
};

} // namespace vesta::cli
