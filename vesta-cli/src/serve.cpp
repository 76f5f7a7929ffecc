#include "command.hpp"
#include "ending/fatal_error.hpp"
#include "ending/stop_signal.hpp"
#include "logging/program_log.hpp"
#include "logging/recent_events.hpp"
#include "logging/state_watch.hpp"
#include "operators.hpp"
#include "peers/watch.hpp"
#include "rights.hpp"
#include "running_servers.hpp"
#include "service_manager.hpp"
#include "serving.hpp"

#include <vesta/base/background.hpp>

#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <poll.h>
#include <thread>
#include <unistd.h>

namespace vesta::cli {
namespace {

// How long an interrupted start waits for its store. A mark that it may have written then stays, as after a crash.
constexpr std::chrono::seconds patience_with_stores{1};

void log(severity how_bad, std::string_view line) {
    log_line{std::string{line}}.write(*spdlog::default_logger_raw(), how_bad);
}

/// Logs it, and notes it for operators who look.
log_sink telling(recent_events& recent) {
    return [&recent](severity how_bad, std::string_view line) {
        log(how_bad, line);
        recent.note(how_bad, line);
    };
}

void tell_change(const condition& seen, recent_events& recent) {
    recent.note(seen.how_bad, seen.message, seen.event, seen.generator);
    log_line{seen.message}
        .with("event", seen.event)
        .with("generator", seen.generator)
        .write(*spdlog::default_logger_raw(), seen.how_bad);
}

void tell_start(const embed::settings& by, const std::filesystem::path& file) {
    spdlog::info("vesta {}, settings from {}", VESTA_VERSION, file.string());
    spdlog::info("generators: {}", by.generator_names());
}

/// Also has the log tell what it held back: this is asked every second.
limit_counts counts_of(net::program_state& of, program_log& logs) {
    logs.tell_held_back();
    const std::uint64_t per_address = of.refused_per_address.load();
    return {.connections = of.refused.load() - per_address,
            .per_address = per_address,
            .memory = of.memory().closed.load(),
            .files = of.accept_failed.load(),
            .dropped_lines = logs.lines_dropped(),
            .dropped_access = logs.access_lines_dropped(),
            .lost_lines = logs.lines_lost()};
}

/// Takes what may change while the servers run from the settings file: all of it, or nothing.
result<void> take_again(const std::filesystem::path& file, rights& by, running_servers& running, program_log& logs) {
    const auto settings = embed::load_settings(file);
    if (!settings) return settings.error();
    auto list = by.read_again(settings->security);
    if (!list) return std::move(list).error();
    const auto files = program_log::open(settings->log);
    if (!files) return files.error();
    if (auto replaced = running.replace_certificates(*settings); !replaced) return replaced;
    by.replace(*std::move(list));
    logs.take(settings->log, *files);
    return {};
}

void reload(const std::filesystem::path& file, rights& by, running_servers& running, program_log& logs) {
    service_manager::tell_reloading();
    const auto taken = attempt([&] { return take_again(file, by, running, logs); });
    service_manager::tell_ready();
    if (!taken) return spdlog::error("SIGHUP: keeping what was in force: {}", taken.error().message);
    spdlog::info("SIGHUP: the access file, certificates and log settings were read again and are in force; other "
                 "settings need a restart");
}

void open_again(program_log& logs) {
    if (const auto opened = attempt([&] { return logs.open_again(); }); !opened)
        return spdlog::error("SIGUSR1: the log files in use stay: {}", opened.error().message);
    spdlog::info("SIGUSR1: the log files were opened again");
}

using time_point = std::chrono::steady_clock::time_point;

/// For how long poll() is to wait: not shorter than until @p end.
int left_until(time_point end) noexcept {
    if (end == time_point::max()) return -1;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    return static_cast<int>(std::max<std::int64_t>(left.count(), 0));
}

std::string name_of(int signal) {
#ifdef __GLIBC__
    if (const char* const known = ::sigabbrev_np(signal); known != nullptr) return "SIG" + std::string{known};
#endif
    return "signal " + std::to_string(signal);
}

void say_ignored(int signal) {
    spdlog::info("ignoring {}, now and later: it means nothing here", name_of(signal));
}

/// What may come while the servers run.
struct events {
    const fatal_error& trouble;
    const other_signals& others;
    std::function<void()> reload;
    std::function<void()> open_logs_again;

