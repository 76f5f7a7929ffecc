#include "serving.hpp"

#include "command.hpp"
#include "sharded_metrics.hpp"
#include "stop_signal.hpp"

#include <vesta/embed/instance.hpp>
#include <vesta/rest/server.hpp>
#include <vesta/rpc/server.hpp>

#include <cerrno>
#include <iostream>

#include <poll.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

namespace vesta::cli {
namespace {

void start_log(const embed::settings& by) {
    spdlog::set_default_logger(spdlog::stderr_logger_mt("vesta"));
    spdlog::set_level(spdlog::level::from_str(by.log_level));
    spdlog::set_pattern("%Y-%m-%dT%H:%M:%S.%eZ %l %v", spdlog::pattern_time_type::utc);
}

void wait_for(const stop_signal& stop) {
    pollfd waited{.fd = stop.descriptor(), .events = POLLIN, .revents = 0};
    while (stop.received() == 0 && (::poll(&waited, 1, -1) >= 0 || errno == EINTR)) {
    }
}

/// The servers that the settings enable, on one instance. Destroyed in the opposite order of being made.
class servers {
  public:
    servers(const embed::settings& by, embed::instance& of) : by_{by}, of_{of} {}

    result<void> start() {
        if (by_.rpc.enabled) {
            auto options = rpc_options(by_.rpc);
            if (!options) return std::move(options).reason();
            auto started = rpc::server::start(*options, of_.published(gen_method::rpc));
            if (!started) return error{started.reason().code, "rpc.listen: " + started.reason().message};
            rpc_ = *std::move(started);
            figures_ = std::make_unique<rpc_metrics>(*rpc_);
            spdlog::info("RPC on {}", rpc_->address());
        }
        if (by_.rest.enabled) {
            shards_ = std::make_unique<sharded_metrics>(embed::sharded_generators(of_.published(gen_method::rest)));
            auto options = rest_options(by_.rest, figures_.get());
            options.metrics.push_back(shards_.get());
            auto started = rest::server::start(options, of_.published(gen_method::rest));
            if (!started) return error{started.reason().code, "rest.listen: " + started.reason().message};
            rest_ = *std::move(started);
            spdlog::info("REST on http://{}:{}", rest_->address(), rest_->port());
        }
        return {};
    }

    /// Both at once, so that one deadline's time is enough.
    void stop() {
        if (rest_) rest_->begin_stop(by_.rest.stop_deadline);
        if (rpc_ && !rpc_->stop()) spdlog::warn("RPC: connections were cut off at the deadline");
        if (rest_) rest_->wait();
    }

  private:
    const embed::settings& by_;
    embed::instance& of_;
    std::unique_ptr<rpc::server> rpc_;
    std::unique_ptr<rpc_metrics> figures_;
    std::unique_ptr<sharded_metrics> shards_;
    std::unique_ptr<rest::server> rest_;
};

int serve(const common_options& common) {
    auto settings = load(common);
    if (!settings) return report(settings.reason());
    embed::open_options how;
    how.methods.clear();
    if (settings->rpc.enabled) how.methods.push_back(gen_method::rpc);
    if (settings->rest.enabled) how.methods.push_back(gen_method::rest);
    if (how.methods.empty())
        return report({errc::invalid_settings, "nothing to serve: rest.enabled and rpc.enabled are both false"});
    const stop_signal stop; // before there are threads: all of them are to see it
    start_log(*settings);
    auto opened = embed::instance::open(*settings, how);
    if (!opened) return report(opened.reason());
    servers running{*settings, **opened};
    if (auto started = running.start(); !started) return report(started.reason());
    wait_for(stop);
    spdlog::info("stopping; a second signal ends at once");
    running.stop();
    auto closed = (*opened)->close();
    if (!closed) return report(closed.reason());
    spdlog::info("stopped; what was not used is given back");
    return done;
}

} // namespace

runner add_serve(CLI::App& program, const common_options& common) {
    program.add_subcommand("serve", "Run the servers that the settings enable, until SIGTERM or SIGINT");
    return [&common] { return serve(common); };
}

} // namespace vesta::cli
