#include "running_servers.hpp"

#include "process_figures.hpp"
#include "serving.hpp"

#include <vesta/base/host_port.hpp>
#include <vesta/net/open_files.hpp>

#include <spdlog/spdlog.h>
#include <sys/stat.h>

#include <algorithm>

namespace vesta::cli {
namespace {

constexpr std::size_t files_kept = 64; // for the state folder, stores, and the servers' own

/// The limits of both servers together. Says so if the system allows fewer connections than the settings.
net::program_limits limits_of(const embed::settings& by, const embed::instance& of) {
    const std::size_t wanted =
        (by.rest.enabled ? by.rest.limits.connections : 0) + (by.rpc.enabled ? by.rpc.limits.connections : 0);
    net::make_room_for(wanted + files_kept);
    const std::size_t room = net::room_for_connections(files_kept);
    if (room < wanted)
        spdlog::warn(
            "at most {} connections at one time instead of {}: the limit of open files (ulimit -n, LimitNOFILE) "
            "has room for no more beside {} that are kept for stores and state",
            room, wanted, files_kept);
    return {.memory = by.limits.memory.value,
            .others = [tags = of.tags()] { return tags->used(); },
            .connections = std::min(room, wanted),
            .connections_per_address = by.limits.connections_per_address};
}

result<server_tls> read_tls_and_warn(const embed::settings& from) {
    auto tls = read_tls(from);
    if (tls)
        for (const std::string& each : tls->warnings)
            spdlog::warn("{}", each);
    return tls;
}

bool is_local(std::string_view address) noexcept {
    return address.starts_with(local_mark);
}

} // namespace

running_servers::running_servers(const embed::settings& by, embed::instance& of, access::gate* rights,
                                 net::given_sockets given, reporting to)
    : by_{by}, of_{of}, rights_{rights}, to_{std::move(to)},
      program_{std::make_shared<net::program_state>(limits_of(by, of))},
      given_{std::make_shared<net::given_sockets>(std::move(given))} {}

/// Our own unix sockets let the owner and the group in. Those that were given have the mode that they were given.
result<void> running_servers::expect_private() const {
    if (rights_ != nullptr || by_.security.insecure_open) return {};
    for (const net::listen_address& each : given_->left()) {
        const auto* const local = std::get_if<net::local_path>(&each);
        struct stat about{};
        if (local == nullptr || ::stat(local->path.c_str(), &about) != 0 || (about.st_mode & S_IWOTH) == 0) continue;
        return error{
            errc::invalid_settings,
            "LISTEN_FDS: every user of this host may connect to " + local->path +
                "; give its unit SocketMode=0660, or set security.access-file or security.insecure-open: true"};
    }
    return {};
}

result<void> running_servers::start() {
    if (auto given = expect_private(); !given) return given;
    auto tls = read_tls_and_warn(by_);
    if (!tls) return std::move(tls).error();
    if (by_.rpc.enabled)
        if (auto started = start_rpc(std::move(tls->rpc)); !started) return started;
    if (by_.rest.enabled)
        if (auto started = start_rest(std::move(tls->rest)); !started) return started;
    return expect_none_left();
}

/// Clients of a socket that nobody took would wait for ever.
result<void> running_servers::expect_none_left() const {
    const auto left = given_->left();
    if (left.empty()) return {};
    return error{errc::invalid_settings, "LISTEN_FDS has a socket at " + net::to_text(left.front()) +
                                             ", which neither rest.listen nor rpc.listen of an enabled server names"};
}

result<void> running_servers::replace_certificates(const embed::settings& with) {
    const auto changes = [](const auto& before, const auto& now) {
        return before.tls.has_value() != now.tls.has_value();
    };
    if (changes(by_.rest, with.rest) || changes(by_.rpc, with.rpc))
        return error{errc::invalid_settings,
                     "rest.tls and rpc.tls cannot be added or removed while the servers run; restart"};
    const auto weakens = [](const auto& before, const auto& now) {
        return before.tls && now.tls->clients < before.tls->clients;
    };
    if (weakens(by_.rest, with.rest) || weakens(by_.rpc, with.rpc)) // where it listens may have been allowed by these
        return error{errc::invalid_settings, "client-certificates cannot be relaxed while the servers run; restart"};
    embed::settings wanted = with;
    wanted.rest.enabled = by_.rest.enabled;
    wanted.rpc.enabled = by_.rpc.enabled;
    auto tls = read_tls_and_warn(wanted);
    if (!tls) return std::move(tls).error();
    if (tls->rest) rest_->replace_tls(std::move(tls->rest)).value();
    if (tls->rpc) rpc_->replace_tls(std::move(tls->rpc)).value();
    return {};
}

result<void> running_servers::start_rpc(tls::shared_context secured_by) {
    auto options = rpc_options(by_.rpc);
    if (!options) return std::move(options).error();
    options->gate = rights_;
    options->requests = to_.requests;
    options->refresher = refresher_;
    options->program = program_;
    options->given = given_;
    options->tls = std::move(secured_by);
    options->machines = [this] { return of_.use().text(); };
    auto started = rpc::server::start(*options, of_.published(gen_method::rpc));
    if (!started) return error{started.error().code, "rpc.listen: " + started.error().message};
    rpc_ = *std::move(started);
    for (const std::string& each : rpc_->addresses())
        spdlog::info("RPC on {}{}", each, options->tls && !is_local(each) ? " by TLS" : "");
    return {};
}

result<void> running_servers::start_rest(tls::shared_context secured_by) {
    auto options = rest_options(by_.rest);
    options.gate = rights_;
    options.requests = to_.requests;
    options.refresher = refresher_;
    options.program = program_;
    options.given = given_;
    options.operators = to_.operators;
    options.further_figures = [this] {
        figures all = to_.more();
        all.add(process_figures());
        if (rpc_) all.add(rpc_->counted());
        if (rights_ != nullptr) all.add(rights_->counted_figures());
        return all;
    };
    options.tls = std::move(secured_by);
    auto started = rest::server::start(options, of_.published(gen_method::rest));
    if (!started) return error{started.error().code, "rest.listen: " + started.error().message};
    rest_ = *std::move(started);
    for (const std::string& each : rest_->addresses())
        spdlog::info("REST on {}{}", is_local(each) ? "" : options.tls ? "https://" : "http://", each);
    return {};
}

std::chrono::steady_clock::time_point running_servers::begin_drain() {
    drains_since_ = std::chrono::steady_clock::now();
    if (rest_) rest_->begin_drain();
    if (rpc_) rpc_->begin_drain();
    return drains_since_;
}

std::optional<std::chrono::steady_clock::time_point>
running_servers::stop_drained(std::chrono::steady_clock::time_point now) {
    auto next = std::chrono::steady_clock::time_point::max();
    const auto stop_if_drained = [&](auto& server, const auto& by) {
        if (drains_since_ + by.drain <= now) return server.begin_stop(by.stop_deadline);
        next = std::min(next, drains_since_ + by.drain);
    };
    if (rest_) stop_if_drained(*rest_, by_.rest);
    if (rpc_) stop_if_drained(*rpc_, by_.rpc);
    return next == std::chrono::steady_clock::time_point::max() ? std::nullopt : std::optional{next};
}

void running_servers::stop() {
    if (rest_) rest_->begin_stop(by_.rest.stop_deadline);
    if (rpc_) rpc_->begin_stop(by_.rpc.stop_deadline);
    if (rpc_ && !rpc_->wait()) spdlog::warn("RPC: connections were cut off at the deadline");
    if (rest_ && !rest_->wait()) spdlog::warn("REST: connections were cut off at the deadline");
}

} // namespace vesta::cli
