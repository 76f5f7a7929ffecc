#include "dispatcher.hpp"

#include "remote_error.hpp"
#include "server.hpp"

#include <vesta/time/instant.hpp>

#include <algorithm>
#include <utility>

namespace vesta::rpc::detail {

dispatcher::dispatcher(asio::io_context& on, const client_options& options, std::vector<server_address> servers)
    : on_{on}, options_{options} {
    std::uint64_t bit = 1;
    for (server_address& each : servers) {
        servers_.push_back(std::make_unique<server>(*this, std::move(each), bit));
        bit <<= 1;
    }
}

dispatcher::~dispatcher() = default;

void dispatcher::submit(owned_request asked) {
    if (closed_) return asked->fail({errc::closed, "the client was closed"});
    const auto now = std::chrono::steady_clock::now();
    if (now < asked->rests_until) return parked_.push_back(std::move(asked));
    if (give(asked)) return;
    connect(now);
    if (const auto why = everybody_locks_out()) return asked->fail(*why);
    if (asked->refusal && !any_may_answer(*asked, now)) return fail_or_rest(std::move(asked), now);
    parked_.push_back(std::move(asked));
}

/// Gives the request to the first ready server that has not refused it. At the beginning, while all are being connected
/// to, preferred servers get a head start, so that chance does not decide.
bool dispatcher::give(owned_request& asked) {
    const auto now = std::chrono::steady_clock::now();
    const auto start = options_.connect_timeout / 4;
    for (server* each : candidates()) {
        if ((asked->refused_by & each->bit()) != 0) continue;
        if (link* const ready = each->ready()) {
            each->connect(now, options_.connections);
            ready->send(std::move(asked));
            return true;
        }
        each->connect(now, 1); // a preferred server that was lost is tried again while another serves
        if (!answered_ && !options_.spread && each->is_new(start, now)) return false;
    }
    return false;
}

/// The servers in the order of asking.
std::vector<dispatcher::server*> dispatcher::candidates() {
    std::vector<server*> all;
    for (const auto& each : servers_)
        all.push_back(each.get());
    if (options_.spread) {
        const auto first = static_cast<std::ptrdiff_t>(turn_++ % all.size());
        std::ranges::rotate(all, all.begin() + first);
    }
    return all;
}

void dispatcher::connect(time_point now) {
    for (const auto& each : servers_)
        each->connect(now, 1);
}

bool dispatcher::any_may_answer(const request& asked, time_point now) const {
    return std::ranges::any_of(servers_, [&](const auto& each) {
        return (asked.refused_by & each->bit()) == 0 && (each->is_connecting() || each->may_connect(now));
    });
}

/// A wrong password is reported at once: no server will accept it by the end of the call.
std::optional<error> dispatcher::everybody_locks_out() const {
    std::string all;
    for (const auto& each : servers_) {
        const error* const why = each->locked_out();
        if (why == nullptr) return std::nullopt;
        if (!all.empty()) all += "; ";
        all += why->message;
    }
    return error{errc::invalid_settings, std::move(all)};
}

void dispatcher::submit_again(std::deque<owned_request> some) {
    for (owned_request& each : some)
        submit(std::move(each));
}

void dispatcher::submit_parked() {
    submit_again(std::exchange(parked_, {}));
}

/// All servers refused.
void dispatcher::fail_or_rest(owned_request asked, time_point now) {
    const auto pause = asked->try_again(*asked->refusal);
    if (!pause) return asked->fail(*asked->refusal);
    asked->refused_by = 0;
    asked->rests_until = now + *pause;
    parked_.push_back(std::move(asked));
}

void dispatcher::refuse(server& by, owned_request asked, error why) {
    asked->note_refusal(why);
    if (!may_differ_elsewhere(why.code)) return asked->fail(why);
    asked->refused_by |= by.bit();
    asked->refusal = std::move(why);
    submit(std::move(asked));
}

void dispatcher::tick(time_point now) {
    for (const auto& each : servers_)
        each->check(now);
    for (owned_request& each : std::exchange(parked_, {})) {
        if (now >= each->deadline) {
            each->fail(each->refusal ? *each->refusal : nobody_answered());
        } else {
            submit(std::move(each));
        }
    }
}

bool dispatcher::is_busy() const noexcept {
    return !parked_.empty() || std::ranges::any_of(servers_, [](const auto& each) { return each->is_awaited(); });
}

error dispatcher::nobody_answered() const {
    std::string all = "no server answered within " + to_text(options_.call_timeout);
    std::string_view between = ": ";
    for (const auto& each : servers_) {
        if (each->trouble().empty()) continue;
        all.append(between).append(each->trouble());
        between = "; ";
    }
    return {errc::store_unavailable, std::move(all)};
}

void dispatcher::close(const error& why) {
    closed_ = true;
    submit_parked();
    for (const auto& each : servers_) {
        for (const owned_request& unanswered : each->close())
            unanswered->fail(why);
    }
}

} // namespace vesta::rpc::detail
