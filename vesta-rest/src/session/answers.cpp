// The answers of a session: documents, problems, and IDs that it may have to wait for.
#include "api/tinyid.hpp"
#include "http/answer.hpp"
#include "session/session.hpp"
#include "session/waiting.hpp"

#include <vesta/id/decimal.hpp>

#include <array>
#include <variant>

namespace vesta::rest {
namespace {

/// Appends texts of the shape @p as, each between @p before and @p after, which are short.
void append_ids(std::string& to, std::span<const id> ids, const id_shape& shape, std::string_view before,
                std::string_view after) {
    const std::size_t size = to.size();
    to.resize(size + ids.size() * (text_room + before.size() + after.size()));
    char* at = to.data() + size;
    decimal_series decimals;
    for (const id each : ids) {
        at = std::copy(before.begin(), before.end(), at);
        at = shape.as == text_form::decimal ? decimals.write(at, each.value) : shape.write(at, each);
        at = std::copy(after.begin(), after.end(), at);
    }
    to.resize(static_cast<std::size_t>(at - to.data()));
}

void render_tinyid(const id_order& order, std::span<const id> ids, std::string& to) {
    const bool bare = order.form == id_form::commas;
    if (!bare) to += tinyid_begin;
    if (!bare) to += '[';
    append_ids(to, ids, order.shape, "", ",");
    to.pop_back(); // the last comma
    if (!bare) to.append("]").append(tinyid_end);
}

/// Writes the content of an order for a page, or for more than one bare number.
void render(const id_order& order, std::span<const id> ids, std::string& to) {
    to.clear();
    if (order.instead) return order.instead->write(to);
    if (order.form == id_form::string) return append_ids(to, ids, order.shape, "\"", "\"");
    if (order.form == id_form::lines) return append_ids(to, ids, order.shape, order.prefix, "\n");
    if (order.form == id_form::commas || order.form == id_form::tinyid) return render_tinyid(order, ids, to);
    (to += R"({"generator":")").append(order.generator->name()) += R"(","ids":[)";
    append_ids(to, ids, order.shape, '"' + order.prefix, "\",");
    to.back() = ']'; // in place of the last comma
    to += '}';
}

problem why_not(const route& at, const id_order& order, const filling& fill) {
    return order.refusal ? order.refusal(fill.why()) : problem_of(at, fill.why());
}

problem took_too_long() {
    return overloaded("the IDs were not made within the time-out; ask for fewer at once");
}

/// Reports the last request. Whether it was slow is seen when its answer is sent; of one that @p waited now, since
/// others may be answered before that.
void report(net::request_log& to, workbench& from, const access::visitor& by, std::size_t bytes, bool waited) {
    if (!to.wants_all() && !from.last.has_failed() && !waited) return;
    net::answered_request what = from.last.of(by, from.watch.so_far());
    what.bytes = bytes;
    if (to.wants_all()) to.answered(what);
    if (from.last.has_failed()) to.failed(what);
    if (!waited || !to.is_slow(what.took)) return;
    to.slow(what);
    from.last_of = nullptr; // it is told
}

std::optional<std::chrono::seconds> whole_seconds(const std::optional<std::chrono::milliseconds>& wait) {
    if (!wait) return std::nullopt;
    return std::max(std::chrono::seconds{1}, std::chrono::ceil<std::chrono::seconds>(*wait));
}

} // namespace

/// Writes an answer, without content for HEAD, and goes on to the next request.
net::next session::give(output_buffer& out, const http::answer_head& head, std::size_t length,
                        std::string_view content) {
    closing_ = closing_ || !arriving_.keep_alive() || bench_.server.state.is_leaving();
    const http::persistence kept = arriving_.head().http_1_1 ? http::persistence::keep : http::persistence::keep_1_0;
    const std::size_t begin = out.size();
    write_head(out, head, length, closing_ ? http::persistence::close : kept, bench_.date);
    if (!arriving_.is_head()) out.append(content);
    return finish(head.code, out.size() - begin);
}

net::next session::finish(http::status code, std::size_t bytes) {
    if (net::request_log* const log = bench_.server.requests) {
        const http::request_head& head = arriving_.head();
        bench_.last.write(head.verb, arriving_.text(head.target),
                          head.traceparent ? arriving_.text(*head.traceparent) : std::string_view{}, code);
        bench_.last_of = this;
        report(*log, bench_, visitor_, bytes, waiting_ != nullptr);
    }
    const auto path = route_ != nullptr ? static_cast<std::size_t>(route_ - routes().data()) : routes().size();
    bench_.counts.answered(path, code);
    bench_.watch.answered(path);
    ++answered_;
    arriving_.end();
    return closing_ ? next::close : next::go_on;
}

net::next session::answer_outcome(output_buffer& out, const outcome& made) {
    if (const auto* const order = std::get_if<id_order>(&made)) return make_ids(out, *order);
    if (const auto* const what = std::get_if<problem>(&made)) return answer_problem(out, *what);
    const answer& given = *std::get_if<answer>(&made);
    const http::answer_head head{.code = given.code,
                                 .content_type = given.content_type,
                                 .cache = given.cache,
                                 .etag = given.etag,
                                 .policy = given.policy,
                                 .allow = given.allow};
    if (given.code == http::status::no_content || given.code == http::status::not_modified)
        return give(out, head, http::length_unknown, {});
    return give(out, head, bench_.content.size(), bench_.content);
}

net::next session::answer_problem(output_buffer& out, problem what) {
    if (what.cause) what.detail = std::string{visitor_.told(*what.cause, what.detail)};
    bench_.content.clear();
    if (!what.tinyid_type.empty()) {
        if (!what.tinyid_is_silent) write_tinyid_error(tinyid_error, what.detail, bench_.content);
        return give(out, {.content_type = what.tinyid_type, .cache = http::caching::no_store}, bench_.content.size(),
                    bench_.content);
    }
    write_problem(what, bench_.content, what.leaf_result.empty() ? std::string_view{} : arriving_.path());
    const http::answer_head head{.code = what.code,
                                 .content_type = "application/problem+json",
                                 .cache = http::caching::no_store,
                                 .allow = what.allow,
                                 .retry_after = whole_seconds(what.retry_after),
                                 .wants_token = what.code == http::status::unauthorized};
    return give(out, head, bench_.content.size(), bench_.content);
}

net::next session::refuse(output_buffer& out, const http::rejection& why) {
    closing_ = true;
    visitor_.forget(); // who sent this is not known: the request before may have been another's
    return answer_problem(out, problem_of(why));
}

net::next session::make_ids(output_buffer& out, const id_order& order) {
    if (arriving_.is_head()) // the length of an ID is unknown before it is made, and HEAD makes none
        return give(out, {.content_type = order.content_type, .cache = http::caching::no_store}, http::length_unknown,
                    {});
    const limits& limit = bench_.server.limit;
    if (order.count > 1 && bench_.server.state.unsent_bytes.load(std::memory_order_relaxed) > limit.unsent_bytes) {
        bench_.counts.refused(refused_request::unsent_bytes);
        return answer_problem(out, overloaded("too many answers wait for their clients to take them"));
    }
    if (!order.instead)
        if (const auto afforded = visitor_.take(order.count); !afforded)
            return answer_problem(out, problem_of(afforded.error()));
    if (order.count > batch_pacer::largest_passer_by) return begin_batch(out, order);
    bench_.ids.resize(order.count);
    filling fill{*order.from, bench_.ids, limit.patience};
    switch (fill.step()) {
    case filling::state::done:
        return answer_ids(out, order, bench_.ids);
    case filling::state::wait:
        if (fill.pause() > limit.serve) return stop_waiting(out, order, took_too_long(), fill.has_got());
        return hold(out, std::make_unique<waiting>(order, fill, bench_.ids, bench_.server));
    case filling::state::failed:
        break;
    }
    return give_up(out, order, why_not(*route_, order, fill), fill.has_got());
}

/// An order of which nothing was made costs nothing of the quota.
net::next session::give_up(output_buffer& out, const id_order& order, const problem& why, bool has_some) {
    if (!order.instead && !has_some) visitor_.give_back(order.count);
    return answer_problem(out, why);
}

/// Gives up an order that did not fail, whose IDs may come yet.
net::next session::stop_waiting(output_buffer& out, const id_order& order, problem why, bool has_some) {
    if (order.given_up) why = order.given_up(std::move(why));
    return give_up(out, order, why, has_some);
}

net::next session::begin_batch(output_buffer& out, const id_order& order) {
    const net::next then = hold(out, std::make_unique<waiting>(order, bench_.server));
    return waiting_ ? advance(out) : then;
}

/// Keeps the request until it has its IDs, unless too many are kept.
net::next session::hold(output_buffer& out, std::unique_ptr<waiting> request) {
    if (request->take_off(bench_.server)) {
        waiting_ = std::move(request);
        return next::wait;
    }
    bench_.counts.refused(refused_request::requests_in_flight);
    return stop_waiting(out, request->order, overloaded("too many requests wait for their IDs"), request->has_some);
}

/// Another attempt of the request that waits, and its answer when it ends.
net::next session::advance(output_buffer& out) {
    if (!waiting_->take_off(bench_.server)) return hold(out, std::move(waiting_));
    const bool goes_on = waiting_->goes_on();
    const bool in_time = std::chrono::steady_clock::now() + waiting_->pause <= waiting_->until;
    if (goes_on && in_time) return waiting_->pause > std::chrono::nanoseconds{0} ? next::wait : next::go_on;

    const waiting& ended = *waiting_;
    next then = next::go_on;
    if (goes_on) {
        then = stop_waiting(out, ended.order, took_too_long(), ended.has_some);
    } else if (ended.state == filling::state::done) {
        then = answer_ids(out, ended.order, ended.ids);
    } else {
        then = give_up(out, ended.order, why_not(*route_, ended.order, ended.fill), ended.has_some);
    }
    waiting_.reset(); // only now, so that the answer is known to have waited
    return then;
}

net::next session::answer_ids(output_buffer& out, const id_order& order, std::span<const id> ids) {
    const http::answer_head head{.content_type = order.content_type, .cache = http::caching::no_store};
    if (!order.instead) bench_.counts.made(bench_.server.generators.index_of(order.generator), ids.size());
    if (!order.instead && order.form == id_form::bare) {
        std::array<char, text_room> text;
        const auto length = static_cast<std::size_t>(order.shape.write(text.data(), ids.front()) - text.data());
        return give(out, head, length, {text.data(), length});
    }
    render(order, ids, bench_.content);
    return give(out, head, bench_.content.size(), bench_.content);
}

} // namespace vesta::rest
