#include "command.hpp"
#include "ending/stop_signal.hpp"
#include "remote.hpp"
#include "top/screen.hpp"
#include "top/terminal.hpp"
#include "top/view.hpp"

#include <vesta/base/background.hpp>
#include <vesta/base/host_port.hpp>

#include <boost/json/serialize.hpp>

#include <array>
#include <cerrno>
#include <condition_variable>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <mutex>
#include <optional>
#include <poll.h>
#include <thread>
#include <unistd.h>

namespace vesta::cli {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds refresh{1000};
constexpr milliseconds patience{3000};

struct top_options {
    remote_options remote;
    bool once = false;
    bool json = false;
};

/// Where a client on this host finds a server that listens at @p endpoint.
std::string reachable(const std::string& endpoint) {
    const auto parts = read_host_port(endpoint);
    if (parts && parts->host == "0.0.0.0") return "127.0.0.1:" + std::to_string(parts->port);
    if (parts && parts->host == "::") return "[::1]:" + std::to_string(parts->port);
    return endpoint;
}

/// The server of --remote, else the one of the settings.
result<rest_address> address_of(const top_options& options, const common_options& common) {
    rest_address to;
    if (const char* const token = std::getenv("VESTA_TOKEN")) // NOLINT(concurrency-mt-unsafe): no thread yet
        to.token = token;
    if (to.token.find_first_of("\r\n") != std::string::npos)
        return error{errc::invalid_argument, "$VESTA_TOKEN holds a line end; a token has none"};
    if (options.remote.tls) to.tls = options.remote.secured;
    if (!options.remote.servers.empty()) {
        to.server = options.remote.servers.front();
        return to;
    }
    const auto settings = load(common);
    if (!settings) return settings.error();
    if (!settings->rest.enabled)
        return error{errc::invalid_settings, "rest.enabled is false in the settings; name a REST server with --remote"};
    to.server = reachable(settings->rest.listen.front());
    if (settings->rest.tls) to.tls = options.remote.secured;
    return to;
}

/// The latest looks, which a thread of its own takes: the screen waits for no server.
class sight {
  public:
    explicit sight(rest_address from) : from_{std::move(from)} {}

    /// The loop of the thread, until `end`.
    void watch() {
        std::unique_lock guard{guard_};
        while (!over_) {
            guard.unlock();
            auto look = look_at(from_, patience);
            guard.lock();
            const auto noted = attempt([&]() -> result<void> {
                if (!look) return look.error();
                note(*std::move(look)); // throws where the server tells something else than is known here
                return {};
            });
            trouble_ = noted ? "" : noted.error().message;
            changed_.set();
            ended_.wait_for(guard, refresh, [this] { return over_; });
        }
    }

    void end() {
        const std::lock_guard guard{guard_};
        over_ = true;
        ended_.notify_all();
    }

    std::vector<std::string> drawn() const {
        const std::lock_guard guard{guard_};
        return draw(view_, from_.server, trouble_,
                    {.columns = size_of_terminal().columns, .colours = has_colours(STDOUT_FILENO)});
    }

    /// Set with each look.
    const poll_flag& changed() const noexcept { return changed_; }

  private:
    void note(server_look look) {
        if (last_ && look.at_ms == last_->at_ms) return; // the server tells the same for a while
        view_ = compare(last_ ? *last_ : look, look);
        last_ = std::move(look);
    }

    const rest_address from_;
    const poll_flag changed_;
    mutable std::mutex guard_;
    std::condition_variable ended_;
    bool over_ = false;
    std::optional<server_look> last_;
    boost::json::object view_;
    std::string trouble_;
};

/// Whether a key says that it is to end.
bool ends_by_key() {
    char key = 0;
    const auto got = ::read(STDIN_FILENO, &key, 1);
    return got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN) || key == 'q' || key == 'Q';
}

/// Draws each look, and again when the window changes, until a key or a signal ends it.
void draw_until_ended(const sight& what, const stop_signal& stop) {
    const terminal screen;
    for (;;) {
        std::array<pollfd, 3> waited{{{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0},
                                      {.fd = stop.descriptor(), .events = POLLIN, .revents = 0},
                                      {.fd = what.changed().descriptor(), .events = POLLIN, .revents = 0}}};
        const int ready = ::poll(waited.data(), waited.size(), -1);
        if (stop.received() != 0) return;
        if (ready > 0 && waited[0].revents != 0 && ends_by_key()) return;
        static_cast<void>(what.changed().take());
        terminal::show(what.drawn());
    }
}

int watch(const rest_address& at) {
    const stop_signal stop;
    const auto what = std::make_shared<sight>(at);
    background_thread([what] { what->watch(); }).detach(); // it may wait for a name when this ends
    draw_until_ended(*what, stop);
    what->end();
    if (stop.received() != 0) stop.end_program();
    return done;
}

/// Two looks, as far apart as the server tells new figures.
result<boost::json::object> view_once(const rest_address& at) {
    constexpr int attempts = 12;
    auto before = look_at(at, patience);
    if (!before) return std::move(before).error();
    auto now = *before;
    for (int i = 0; i < attempts && now.at_ms == before->at_ms; ++i) {
        std::this_thread::sleep_for(refresh / 4);
        auto next = look_at(at, patience);
        if (!next) return std::move(next).error();
        now = *std::move(next);
    }
    return compare(*before, now);
}

int print_once(const rest_address& at, bool as_json) {
    const auto view = view_once(at);
    if (!view) return report(view.error());
    if (as_json) {
        std::cout << boost::json::serialize(*view) << '\n';
        return done;
    }
    for (const auto& each : draw(*view, at.server, "", {.columns = 0, .colours = has_colours(STDOUT_FILENO)}))
        std::cout << each << '\n';
    return done;
}

int run(const top_options& options, const common_options& common) {
    const auto at = address_of(options, common);
    if (!at) return report(at.error());
    if (options.once || options.json) return print_once(*at, options.json);
    if (::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1) return watch(*at);
    return report({errc::invalid_argument, "vesta top needs a terminal; --once prints one view, and --json as JSON"});
}

} // namespace

runner add_top(CLI::App& program, const common_options& common) {
    auto options = std::make_shared<top_options>();
    auto& command = *program.add_subcommand("top", "A running server's generators, connections and tags, each second "
                                                   "anew; q ends it");
    command
        .add_option("--remote", options->remote.servers,
                    "HOST:PORT or unix:PATH of its REST server, else that of the settings; $VESTA_TOKEN is the token, "
                    "where it asks for one")
        ->expected(1);
    add_tls(command, options->remote);
    command.add_flag("--once", options->once, "Print one view, and end");
    command.add_flag("--json", options->json, "Print one view as a JSON object, and end");
    return [options, &common] { return run(*options, common); };
}

} // namespace vesta::cli
