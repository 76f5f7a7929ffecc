// Reading requests, and the order in which they are served. The answers are in answers.cpp.
#include "session/session.hpp"

#include "http/text.hpp"
#include "session/waiting.hpp"

#include <utility>

namespace vesta::rest {
namespace {

constexpr std::size_t enough_at_once = 256 * 1024; // answers are sent before more are made
constexpr std::string_view go_ahead = "HTTP/1.1 100 Continue\r\n\r\n";

} // namespace

session::session(workbench& bench, access::visitor client) : bench_{bench}, visitor_{std::move(client)} {}
session::~session() = default;

std::span<char> session::room() {
    // One head, and as much of a body or of further requests, so that a request refused for its size is noticed.
    return arriving_.room(2 * std::size_t{bench_.parse.header_bytes});
}

bool session::begin_request() {
    if (!arriving_.begin(bench_.parse)) return false;
    closing_ = false;
    route_ = nullptr;
    return true;
}

net::next session::run(output_buffer& out) {
    const std::size_t begin = out.size(); // other sessions' answers may be in front
    while (out.size() - begin < enough_at_once && bench_.budget.spend()) {
        if (!arriving_.has_begun() && !begin_request()) return next::receive;
        next then = next::go_on;
        switch (arriving_.parse()) {
        case http::request_parser::progress::more:
            arriving_.make_room();
            return next::receive;
        case http::request_parser::progress::refused:
            bench_.counts.refused(refused_request::malformed);
            return refuse(out, arriving_.why());
        case http::request_parser::progress::head:
            then = admit_body(out);
            break;
        case http::request_parser::progress::done:
            then = serve_request(out);
            break;
        }
        if (then != next::go_on || waiting_) return then;
    }
    return next::go_on;
}

/// Tells a client that asked to go on with the body, unless that has begun already (RFC 9110, 10.1.1).
net::next session::admit_body(output_buffer& out) {
    if (!arriving_.head().expects_continue || arriving_.goes_on()) return next::go_on;
    const checked_request how = admit(arriving_.request(), bench_.target, bench_.server.manners);
    if (!how.early) {
        out.append(go_ahead);
        return next::go_on;
    }
    route_ = how.at.found;
    closing_ = true; // the body may or may not come, so the next request's position is unknown
    visitor_.forget();
    return answer_outcome(out, *how.early);
}

/// Why a page of a browser may not send this request; nothing where it may.
std::optional<problem> session::refuse_page_of_browser() {
    const http::request_head& head = arriving_.head();
    const std::string_view host = head.host ? arriving_.text(*head.host) : std::string_view{};
    if (!head.origin && !head.cross_site && host == bench_.host) return std::nullopt; // most requests
    page_of_request page{.host = host, .cross_site = head.cross_site};
    if (head.origin) page.origin = arriving_.text(*head.origin);
    const bool acts = route_ != nullptr && route_->needs == access::verb::admin;
    if (acts && head.origin && !visitor_.is_checked() && !bench_.server.hosts.know(host))
        return plain_problem(http::status::forbidden,
                             "without an access file, pages may not act under names that are not in rest.hosts");
    const bool looks_only = route_ == nullptr || access::only_looks(route_->needs);
    return refuse_page(page, bench_.server.hosts, bench_.host, looks_only);
}

/// Finds out who asks (RFC 6750, 2.1). False for a token that nobody has, and for credentials of another kind.
bool session::identify() {
    if (!visitor_.is_checked()) return true;
    visitor_.refresh();
    const auto& given = arriving_.head().authorization;
    if (!given) {
        visitor_.forget();
        return true;
    }
    std::string_view rest = arriving_.text(*given);
    const std::string_view scheme = http::cut(rest, ' ');
    if (same_word(scheme, "bearer") && visitor_.identify(http::trim(rest))) return true;
    visitor_.forget(); // it is not who asked before
    return false;
}

net::next session::refuse_token(output_buffer& out) {
    return answer_problem(
        out, problem_of(error{errc::not_authenticated, "the Authorization field holds no token of the access file"}));
}

net::next session::serve_request(output_buffer& out) {
    const incoming now = arriving_.request();
    const checked_request how = admit(now, bench_.target, bench_.server.manners);
    route_ = how.at.found;
    if (const auto refused = refuse_page_of_browser()) {
        visitor_.forget(); // as in refuse()
        return answer_problem(out, *refused);
    }
    if (!identify()) {
        penalty_ = visitor_.failed(std::chrono::steady_clock::now());
        return penalty_.count() > 0 ? next::wait : refuse_token(out);
    }
    if (how.early) return answer_outcome(out, *how.early);
    bench_.content.clear();
    return answer_outcome(out, serve(how, now, bench_.target, bench_.server, visitor_, bench_.content));
}

net::step session::received(std::size_t count, net::turn& now) {
    arriving_.received(count);
    return have(now, [&] { return run(now.out); });
}

net::step session::resume(net::turn& now) {
    return have(now, [&] {
        next then = next::go_on;
        if (waiting_) {
            then = advance(now.out);
        } else if (std::exchange(penalty_, {}).count() != 0) {
            then = refuse_token(now.out);
        }
        return then == next::go_on && !waiting_ ? run(now.out) : then;
    });
}

net::step session::end_of_input(net::turn& now) {
    return end(now, {http::status::bad_request, "the request ended before it was complete"});
}

net::step session::arrival_timed_out(net::turn& now) {
    return end(now, {http::status::request_timeout, "the request did not arrive within the read time-out"});
}

/// Ends the connection, and refuses a request that had begun to arrive.
net::step session::end(net::turn& now, const http::rejection& why) {
    return have(now, [&] { return arriving_.has_begun() ? refuse(now.out, why) : next::close; });
}

std::chrono::nanoseconds session::pause() const noexcept {
    return waiting_ ? waiting_->pause : penalty_;
}

std::size_t session::memory() const noexcept {
    std::size_t all = arriving_.memory();
    if (waiting_) all += sizeof(waiting) + waiting_->ids.capacity() * sizeof(id);
    return all;
}

/// One turn.
template <class Run>
net::step session::have(const net::turn& now, Run run) {
    const std::uint64_t before = answered_;
    bench_.budget = now.budget;
    bench_.watch.start(now.arrival);
    is_timed_ = true;
    const next then = run();
    return {.then = then,
            .wait = then == next::wait ? pause() : std::chrono::nanoseconds{0},
            .begins_anew = answered_ != before};
}

void session::answers_sent(std::chrono::steady_clock::time_point, bool all) noexcept {
    if (waiting_ && !all) waiting_->land();
    if (!std::exchange(is_timed_, false)) return; // the watch may have another connection's, which were not sent
    const auto took = bench_.watch.stop();
    net::request_log* const to = bench_.server.requests;
    if (to != nullptr && to->is_slow(took) && bench_.last_of == this) to->slow(bench_.last.of(visitor_, took));
}

} // namespace vesta::rest
