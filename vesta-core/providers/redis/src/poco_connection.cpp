#include <vesta/redis/connection.hpp>

#include <Poco/Exception.h>
#include <Poco/Redis/Array.h>
#include <Poco/Redis/Client.h>
#include <Poco/Redis/Exception.h>
#include <Poco/SHA1Engine.h>

#include <algorithm>
#include <array>

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

/// The name by which Redis knows a script that it has run before.
std::string name_of(std::string_view script) {
    Poco::SHA1Engine engine;
    engine.update(script.data(), script.size());
    return Poco::DigestEngine::digestToHex(engine.digest());
}

/// Runs scripts by name: a command longer than one of Poco's buffers waits 40 ms between two writes (Nagle's algorithm
/// and delayed acknowledgements), and Poco cannot turn that off.
Array evaluate(Poco::Redis::Client& in, std::string_view script, const std::string& key,
               const std::vector<std::string>& arguments) {
    try {
        return in.execute<Array>(command("EVALSHA", name_of(script), key, arguments));
    } catch (const Poco::Redis::RedisException& failed) {
        if (!failed.message().starts_with("NOSCRIPT")) throw;
        return in.execute<Array>(command("EVAL", std::string{script}, key, arguments));
    }
}

/// Replies of Redis begin with a word in capitals. Any other text comes from Poco, about a broken connection.
bool is_a_reply(std::string_view text) {
    const auto word = text.substr(0, text.find(' '));
    return !word.empty() && word.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") == word.npos;
}

bool is_about_settings(std::string_view reply) {
    constexpr std::array<std::string_view, 5> starts{"NOAUTH", "WRONGPASS", "NOPERM", "ERR AUTH",
                                                     "ERR invalid password"};
    return std::ranges::any_of(starts, [&](std::string_view each) { return reply.starts_with(each); });
}

error away(const std::string& what) {
    return {is_about_settings(what) ? errc::invalid_settings : errc::store_unavailable, what};
}

class poco_connection final : public connection {
  public:
    explicit poco_connection(const options& to) {
        client_.connect(to.host, to.port, timespan(to.connect_timeout));
        client_.setReceiveTimeout(timespan(to.answer_timeout));
        if (!to.password.empty()) {
            Array words;
            words.add("AUTH");
            if (!to.user.empty()) words.add(to.user);
            words.add(to.password);
            client_.execute<std::string>(words);
        }
        if (to.database != 0) {
            Array words;
            words.add("SELECT").add(std::to_string(to.database));
            client_.execute<std::string>(words);
        }
    }

    result<answer> run(std::string_view script, const std::string& key,
                       const std::vector<std::string>& arguments) override {
        try {
            const Array all = evaluate(client_, script, key, arguments);
            answer got;
            for (std::size_t i = 0; i < all.size(); ++i)
                got.strings.push_back(all.get<BulkString>(i).value());
            return got;
        } catch (const Poco::Redis::RedisException& failed) {
            if (!is_a_reply(failed.message())) return away(failed.message());
            return answer{.refused = failed.message()};
        } catch (const Poco::Exception& failed) {
            return away(failed.displayText());
        } catch (const std::exception& failed) {
            return away(failed.what());
        }
    }

  private:
    Poco::Redis::Client client_;
};

} // namespace

result<std::unique_ptr<connection>> connect(const options& to) {
    try {
        return std::unique_ptr<connection>{std::make_unique<poco_connection>(to)};
    } catch (const Poco::Redis::RedisException& failed) {
        return away(failed.message());
    } catch (const Poco::Exception& failed) {
        return away(failed.displayText());
    } catch (const std::exception& failed) {
        return away(failed.what());
    }
}

} // namespace vesta::redis
