#include "running_servers.hpp"

#include "serving.hpp"

#include <spdlog/spdlog.h>

namespace vesta::cli {

result<void> running_servers::start() {
    if (by_.rpc.enabled)
        if (auto started = start_rpc(); !started) return started;
    return by_.rest.enabled ? start_rest() : result<void>{};
}

result<void> running_servers::start_rpc() {
    auto options = rpc_options(by_.rpc);
    if (!options) return std::move(options).error();
    options->gate = rights_;
    options->machines = [this] { return of_.use().text(); };
    auto started = rpc::server::start(*options, of_.published(gen_method::rpc));
    if (!started) return error{started.error().code, "rpc.listen: " + started.error().message};
    rpc_ = *std::move(started);
    spdlog::info("RPC on {}", rpc_->address());
    return {};
}

result<void> running_servers::start_rest() {
    auto options = rest_options(by_.rest);
    options.gate = rights_;
    options.further_figures = [this] {
        figures all;
        if (rpc_) all.add(rpc_->counted());
        if (rights_ != nullptr) all.add(rights_->counted_figures());
        return all;
    };
    auto started = rest::server::start(options, of_.published(gen_method::rest));
    if (!started) return error{started.error().code, "rest.listen: " + started.error().message};
    rest_ = *std::move(started);
    spdlog::info("REST on http://{}:{}", rest_->address(), rest_->port());
    return {};
}

void running_servers::stop() {
    if (rest_) rest_->begin_stop(by_.rest.stop_deadline);
    if (rpc_ && !rpc_->stop()) spdlog::warn("RPC: connections were cut off at the deadline");
    if (rest_) rest_->wait();
}

} // namespace vesta::cli
