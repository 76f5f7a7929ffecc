#include "areas.hpp"
#include "integration/sharded/servers.hpp"

#include <vesta/sharded/sharded_generator.hpp>
#include <vesta/source/waiting.hpp>

#include <chrono>

namespace vesta::bench {
namespace {

using Poco::Redis::Array;
using std::chrono::steady_clock;

constexpr int rounds = 5;
constexpr std::chrono::milliseconds long_enough{1000};

double seconds_since(steady_clock::time_point start) {
    return std::chrono::duration<double>(steady_clock::now() - start).count();
}

/// Numbers a second that one thread gets out of a list, one round trip each.
double numbers_by_lpop() {
    Poco::Redis::Client client{testing::redis_server().host, testing::redis_server().port};
    Array fill;
    fill.add("EVAL")
        .add("for i = 1, 200000 do redis.call('RPUSH', KEYS[1], i) end return 0")
        .add("1")
        .add("bench.list");
    client.execute<Poco::Int64>(fill);
    Array pop;
    pop.add("LPOP").add("bench.list");
    double numbers = 0;
    const auto start = steady_clock::now();
    for (; steady_clock::now() - start < long_enough; ++numbers)
        client.execute<Poco::Redis::BulkString>(pop);
    const double rate = numbers / seconds_since(start);
    Array clean;
    client.execute<Poco::Int64>(clean.add("DEL").add("bench.list"));
    return rate;
}

/// A node on the queue in Redis, on an application of its own whose rows have this step.
class node {
  public:
    node(std::uint32_t app, std::int64_t step, refill_kind refill)
        : generator_{supply(app, step), {.refill = refill}}, source_{*generator_.stream({{app}, {0}}).value()} {}

    double numbers_per_second() {
        std::vector<id> out(100);
        double numbers = 0;
        const auto start = steady_clock::now();
        for (; steady_clock::now() - start < long_enough; numbers += static_cast<double>(out.size()))
            generate_all(source_, out, system_wall_clock()).value();
        return numbers / seconds_since(start);
    }

  private:
    static std::shared_ptr<shard_supply> supply(std::uint32_t app, std::int64_t step) {
        const auto tables = sql::open_sharded_tables(testing::mariadb_options());
        tables.store->init({app}, "bench").value();
        testing::run_sql(testing::mariadb_options(), "UPDATE id_alloc SET step = ? WHERE app_id = ?",
                         {step, std::int64_t{app}});
        return queued_supply(tables.store, tables.ledger, redis::open_queue(testing::redis_server()), {});
    }

    sharded_generator generator_;
    id_source& source_;
};

} // namespace

void measure_redis(report& into) {
    const auto compare = [&](const std::string& what, const std::string& bound, std::uint32_t app, std::int64_t step,
                             refill_kind refill) {
        node ours{app, step, refill};
        const auto [mine, other] =
            alternate(rounds, [&] { return ours.numbers_per_second(); }, [] { return numbers_by_lpop(); });
        into.add({what, mine, other, "numbers per second; peer: LPOP", bound});
    };
    compare("Redis, step 1000, a step at a time", "", 1, 1000, refill_kind::step);
    compare("Redis, step 1000, by demand", "ratio >= 50", 2, 1000, refill_kind::demand);
    compare("Redis, step 100000, a step at a time", "ratio >= 50", 3, 100'000, refill_kind::step);
}

} // namespace vesta::bench
