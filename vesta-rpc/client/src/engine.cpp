#include "engine.hpp"

#include <boost/asio/post.hpp>

#include <algorithm>
#include <csignal>

namespace vesta::rpc::detail {
namespace {

constexpr std::chrono::milliseconds tick_time{10};
constexpr std::size_t most_servers = 64; // one bit each

error invalid(std::string what) {
    return {errc::invalid_settings, std::move(what)};
}

bool is_plain(std::string_view name) noexcept {
    return std::ranges::all_of(name, [](char c) { return c > ' ' && c < '\x7f'; });
}

result<void> check(const client_options& options) {
    constexpr std::chrono::milliseconds none{0};
    if (options.servers.empty() || options.servers.size() > most_servers)
        return invalid("a client has 1 to " + std::to_string(most_servers) + " servers");
    if (options.connections == 0) return invalid("a client has at least 1 connection to a server");
    if (options.batch == 0) return invalid("a batch has at least 1 ID");
    if (!is_plain(options.name)) return invalid("a client's name has no spaces and no special characters");
    if (options.call_timeout <= none || options.connect_timeout <= none || options.answer_timeout <= none)
        return invalid("time-outs are longer than 0");
    if (options.smallest_backoff <= none || options.largest_backoff < options.smallest_backoff)
        return invalid("the smallest back-off is longer than 0, and the largest not shorter");
    if (options.prefetch.count != 0 && options.prefetch.max_age <= none)
        return invalid("the age of prefetched ranges is longer than 0");
    return {};
}

std::thread start_thread(asio::io_context& on) {
    sigset_t all;
    sigset_t before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before); // signals are the program's own business
    std::thread started{[&on] { on.run(); }};
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return started;
}

} // namespace

result<std::unique_ptr<engine>> engine::start(const client_options& options) {
    if (auto valid = check(options); !valid) return valid.reason();
    std::vector<server_address> servers;
    for (const std::string& each : options.servers) {
        auto where = parse_address(each);
        if (!where) return where.reason();
        servers.push_back(*std::move(where));
    }
    std::unique_ptr<engine> made{new engine{options, std::move(servers)}};
    made->thread_ = start_thread(made->context_);
    return made;
}

engine::engine(const client_options& options, std::vector<server_address> servers)
    : options_{options}, requests_{context_, options_, std::move(servers)} {}

engine::~engine() {
    asio::post(context_, [this] {
        const error why{errc::closed, "the client was closed"};
        for (stream* each : streams())
            each->close(why);
        requests_.close(why);
        timer_.cancel();
        stays_.reset();
    });
    if (thread_.joinable()) thread_.join();
}

stream& engine::get(const stream_name& name) {
    const std::lock_guard lock{guard_};
    auto& found = streams_[name];
    if (!found) found = std::make_unique<stream>(*this, name);
    return *found;
}

std::vector<stream*> engine::streams() {
    const std::lock_guard lock{guard_};
    std::vector<stream*> all;
    for (const auto& [name, each] : streams_)
        all.push_back(each.get());
    return all;
}

void engine::pump(stream& which) {
    asio::post(context_, [&which] { which.pump(); });
}

void engine::submit(owned_request asked) {
    asio::post(context_, [this, what = std::move(asked)]() mutable {
        requests_.submit(std::move(what));
        watch();
    });
}

void engine::watch() {
    if (!ticking_ && !requests_.is_closed()) tick();
}

void engine::tick() {
    ticking_ = true;
    timer_.expires_after(tick_time);
    timer_.async_wait([this](const boost::system::error_code& stopped) {
        ticking_ = false;
        if (stopped || requests_.is_closed()) return;
        const auto now = std::chrono::steady_clock::now();
        requests_.tick(now);
        bool waiting = false;
        for (stream* each : streams())
            waiting = each->check(now, [this] { return requests_.nobody_answered(); }) || waiting;
        if (waiting || requests_.is_busy()) watch();
    });
}

} // namespace vesta::rpc::detail
