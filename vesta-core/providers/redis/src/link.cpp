#include "link.hpp"

#include "scripts.hpp"

#include <Poco/Exception.h>
#include <Poco/Redis/Array.h>
#include <Poco/Redis/Client.h>
#include <Poco/Redis/Exception.h>
#include <Poco/SHA1Engine.h>

#include <random>
#include <utility>

namespace vesta::redis {
namespace {

using Poco::Redis::Array;
using Poco::Redis::BulkString;

Poco::Timespan timespan(std::chrono::milliseconds time) {
    return {std::chrono::microseconds{time}.count()};
}

Array command(const char* verb, const std::string& script, const std::string& key,
              const std::vector<std::string>& arguments) {
    Array words;
    words.add(verb).add(script).add("1").add(key);
    for (const auto& each : arguments)
        words.add(each);
    return words;
}

/// The name by which Redis knows a script that it has run.
std::string name_of(std::string_view script) {
    Poco::SHA1Engine engine;
    engine.update(script.data(), script.size());
    return Poco::DigestEngine::digestToHex(engine.digest());
}

/// By name, since a command that fills more than one of Poco's buffers waits 40 ms between the two: Nagle's algorithm
/// and delayed acknowledgements, and Poco has no way to turn them off here.
Array evaluate(Poco::Redis::Client& in, std::string_view script, const std::string& key,
               const std::vector<std::string>& arguments) {
    try {
        return in.execute<Array>(command("EVALSHA", name_of(script), key, arguments));
    } catch (const Poco::Redis::RedisException& failed) {
        if (!failed.message().starts_with("NOSCRIPT")) throw;
        return in.execute<Array>(command("EVAL", std::string{script}, key, arguments));
    }
}

std::vector<std::string> strings_of(const Array& answer) {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < answer.size(); ++i)
        all.push_back(answer.get<BulkString>(i).value());
    if (all.empty() || all.back() != "end") throw Poco::Redis::RedisException{"the answer was cut off"};
    all.pop_back();
    return all;
}

/// Replies of Redis begin with a word in capitals; whatever else Poco says comes from Poco, of a broken connection.
bool is_a_reply(std::string_view text) {
    const auto word = text.substr(0, text.find(' '));
    return !word.empty() && word.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") == word.npos;
}

bool is_about_settings(std::string_view reply) {
    for (const std::string_view start : {"NOAUTH", "WRONGPASS", "NOPERM", "ERR AUTH", "ERR invalid password"})
        if (reply.starts_with(start)) return true;
    return false;
}

std::string random_token() {
    std::random_device source;
    std::string token;
    for (int i = 0; i < 4; ++i)
        token += std::to_string(source()) + '.';
    return token;
}

} // namespace

link::link(options at) : at_{std::move(at)} {}

link::~link() = default;

error link::trouble(const std::string& what) const {
    return {is_about_settings(what) ? errc::invalid_settings : errc::store_unavailable,
            "Redis at " + at_.host + ":" + std::to_string(at_.port) + ": " + what};
}

/// Other connections are broken as well, where there are some.
error link::away(const std::string& what) {
    constexpr std::chrono::milliseconds rest{250};
    rests_until_ = (std::chrono::steady_clock::now() + rest).time_since_epoch().count();
    {
        const std::lock_guard guard{guard_};
        idle_.clear();
    }
    return trouble(what);
}

bool link::resting() const noexcept {
    return std::chrono::steady_clock::now().time_since_epoch().count() < rests_until_;
}

link::client link::connect() const {
    auto made = std::make_unique<Poco::Redis::Client>();
    made->connect(at_.host, at_.port, timespan(at_.connect_timeout));
    made->setReceiveTimeout(timespan(at_.answer_timeout));
    if (!at_.password.empty()) {
        Array words;
        words.add("AUTH");
        if (!at_.user.empty()) words.add(at_.user);
        words.add(at_.password);
        made->execute<std::string>(words);
    }
    if (at_.database != 0) {
        Array words;
        words.add("SELECT").add(std::to_string(at_.database));
        made->execute<std::string>(words);
    }
    return made;
}

link::client link::take() {
    {
        const std::lock_guard guard{guard_};
        if (!idle_.empty()) {
            client last = std::move(idle_.back());
            idle_.pop_back();
            return last;
        }
    }
    return connect();
}

void link::put_back(client connection) {
    const std::lock_guard guard{guard_};
    idle_.push_back(std::move(connection));
}

result<std::vector<std::string>> link::run(std::string_view script, const std::string& key,
                                           const std::vector<std::string>& arguments) {
    if (resting()) return trouble("it did not answer a moment ago");
    try {
        client connection = take();
        // Whatever goes wrong from here on ends this connection: an answer that comes late must not be taken for that
        // of the next question.
        auto answer = strings_of(evaluate(*connection, script, key, arguments));
        put_back(std::move(connection));
        return answer;
    } catch (const Poco::Redis::RedisException& failed) {
        return is_a_reply(failed.message()) ? trouble(failed.message()) : away(failed.message());
    } catch (const Poco::Exception& failed) {
        return away(failed.displayText());
    } catch (const std::exception& failed) {
        return away(failed.what());
    }
}

std::string key_text(const shard_key& key, char separator) {
    return std::to_string(key.app.value) + separator + std::to_string(key.shard.value);
}

result<std::optional<std::string>> take_lock(link& to, const std::string& key, std::chrono::milliseconds time) {
    auto token = random_token();
    const auto taken = to.run(scripts::lock, key, {token, std::to_string(time.count())});
    if (!taken) return taken.error();
    return taken->empty() ? std::optional<std::string>{} : std::optional{std::move(token)};
}

result<void> release_lock(link& to, const std::string& key, const std::string& token) {
    const auto released = to.run(scripts::unlock, key, {token});
    return released ? result<void>{} : released.error();
}

} // namespace vesta::redis
