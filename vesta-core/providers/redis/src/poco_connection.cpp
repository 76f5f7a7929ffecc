#include "tls_socket.hpp"

#include <vesta/redis/connection.hpp>

#include <Poco/Exception.h>
#include <Poco/Net/SocketAddress.h>
#include <Poco/Redis/Array.h>
#include <Poco/Redis/Error.h>
#include <Poco/Redis/Exception.h>
#include <Poco/Redis/RedisStream.h>

#include <algorithm>
#include <array>

namespace vesta::redis {
namespace {

using Poco::Redis::Array;
using Poco::Redis::BulkString;
using Poco::Redis::RedisType;
using Poco::Redis::Type;

Poco::Timespan timespan(std::chrono::milliseconds time) {
    return {std::chrono::microseconds{time}.count()};
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

/// Connected; by TLS unless @p secured_by is null.
Poco::Net::StreamSocket connect_socket(const options& to, const tls::context* secured_by) {
    Poco::Net::StreamSocket plain;
    plain.connect({to.host, to.port}, timespan(to.connect_timeout));
    plain.setReceiveTimeout(timespan(to.answer_timeout));
    plain.setSendTimeout(timespan(to.answer_timeout));
    plain.setNoDelay(true);
    return secured_by ? secure(plain, *secured_by, to.host) : plain;
}

/// Poco's reader of answers on a socket of our own: Poco's client takes none, and so has no TLS.
class poco_connection final : public connection {
  public:
    poco_connection(const options& to, const tls::context* secured_by)
        : socket_{connect_socket(to, secured_by)}, input_{socket_} {
        if (!to.password.empty()) {
            Array words;
            words.add("AUTH");
            if (!to.user.empty()) words.add(to.user);
            words.add(to.password);
            execute<std::string>(words);
        }
        if (to.database != 0) {
            Array words;
            words.add("SELECT").add(std::to_string(to.database));
            execute<std::string>(words);
        }
    }

    result<answer> run(std::string_view script, const std::string& key,
                       const std::vector<std::string>& arguments) override {
        try {
            Array words;
            words.add("EVAL").add(std::string{script}).add("1").add(key);
            for (const auto& each : arguments)
                words.add(each);
            const Array all = execute<Array>(words);
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
    template <class T>
    T execute(const Array& command) {
        send(command.toString());
        const auto reply = receive();
        if (const auto* const refused = dynamic_cast<const Type<Poco::Redis::Error>*>(reply.get()))
            throw Poco::Redis::RedisException{refused->value().getMessage()};
        const auto* const wanted = dynamic_cast<const Type<T>*>(reply.get());
        if (!wanted) throw Poco::Redis::RedisException{"an answer of another type"};
        return wanted->value();
    }

    void send(std::string_view bytes) {
        while (!bytes.empty())
            bytes.remove_prefix(
                static_cast<std::size_t>(socket_.sendBytes(bytes.data(), static_cast<int>(bytes.size()))));
    }

    RedisType::Ptr receive() {
        const int mark = input_.get();
        RedisType::Ptr reply = mark < 0 ? RedisType::Ptr{} : RedisType::createRedisType(static_cast<char>(mark));
        if (!reply) throw Poco::Redis::RedisException{mark < 0 ? "it gave no answer" : "it is no Redis"};
        reply->read(input_);
        return reply;
    }

    Poco::Net::StreamSocket socket_;
    Poco::Redis::RedisInputStream input_;
};

/// Null without TLS.
result<tls::shared_context> read_tls(const options& of) {
    return of.tls ? tls::make_context(*of.tls) : tls::shared_context{};
}

} // namespace

result<void> check(const options& of) {
    return read_tls(of).without_value();
}

result<std::unique_ptr<connection>> connect(const options& to) {
    const auto secured_by = read_tls(to);
    if (!secured_by) return secured_by.error();
    try {
        return std::unique_ptr<connection>{std::make_unique<poco_connection>(to, secured_by->get())};
    } catch (const Poco::Redis::RedisException& failed) {
        return away(failed.message());
    } catch (const Poco::Exception& failed) {
        return away(failed.displayText());
    } catch (const std::exception& failed) {
        return away(failed.what());
    }
}

} // namespace vesta::redis
