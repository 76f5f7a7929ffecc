#include "interpreter.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace vesta::rpc::detail {
namespace {

constexpr std::size_t most_at_once = 64; // commands answered from one attempt, which makes room for them
constexpr std::size_t held_kept = 1024;  // bytes of memory kept for answers that wait

bool is_done(const verdict& how) noexcept {
    return how.then == verdict::kind::done;
}

bool waits(const verdict& how) noexcept {
    return how.then == verdict::kind::hold || how.then == verdict::kind::retry;
}

} // namespace

interpreter::interpreter(const service& of, counters& counted, std::uint64_t number, std::string address,
                         std::string reached, std::vector<std::string> certificate)
    : of_{of}, counted_{counted}, peer_{of, number, std::move(address), std::move(reached), std::move(certificate)},
      parser_{of.options.commands} {}

interpreter::step interpreter::advance(std::string_view input, output_buffer& out, net::turn_budget budget,
                                       clock::time_point arrival) {
    const std::size_t begin = out.size();
    arrival_ = arrival;
    peer_.card.heard(arrival);
    if (!unfinished_) release(out);
    void_caches(out);
    if (peer_.visitor.refresh()) {
        last_.size = 0; // what it could do is not what it can do now
        peer_.update_card();
    }

    step so_far;
    verdict last;
    while (is_done(last) && (is_running() || so_far.consumed < input.size())) {
        if (out.size() - begin >= of_.options.limits.unsent_bytes || !budget.spend()) {
            so_far.then = next::go_on;
            return so_far;
        }
        last = is_running() ? take_queued_turn(out, so_far) : take_turn(input.substr(so_far.consumed), out, so_far);
        if (midway_) break;
        settle(last, out);
        void_caches(out);
    }
    if (last.then == verdict::kind::close) so_far.then = next::close;
    if (waits(last)) {
        so_far.then = last.wait > std::chrono::nanoseconds{0} ? next::wait : next::go_on;
        so_far.wait = last.wait;
    }
    return so_far;
}

/// Answers the command at the front, or a run of the same one.
verdict interpreter::take_turn(std::string_view input, output_buffer& out, step& so_far) {
    if (!midway_) {
        if (const std::size_t times = last_.repeated(input, most_at_once)) return serve(times, last_.size, out, so_far);
    }
    const parse_status found = parser_.parse(input);
    midway_ = found == parse_status::incomplete;
    switch (found) {
    case parse_status::incomplete:
        break;
    case parse_status::failed:
        return refuse(out);
    case parse_status::complete:
        if (!parser_.arguments().empty()) return run_parsed(input.substr(0, parser_.consumed()), out, so_far);
        so_far.consumed += parser_.consumed();
    }
    return {};
}

/// The next commands of those that EXEC runs.
verdict interpreter::take_queued_turn(output_buffer& out, step& so_far) {
    step queued;
    const verdict how = take_turn(peer_.queue.rest(), out, queued);
    so_far.answered += queued.answered;
    peer_.queue.ran(queued.consumed);
    return how;
}

/// Tells a client that keeps what it reads to forget it, once that is sent.
void interpreter::void_caches(output_buffer& out) {
    auto& read = peer_.caches.read;
    if (read.empty() || is_running() || !held_.empty()) return;
    reply_writer to{out, peer_.version};
    to.push(2);
    to.bulk("invalidate");
    to.array(read.size()); // one by one: node-redis keeps an answer that comes just before word that all is void
    for (const std::string& each : read)
        to.bulk(each);
    read.clear();
}

/// Answers @p times commands like the last with one ID each, or as many as one attempt makes.
verdict interpreter::serve(std::size_t times, std::size_t bytes_each, output_buffer& out, step& so_far) {
    std::array<id, most_at_once> ids;
    call with = begin_call(out);
    if (peer_.visitor.has_quota()) {
        times = 1; // the quota may give some of many, which one attempt at it does not tell
        if (const auto afforded = peer_.visitor.take(1); !afforded) {
            const verdict refused = with.fail(afforded.error());
            note_answers(with, 1, bytes_each, so_far);
            return refused;
        }
    }
    const grant given = last_.source->try_generate(std::span{ids}.first(times));
    std::size_t done = given.made;
    if (done == 0) peer_.visitor.give_back(1);
    verdict how;
    if (given.made != 0) {
        last_.reply.write(with.reply(), std::span{ids}.first(given.made));
        counted_.ids[last_.generator].add(given.made);
        if (given.wait > std::chrono::nanoseconds{0}) how = {.then = verdict::kind::hold, .wait = given.wait};
    } else {
        how = with.refused(*last_.source, given.why, given.wait);
        if (how.then == verdict::kind::retry) return how;
        done = 1;
    }
    note_answers(with, done, bytes_each, so_far);
    return how;
}

