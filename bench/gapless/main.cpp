#include "support/report.hpp"
#include "support/sql_options.hpp"

#include <vesta/base/descriptor.hpp>
#include <vesta/file/number_book.hpp>
#include <vesta/gapless/gapless_generator.hpp>
#include <vesta/sql/gapless_tables.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <fcntl.h>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <thread>
#include <unistd.h>

// Numbers without gaps, each with a key of its own: what 64 callers get, and what they would get otherwise.
namespace vesta::bench {
namespace {

using std::chrono::steady_clock;

constexpr int rounds = 5;
constexpr std::size_t callers = 64;
constexpr std::size_t wide_open = 100'000'000; // keys
constexpr std::chrono::seconds long_enough{3};

/// How often a second @p once is done by @p threads threads; it is told which of them does it.
double rate(std::size_t threads, const std::function<void(std::size_t)>& once) {
    std::atomic<bool> ends = false;
    std::atomic<std::uint64_t> times = 0;
    const auto start = steady_clock::now();
    {
        std::vector<std::jthread> all;
        for (std::size_t i = 0; i < threads; ++i)
            all.emplace_back([&, i] {
                for (; !ends; ++times)
                    once(i);
            });
        std::this_thread::sleep_for(long_enough);
        ends = true;
    }
    return static_cast<double>(times) / std::chrono::duration<double>(steady_clock::now() - start).count();
}

double numbers_of(gapless_generator& from) {
    static std::atomic<std::uint64_t> keys = 0;
    return rate(callers, [&](std::size_t) {
        const auto told = from.take({"order", "00000000-0000-4000-8000-" + std::to_string(++keys)});
        if (told.number == 0) throw std::runtime_error{told.why.message};
    });
}

/// Blocks of 4 KiB that are appended and synchronised one by one.
double appends_in(const std::filesystem::path& folder) {
    const auto path = folder / "floor";
    const descriptor file{::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)};
    const std::string block(4096, 'x');
    return rate(1, [&](std::size_t) {
        if (::write(file.number(), block.data(), block.size()) != static_cast<ssize_t>(block.size()) ||
            ::fsync(file.number()) != 0)
            throw std::runtime_error{"cannot write " + path.string()};
    });
}

void measure_file(report& into) {
    const std::filesystem::path folder = "build/bench/gapless";
    std::filesystem::remove_all(folder);
    const number_options options{.name = "bench", .most_keys = wide_open, .start = book_start::anew};
    gapless_generator ours{file::open_book(folder, options).value(), {.tags = {"order"}}};
    const auto [mine, floor] = alternate(rounds, [&] { return numbers_of(ours); }, [&] { return appends_in(folder); });
    into.add({"file", mine, floor, "numbers per second; floor: appends that are synchronised", "ours >= 20,000"});
}

/// A number as it is taken without us: one transaction adds one to a row and keeps the key.
double counted_in(sql::connections& on) {
    static std::atomic<std::uint64_t> keys = 0;
    return rate(callers, [&](std::size_t) {
        const auto key = std::to_string(++keys);
        const auto done = on.with([&](sql::connection& in) {
            return sql::transact(in, [&](sql::connection& with) -> result<void> {
                if (auto counted = with.execute("UPDATE bench_counter SET n = n + 1", {}); !counted)
                    return std::move(counted).error();
                return with.execute("INSERT INTO bench_key (k, n) SELECT ?, n FROM bench_counter", sql::parameters{key})
                    .without_value();
            });
        });
        if (!done && done.error().code != errc::store_unavailable) throw std::runtime_error{done.error().message};
    });
}

void measure_database(report& into, const std::string& server) {
    const sql::options to = testing::options_of(server);
    for (const char* statement : {"DROP TABLE IF EXISTS bench_counter", "DROP TABLE IF EXISTS bench_key",
                                  "CREATE TABLE bench_counter (n BIGINT NOT NULL PRIMARY KEY)",
                                  "CREATE TABLE bench_key (k VARCHAR(128) NOT NULL PRIMARY KEY, n BIGINT NOT NULL)",
                                  "INSERT INTO bench_counter VALUES (0)"})
        testing::run_sql(to, statement);
    const auto on = std::make_shared<sql::connections>(to);
    number_options options{.name = "bench", .most_keys = wide_open, .start = book_start::anew};
    sql::open_numbers(on, options).value();
    options.start = book_start::existing;
    gapless_generator ours{sql::open_numbers(on, options).value(), {.tags = {"order"}}};
    sql::connections others{to};
    const auto [mine, theirs] = alternate(rounds, [&] { return numbers_of(ours); }, [&] { return counted_in(others); });
    into.add({server, mine, theirs, "numbers per second; peer: a counter row, a transaction for each", ""});
}

} // namespace
} // namespace vesta::bench

/// All parts, or those that are named: file, mariadb, postgresql.
int main(int count, char** words) {
    using namespace vesta::bench;
    const std::vector<std::string> named(words + 1, words + count);
    const auto is_wanted = [&](const char* part) {
        return named.empty() || std::ranges::find(named, part) != named.end();
    };
    try {
        report table{"gapless"};
        if (is_wanted("file")) measure_file(table);
        for (const char* each : {"mariadb", "postgresql"})
            if (is_wanted(each)) measure_database(table, each);
        table.save();
        return 0;
    } catch (const std::exception& failed) {
        std::cerr << "bench_gapless: " << failed.what() << '\n';
        return 1;
    }
}
