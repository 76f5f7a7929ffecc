#pragma once

#include "support/sql_options.hpp"

#include <vesta/redis/queues.hpp>
#include <vesta/sql/sharded_tables.hpp>

#include <Poco/Redis/Array.h>
#include <Poco/Redis/Client.h>

#include <filesystem>
#include <string>
#include <vector>

namespace vesta::testing {

inline redis::options redis_server() {
    return {.host = server_setting("VESTA_TEST_REDIS_HOST"),
            .port = static_cast<std::uint16_t>(std::stoi(server_setting("VESTA_TEST_REDIS_PORT")))};
}

/// What an administrator, or an accident, does to Redis.
class redis_hand {
  public:
    std::vector<std::string> keys() {
        const auto found = client().execute<Poco::Redis::Array>(words({"KEYS", "*"}));
        std::vector<std::string> all;
        for (std::size_t i = 0; !found.isNull() && i < found.size(); ++i)
            all.push_back(found.get<Poco::Redis::BulkString>(i).value());
        return all;
    }

    void flush() { client().execute<std::string>(words({"FLUSHALL"})); }

    /// What lies on disk is what Redis finds when it starts again.
    void dump_to_disk() { client().execute<std::string>(words({"SAVE"})); }
    static void remove_dump() {
        std::filesystem::remove(std::filesystem::path{server_setting("VESTA_TEST_FOLDER")} / "redis" / "dump.rdb");
    }

    /// Sets aside what all queues hold, and puts it back into the running server.
    void remember() { copy_all("vesta.", "old.vesta."); }
    void put_back() { copy_all("old.vesta.", "vesta."); }

  private:
    static Poco::Redis::Array words(const std::vector<std::string>& all) {
        Poco::Redis::Array array;
        return array.add(all);
    }

    static Poco::Redis::Client& client() {
        static thread_local std::unique_ptr<Poco::Redis::Client> open;
        open = std::make_unique<Poco::Redis::Client>(redis_server().host, redis_server().port);
        return *open;
    }

    void copy_all(const std::string& from, const std::string& to) {
        for (const std::string& key : keys())
            if (key.rfind(from, 0) == 0)
                client().execute<Poco::Int64>(words({"COPY", key, to + key.substr(from.size()), "REPLACE"}));
    }
};

} // namespace vesta::testing