    void answer(int signal) const {
        if (signal == SIGHUP) return reload();
        if (signal == SIGUSR1) return open_logs_again();
        say_ignored(signal);
    }
};

/// Until a signal to @p stop comes, if there is one, or @p end, or the start has failed finally.
void wait_for(const events& of, const stop_signal* stop, time_point end) {
    std::array<pollfd, 3> waited{
        pollfd{.fd = of.others.descriptor(), .events = POLLIN, .revents = 0},
        pollfd{.fd = of.trouble.descriptor(), .events = POLLIN, .revents = 0},
        pollfd{.fd = stop != nullptr ? stop->descriptor() : -1, .events = POLLIN, .revents = 0}};
    while ((stop == nullptr || stop->received() == 0) && !of.trouble.reported() &&
           std::chrono::steady_clock::now() < end &&
           (::poll(waited.data(), waited.size(), left_until(end)) >= 0 || errno == EINTR)) {
        while (const int came = of.others.take())
            of.answer(came);
    }
}

/// Lets the servers serve on, not ready, while clients go elsewhere.
void drain(running_servers& running, const events& meanwhile) {
    auto next = running.stop_drained(running.begin_drain());
    if (next) spdlog::info("draining: serving as before, and not ready; a second signal ends at once");
    for (; next && !meanwhile.trouble.reported(); next = running.stop_drained(std::chrono::steady_clock::now()))
        wait_for(meanwhile, nullptr, *next);
}

/// Gives back unused time and numbers. A start that waits for its store is abandoned, and the program ends: the first
/// signal must suffice. @p failed is why it ends, if not by a signal.
result<void> close(embed::instance& of, program_log& logs, const std::optional<error>& failed = {}) {
    if (!of.starting()) return of.close();
    std::packaged_task<result<void>()> closing{[&of] { return of.close(); }};
    auto closed = closing.get_future();
    std::thread closer{std::move(closing)};
    if (closed.wait_for(patience_with_stores) == std::future_status::ready) {
        closer.join();
        return closed.get();
    }
    spdlog::warn("stopped while a store kept the start waiting");
    logs.end();
    ::_exit(failed ? report(*failed) : done); // its thread is inside the store's client and cannot be called back
}

/// Closes though it ends because of @p why, which it returns.
error give_up(embed::instance& of, program_log& logs, const error& why) {
    static_cast<void>(close(of, logs, why));
    return why;
}

embed::open_options how_to_open(const embed::settings& settings, fatal_error& trouble, log_sink tell) {
    embed::open_options how{.in_background = true};
    how.methods.clear();
    if (settings.rpc.enabled) how.methods.push_back(gen_method::rpc);
    if (settings.rest.enabled) how.methods.push_back(gen_method::rest);
    how.log = std::move(tell);
    how.failed = [&trouble](const error& reason) { trouble.report(reason); };
    return how;
}

/// Compares machine IDs with the peers; null if the settings name none.
result<std::unique_ptr<peer_watch>> watch_peers(const embed::settings& settings, embed::instance& of,
                                                fatal_error& trouble) {
    if (settings.peers.empty()) return std::unique_ptr<peer_watch>{};
    auto known_by = introduce(settings);
    if (!known_by) return std::move(known_by).error();
    auto watch = std::make_unique<peer_watch>(peer_watch_options{.peers = settings.peers,
                                                                 .known_by = *std::move(known_by),
                                                                 .ours = [&of] { return of.use(); },
                                                                 .give_way =
                                                                     [&of, &trouble](const error& why, bool at_start) {
                                                                         if (at_start) return trouble.report(why);
                                                                         of.withdraw(why);
                                                                         log(severity::error, why.message);
                                                                     },
                                                                 .log = log});
    watch->wait_for_first_answers();
    return watch;
}

/// What serves, once it was started.
struct whole {
    const embed::settings& settings;
    const std::filesystem::path& file;
    rights& by;
    program_log& logs;
    recent_events& recent;
    embed::instance& of;
    running_servers& running;
};

/// Serves until a signal to @p stop comes or there is @p trouble, and then as long as draining lasts.
void serve_until_told(const whole& all, const fatal_error& trouble, const other_signals& others,
                      const stop_signal& stop) {
    const state_watch states{all.of.published(all.settings.rpc.enabled ? gen_method::rpc : gen_method::rest),
                             [&] { return counts_of(all.running.shared(), all.logs); },
                             [&](const condition& seen) { tell_change(seen, all.recent); }};
    const events while_it_runs{trouble, others, [&] { reload(all.file, all.by, all.running, all.logs); },
                               [&] { open_again(all.logs); }};
    wait_for(while_it_runs, &stop, time_point::max());
    if (!trouble.reported()) drain(all.running, while_it_runs);
}

/// Stops the servers and gives back what was not used. @p failed is why it ends, if not by a signal.
result<void> stop_all(const whole& all, const std::optional<error>& failed) {
    if (!failed) spdlog::info("stopping; a second signal ends at once");
    service_manager::tell_stopping(failed ? failed->message : "giving back what was not used");
    all.running.stop();
    if (failed) return give_up(all.of, all.logs, *failed);
    if (auto closed = close(all.of, all.logs); !closed) return closed;
    spdlog::info("stopped; what was not used is given back");
    return {};
}

/// Until a signal, or until it cannot go on, and why.
result<void> run(const embed::settings& settings, const std::filesystem::path& file) {
    const stop_signal stop; // before any thread exists, so that all of them inherit it
    auto given = net::given_sockets::from_environment();
    if (!given) return std::move(given).error();
    auto logs = program_log::start(settings.log);
    if (!logs) return std::move(logs).error();
    tell_start(settings, file);
    const other_signals others;
    auto by = rights::read(settings.security);
    if (!by) return std::move(by).error();
    fatal_error trouble;
    recent_events recent;
    auto opened = embed::instance::open(settings, how_to_open(settings, trouble, telling(recent)));
    if (!opened) return std::move(opened).error();
    auto watch = watch_peers(settings, **opened, trouble);
    if (!watch) return std::move(watch).error();
    if (const auto conflict = trouble.reported()) return give_up(**opened, **logs, *conflict);
    reporting to{&(*logs)->requests(), [&logs] { return (*logs)->counted(); }, operations_of(settings, recent)};
    running_servers running{settings, **opened, by->gate(), *std::move(given), std::move(to)};
    if (auto started = running.start(); !started) {
        running.stop();
        return give_up(**opened, **logs, started.error());
    }
    service_manager::tell_ready();
    const whole all{settings, file, *by, **logs, recent, **opened, running};
    serve_until_told(all, trouble, others, stop);
    return stop_all(all, trouble.reported());
}

int serve(const common_options& common) {
    auto file = settings_file(common);
    if (!file) return report(file.error());
    auto settings = embed::load_settings(*file);
    if (!settings) return report(settings.error());
    if (!settings->rpc.enabled && !settings->rest.enabled)
        return report({errc::invalid_settings, "nothing to serve: rest.enabled and rpc.enabled are both false"});
    if (auto checked = embed::check_generators(*settings); !checked) return report(checked.error());
    const auto ended = run(*settings, *file);
    return ended ? done : report(ended.error()); // when the log has ended, so that it is the last line
}

} // namespace

runner add_serve(CLI::App& program, const common_options& common) {
    program.add_subcommand("serve", "Run the servers that the settings enable, until SIGTERM or SIGINT");
    return [&common] { return serve(common); };
}

} // namespace vesta::cli
