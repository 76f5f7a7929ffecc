#pragma once

#include "ending/stop_signal.hpp"

#include <vesta/rpc/client.hpp>

#include <CLI/CLI.hpp>

#include <span>
#include <string>
#include <vector>

namespace vesta::cli {

/// How `--remote` reaches servers: of RPC by gen, of REST by top.
struct remote_options {
    std::vector<std::string> servers; ///< HOST:PORT or unix:PATH
    bool tls = false;
    tls::client_options secured; ///< With TLS.
};

/// Adds --tls and what belongs to it; the command has --remote.
void add_tls(CLI::App& command, remote_options& to);

/// A generator of RPC servers. A signal ends the wait for their answer.
class remote_generator {
  public:
    /// One of the servers is asked as long as it serves. The password is $VESTA_RPC_PASSWORD, if that
    /// is set. Connects to nothing yet.
    ///
    /// Errors: `invalid_settings`, `invalid_argument`.
    static result<remote_generator> open(const remote_options& how, const stream_query& query);

    /// Fills all of @p out, or returns early because of @p stop; then none of @p out may be used.
    result<void> generate(std::span<id> out, const stop_signal& stop);

  private:
    remote_generator(rpc::client by, rpc::generator from) : by_{std::move(by)}, from_{std::move(from)} {}

    rpc::client by_;
    rpc::generator from_;
};

} // namespace vesta::cli
