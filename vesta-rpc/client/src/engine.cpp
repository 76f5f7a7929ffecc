#include "engine.hpp"

#include <vesta/base/background.hpp>

#include <boost/asio/post.hpp>

#include <algorithm>
#include <iterator>
#include <ranges>

namespace vesta::rpc::detail {
namespace {

constexpr std::chrono::milliseconds tick_time{10};
constexpr std::size_t most_servers = 64;    // one bit each
constexpr std::size_t looks_per_stream = 4; // for each stream made: all are looked at while a quarter more are made
constexpr std::size_t looks_per_tick = 64;

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

} // namespace

result<std::unique_ptr<engine>> engine::start(const client_options& options) {
    if (auto valid = check(options); !valid) return valid.error();
    std::vector<server_address> servers;
    for (const std::string& each : options.servers) {
        auto where = parse_address(each);
        if (!where) return where.error();
        servers.push_back(*std::move(where));
    }
    std::unique_ptr<engine> made{new engine{options, std::move(servers)}};
    made->thread_ = background_thread([&on = made->context_] { on.run(); });
    return made;
}

engine::engine(const client_options& options, std::vector<server_address> servers)
    : options_{options}, requests_{context_, options_, std::move(servers)} {}

engine::~engine() {
    asio::post(context_, [this] {
        const error why{errc::closed, "the client was closed"};
        std::vector<std::shared_ptr<stream>> all; // waiters are told without the lock held
        {
            const std::lock_guard lock{guard_};
            std::ranges::copy(std::views::values(streams_), std::back_inserter(all));
        }
        for (const auto& each : all)
            each->close(why);
        requests_.close(why);
        timer_.cancel();
        stays_.reset();
    });
    if (thread_.joinable()) thread_.join();
}

std::shared_ptr<stream> engine::get(const stream_name& name) {
    const std::lock_guard lock{guard_};
    const auto found = streams_.find(name);
    if (found != streams_.end()) return found->second;
    auto made = std::make_shared<stream>(*this, name);
    streams_.emplace(name, made);
    give_back(looks_per_stream);
    return made;
}

std::size_t engine::stream_count() {
    const std::lock_guard lock{guard_};
    return streams_.size();
}

/// Looks at the next few streams in turn, and drops those at rest that no handle, request or post holds. New holders
/// come through this object only, so under the lock that does not change. Call with the lock held.
void engine::give_back(std::size_t looks) {
    for (looks = std::min(looks, streams_.size()); looks != 0; --looks) {
        if (looked_at_ == streams_.end()) looked_at_ = streams_.begin();
        const auto& each = looked_at_->second;
        looked_at_ = each.use_count() == 1 && each->is_at_rest() ? streams_.erase(looked_at_) : std::next(looked_at_);
    }
}

void engine::pump(stream& which) {
    asio::post(context_, [held = which.shared_from_this()] { held->pump(); });
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

void engine::watch(stream& which) {
    awaited_.push_back(which.shared_from_this());
    watch();
}

void engine::check_awaited(time_point now) {
    std::erase_if(awaited_,
                  [&](const auto& each) { return !each->check(now, [this] { return requests_.nobody_answered(); }); });
}

void engine::tick() {
    ticking_ = true;
    timer_.expires_after(tick_time);
    timer_.async_wait([this](const boost::system::error_code& stopped) {
        ticking_ = false;
        if (stopped || requests_.is_closed()) return;
        const auto now = std::chrono::steady_clock::now();
        requests_.tick(now);
        check_awaited(now);
        {
            const std::lock_guard lock{guard_};
            give_back(looks_per_tick);
        }
        if (!awaited_.empty() || requests_.is_busy()) watch();
    });
}

} // namespace vesta::rpc::detail