/// Counts @p times commands like the last as answered.
void interpreter::note_answers(const call& with, std::size_t times, std::size_t bytes_each, step& so_far) {
    peer_.under_way.waited = {};
    so_far.consumed += times * bytes_each;
    so_far.answered += times;
    note(last_.which, with, times, of_.from.all()[last_.generator].get());
}

/// Counts @p times equal commands, and reports them where each is to be reported.
void interpreter::note(command which, const call& with, std::size_t times, const named_generator* of) noexcept {
    counted_.count(which, with.ended, times);
    last_ran_ = {which, with.ended};
    peer_.card.ran(which);
    net::request_log* const to = of_.options.requests;
    if (to == nullptr || !to->wants_all()) return;
    net::answered_request what = describe(last_ran_, times);
    if (of != nullptr) what.generator = of->name();
    what.bytes = with.out.size() - with.answer_begin;
    what.took = clock::now() - arrival_;
    to->answered(what);
}

net::answered_request interpreter::describe(const ended_command& what, std::uint64_t times) const noexcept {
    return {.protocol = "RPC",
            .address = peer_.card.address(),
            .principal = peer_.visitor.who().name(),
            .what = name(what.which),
            .result = text(what.how),
            .times = times};
}

void interpreter::note_time(std::uint64_t times, std::chrono::nanoseconds took) noexcept {
    const ended_command told = std::exchange(waited_, std::nullopt).value_or(last_ran_);
    net::request_log* const to = of_.options.requests;
    if (to == nullptr || !to->is_slow(took)) return;
    net::answered_request what = describe(told, times);
    what.took = took;
    to->slow(what);
}

/// Runs the command that the parser found in @p bytes.
verdict interpreter::run_parsed(std::string_view bytes, output_buffer& out, step& so_far) {
    call with = begin_call(out);
    command which = command::unknown;
    const verdict how = dispatch(with, bytes, which);
    if (how.then == verdict::kind::retry) return how;
    if (how.then == verdict::kind::serve) {
        remember(bytes, which, how);
        return serve(1, bytes.size(), out, so_far);
    }
    last_.size = 0; // the quotas of its target are no longer those chosen
    peer_.under_way = {};
    so_far.consumed += bytes.size();
    if (with.is_queued) return how; // it counts when it runs
    so_far.answered += 1;
    peer_.update_card();
    note(which, with, 1);
    return how;
}

verdict interpreter::refuse(output_buffer& out) {
    counted_.closed_protocol.add(1);
    call with = begin_call(out);
    with.fail(reply_word::err, parser_.problem());
    return {.then = verdict::kind::close};
}

std::size_t interpreter::remembered::repeated(std::string_view input, std::size_t most) const noexcept {
    if (size == 0) return 0;
    const std::size_t fit = std::min(most, input.size() / size);
    const auto is_again = [&](std::size_t i) { return std::memcmp(input.data() + i * size, bytes.data(), size) == 0; };
    if (fit == 0 || !is_again(0)) return 0;
    // Bytes that equal themselves one command further on are that command again and again.
    if (std::memcmp(input.data(), input.data() + size, (fit - 1) * size) == 0) return fit;
    std::size_t times = 1;
    while (times < fit && is_again(times))
        ++times;
    return times;
}

void interpreter::remember(std::string_view bytes, command which, const verdict& how) noexcept {
    last_.size = 0;
    last_.which = which;
    last_.source = how.source;
    last_.generator = how.generator;
    last_.reply = how.reply;
    if (bytes.size() > last_.bytes.size()) return;
    std::ranges::copy(bytes, last_.bytes.begin());
    last_.size = bytes.size();
}

/// A partial answer goes on where it is held, so that it is copied only once.
call interpreter::begin_call(output_buffer& out) {
    answer_begin_ = unfinished_ ? 0 : out.size();
    return {of_, peer_, counted_, parser_.arguments(), unfinished_ ? held_ : out, answer_begin_};
}

/// Keeps the last answer, or its written part, if it may not go out yet; else sends it.
void interpreter::settle(const verdict& how, output_buffer& out) {
    if (how.then == verdict::kind::hold || (unfinished_ && !waits(how))) waited_ = last_ran_;
    if (waits(how) && !unfinished_) {
        held_.append(out.view().substr(answer_begin_));
        out.truncate(answer_begin_);
    }
    if (!waits(how) && unfinished_) release(out);
    unfinished_ = how.then == verdict::kind::retry;
}

void interpreter::release(output_buffer& out) {
    out.append(held_.view());
    held_.clear_and_keep(held_kept);
}

} // namespace vesta::rpc::detail
