#include "link.hpp"

#include "scripts.hpp"

#include <vesta/base/random_bits.hpp>

#include <utility>

namespace vesta::redis {
namespace {

bool is_about_rights(std::string_view reply) {
    return reply.starts_with("NOAUTH") || reply.starts_with("NOPERM");
}

} // namespace

link::link(options at, connector by, const wall_clock& clock)
    : at_{std::move(at)}, connect_{std::move(by)}, clock_{clock} {}

link::~link() = default;

error link::trouble(errc code, const std::string& what) const {
    return {code, "Redis at " + at_.host + ":" + std::to_string(at_.port) + ": " + what};
}

/// Drops all other connections, which are most likely broken as well.
error link::away(const error& why) {
    if (why.code == errc::invalid_settings) return trouble(why.code, why.message);
    constexpr std::chrono::milliseconds rest{250};
    rests_until_ = (clock_.steady() + rest).time_since_epoch().count();
    {
        const std::lock_guard guard{guard_};
        idle_.clear();
    }
    return trouble(errc::store_unavailable, why.message);
}

bool link::resting() const noexcept {
    return clock_.steady().time_since_epoch().count() < rests_until_;
}

result<link::client> link::take() {
    {
        const std::lock_guard guard{guard_};
        if (!idle_.empty()) {
            client last = std::move(idle_.back());
            idle_.pop_back();
            return last;
        }
    }
    return connect_(at_);
}

void link::put_back(client connection) {
    const std::lock_guard guard{guard_};
    idle_.push_back(std::move(connection));
}

result<std::vector<std::string>> link::run(std::string_view script, const std::string& key,
                                           const std::vector<std::string>& arguments) {
    if (resting()) return trouble(errc::store_unavailable, "it did not answer a moment ago");
    auto connection = take();
    if (!connection) return away(connection.error());
    // After any failure the connection is dropped: a late answer must not be taken for that of the next question.
    auto got = (*connection)->run(script, key, arguments);
    if (!got) return away(got.error());
    if (!got->refused.empty())
        return trouble(is_about_rights(got->refused) ? errc::invalid_settings : errc::store_unavailable, got->refused);
    if (got->strings.empty() || got->strings.back() != "end")
        return away({errc::store_unavailable, "the answer was cut off"});
    got->strings.pop_back();
    put_back(*std::move(connection));
    return std::move(got->strings);
}

std::string key_text(const shard_key& key, char separator) {
    return std::to_string(key.app.value) + separator + std::to_string(key.shard.value);
}

result<std::optional<std::string>> take_lock(link& to, const std::string& key, std::chrono::milliseconds time) {
    auto token = random_hex(32);
    const auto taken = to.run(scripts::lock, key, {token, std::to_string(time.count())});
    if (!taken) return taken.error();
    return taken->empty() ? std::optional<std::string>{} : std::optional{std::move(token)};
}

result<void> release_lock(link& to, const std::string& key, const std::string& token) {
    return to.run(scripts::unlock, key, {token}).without_value();
}

} // namespace vesta::redis
