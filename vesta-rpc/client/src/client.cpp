#include "engine.hpp"
#include "number_request.hpp"
#include "value_request.hpp"

#include <vesta/rpc/client.hpp>

#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>

namespace vesta::rpc {
namespace {

error forked() {
    return {errc::forked, "this process was forked from the one that opened the client; open a client after the fork"};
}

/// Begins @p work and sleeps until it calls back.
template <class T>
result<T> sleep_until_done(const std::function<void(detail::callback<T>)>& work) {
    std::mutex guard;
    std::condition_variable changed;
    std::optional<result<T>> came;
    work([&](result<T> value) {
        const std::lock_guard lock{guard};
        came.emplace(std::move(value));
        changed.notify_one(); // under the lock: this frame is gone as soon as the sleeper has it
    });
    std::unique_lock lock{guard};
    changed.wait(lock, [&] { return came.has_value(); });
    return std::move(*came);
}

} // namespace

result<id> generator::generate() {
    if (by_->is_forked()) [[unlikely]]
        return forked();
    id made;
    if (from_->take_one(made)) [[likely]]
        return made;
    if (auto filled = generate({&made, 1}); !filled) return std::move(filled).error();
    return made;
}

result<void> generator::generate(std::span<id> out) {
    if (by_->is_forked()) return forked();
    out = out.subspan(from_->take(out));
    if (out.empty()) return {};
    detail::sleeping_waiter sleeper{out, by_->deadline()};
    from_->wait_for_more(sleeper);
    return sleeper.sleep();
}

void generator::async_generate(std::span<id> out, std::function<void(result<void>)> done) {
    if (by_->is_forked()) return done(forked());
    out = out.subspan(from_->take(out));
    if (out.empty()) return done({});
    const auto from = from_; // the callback may run, and drop this handle, before this returns
    from->wait_for_more(*new detail::calling_waiter{out, by_->deadline(), std::move(done)});
}

operation<void> generator::co_generate(std::span<id> out) {
    if (by_->is_forked()) return operation<void>{result<void>{forked()}};
    const std::size_t taken = from_->take(out);
    if (taken == out.size()) return operation<void>{result<void>{}};
    const auto rest = out.subspan(taken);
    return {[all = *this, rest](operation<void>::callback done) mutable { all.async_generate(rest, std::move(done)); },
            by_->options().resume};
}

operation<id> generator::co_generate() {
    if (by_->is_forked()) return operation<id>{result<id>{forked()}};
    id made;
    if (from_->take_one(made)) return operation<id>{result<id>{made}};
    return {[all = *this](operation<id>::callback done) mutable {
                const auto room = std::make_shared<id>();
                all.async_generate({room.get(), 1}, [room, done = std::move(done)](result<void> filled) {
                    done(filled ? result<id>{*room} : result<id>{std::move(filled).error()});
                });
            },
            by_->options().resume};
}

operation<explanation> generator::co_explain(id value) const {
    return {[by = by_, from = from_, value](detail::callback<explanation> done) {
                if (by->is_forked()) return done(forked());
                by->submit(detail::explain_request(from->name(), value, by->deadline(), std::move(done)));
            },
            by_->options().resume};
}

operation<id> generator::co_make(const fields& parts) const {
    return {[by = by_, from = from_, parts](detail::callback<id> done) {
                if (by->is_forked()) return done(forked());
                by->submit(detail::make_request(from->name(), parts, by->deadline(), std::move(done)));
            },
            by_->options().resume};
}

operation<unix_ms> generator::co_to_time(std::uint64_t time) const {
    return {[by = by_, from = from_, time](detail::callback<unix_ms> done) {
                if (by->is_forked()) return done(forked());
                by->submit(detail::time_request(from->name(), time, by->deadline(), std::move(done)));
            },
            by_->options().resume};
}

result<explanation> generator::explain(id value) const {
    if (by_->is_forked()) return forked();
    return sleep_until_done<explanation>([&](detail::callback<explanation> done) {
        by_->submit(detail::explain_request(from_->name(), value, by_->deadline(), std::move(done)));
    });
}

result<id> generator::make(const fields& parts) const {
    if (by_->is_forked()) return forked();
    return sleep_until_done<id>([&](detail::callback<id> done) {
        by_->submit(detail::make_request(from_->name(), parts, by_->deadline(), std::move(done)));
    });
}

result<unix_ms> generator::to_time(std::uint64_t time) const {
    if (by_->is_forked()) return forked();
    return sleep_until_done<unix_ms>([&](detail::callback<unix_ms> done) {
        by_->submit(detail::time_request(from_->name(), time, by_->deadline(), std::move(done)));
    });
}

operation<number_outcome> generator::co_take_number(std::string key) const {
    return {[by = by_, from = from_, key = std::move(key)](detail::callback<number_outcome> done) {
                if (by->is_forked()) return done(number_outcome{.why = forked()});
                if (auto good = check_key(key); !good) return done(number_outcome{.why = std::move(good).error()});
                by->submit(detail::number_request(from->name(), key, by->deadline(), by->options(), std::move(done)));
            },
            by_->options().resume};
}

number_outcome generator::take_number(std::string_view key) const {
    if (by_->is_forked()) return {.why = forked()};
    if (auto good = check_key(key); !good) return {.why = std::move(good).error()};
    return *sleep_until_done<number_outcome>([&](detail::callback<number_outcome> done) {
        by_->submit(
            detail::number_request(from_->name(), std::string{key}, by_->deadline(), by_->options(), std::move(done)));
    });
}

id_source& generator::source() noexcept {
    return *from_;
}

result<client> client::open(const client_options& options) {
    auto started = detail::engine::start(options);
    if (!started) return std::move(started).error();
    return client{*std::move(started)};
}

client::client(std::unique_ptr<detail::engine> started)
    : engine_{std::move(started)}, default_{*engine_, engine_->get({.generator = "default"})} {}

client::client(client&&) noexcept = default;

client& client::operator=(client&& other) noexcept {
    const client before{std::move(*this)}; // ends as any client does
    engine_ = std::move(other.engine_);
    default_ = other.default_;
    return *this;
}

client::~client() {
    // A forked child has no such thread to join, and the connections are its parent's.
    if (engine_ && engine_->is_forked()) static_cast<void>(engine_.release());
}

result<generator> client::get(std::string_view name) const {
    return get(stream_query{.generator = name});
}

result<generator> client::get(const stream_query& query) const {
    if (query.app.has_value() != query.gate_pass.has_value())
        return error{errc::invalid_argument, "an app and a gate pass go together"};
    detail::stream_name wanted{.generator = std::string{query.generator.empty() ? "default" : query.generator},
                               .app = query.app};
    if (query.tag) wanted.tag = std::string{*query.tag};
    if (query.gate_pass) wanted.gate_pass = std::string{*query.gate_pass};
    return generator{*engine_, engine_->get(wanted)};
}

} // namespace vesta::rpc
