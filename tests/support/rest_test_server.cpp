// The REST server on generators in memory, for tests and benchmarks that need it as a process of its own.
// Prints "listening on ADDRESS:PORT". SIGTERM stops it gracefully, a second one at once; it exits 0.
#include "support/identity_permutations.hpp"
#include "support/rest_catalogue.hpp"

#include <vesta/catalogue/named_gapless.hpp>
#include <vesta/rest/server.hpp>
#include <vesta/segment/tag_tokens.hpp>
#include <vesta/source/waiting.hpp>
#include <vesta/testing/memory_numbers.hpp>
#include <vesta/testing/memory_segments.hpp>
#include <vesta/testing/memory_shards.hpp>

#include <CLI/CLI.hpp>

#include <atomic>
#include <csignal>
#include <iostream>
#include <thread>
#include <unistd.h>

namespace {

struct arguments {
    vesta::rest::server_options server{.listen = "127.0.0.1:0"};
    std::string layout = "vesta";
    long idle_ms = 75'000;
    long read_ms = 15'000;
    long write_ms = 30'000;
    long patience_ms = 2'000;
    long serve_ms = 10'000;
    long stop_ms = 10'000;
    std::uint32_t machine = 1;
    bool tinyid = false;
};

arguments parse(int argc, char** argv) {
    arguments given;
    auto& limit = given.server.limit;
    CLI::App app{"The REST server on generators in memory"};
    app.add_option("--listen", given.server.listen);
    app.add_option("--threads", given.server.threads);
    app.add_option("--layout", given.layout, "vesta (capped) or wide");
    app.add_option("--machine", given.machine);
    app.add_flag("--tinyid", given.tinyid, "serve tag order with a token named token");
    app.add_option("--connections", limit.connections);
    app.add_option("--in-flight", limit.requests_in_flight);
    app.add_option("--unsent-bytes", limit.unsent_bytes);
    app.add_option("--idle-ms", given.idle_ms);
    app.add_option("--read-ms", given.read_ms);
    app.add_option("--write-ms", given.write_ms);
    app.add_option("--patience-ms", given.patience_ms);
    app.add_option("--serve-ms", given.serve_ms);
    app.add_option("--stop-ms", given.stop_ms, "how long a graceful stop may take");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& wrong) {
        std::exit(app.exit(wrong) == 0 ? 0 : 2);
    }
    limit.idle = std::chrono::milliseconds{given.idle_ms};
    limit.read = std::chrono::milliseconds{given.read_ms};
    limit.write = std::chrono::milliseconds{given.write_ms};
    limit.patience = std::chrono::milliseconds{given.patience_ms};
    limit.serve = std::chrono::milliseconds{given.serve_ms};
    return given;
}

/// A sharded generator with application 1, whose numbers are kept back as those are that @p hidden hides.
std::unique_ptr<vesta::sharded_generator> make_sharded(std::shared_ptr<const vesta::permutation_family> hidden) {
    const vesta::sharded_options options{.permutations = std::move(hidden)};
    const auto table = std::make_shared<vesta::testing::memory_shards>();
    table->init({1}, "orders").value();
    auto made = std::make_unique<vesta::sharded_generator>(direct_supply(table, use_of(options)), options);
    // No request has to wait for the table.
    while (!made->status().ready)
        std::this_thread::yield();
    vesta::id first;
    auto* const bob = made->stream(1, "bob").value();
    while (!generate_all(*bob, {&first, 1}, vesta::system_wall_clock()))
        std::this_thread::yield();
    return made;
}

/// Of a program with one machine ID, to which nothing happened.
vesta::rest::operations operators() {
    return {.events = [] { return std::string{R"({"events":[]})"}; },
            .machines = [] { return std::string{R"({"machines":[]})"}; },
            .release_machine = [](vesta::machine_id) { return std::string{"it is free"}; }};
}

/// A generator that has nothing for now, one whose IDs come late, and one that is used up.
void add_troubled(vesta::testing::rest_catalogue& to) {
    using vesta::errc;
    using vesta::grant;
    to.add_scripted("unready", [](auto) { return grant{0, std::chrono::milliseconds{1}, errc::not_ready}; });
    to.add_scripted("behind", [](auto) { return grant{0, {}, errc::clock_behind}; });
    to.add_scripted("spent", [](auto) { return grant{0, {}, errc::exhausted}; });
    to.add_scripted("late", [](std::span<vesta::id> out) {
        out.front() = {42};
        return grant{1, std::chrono::milliseconds{300}};
    });
}

/// Tags as TinyId has them.
std::shared_ptr<vesta::named_generator> make_tinyid(std::shared_ptr<vesta::segment_store> table) {
    auto tokens = std::make_unique<vesta::tag_tokens>([] { return std::vector<vesta::tag_token>{{"token", "order"}}; });
    tokens->read().value();
    return std::make_shared<vesta::named_segments>("tinyid", std::move(table), vesta::segment_options{},
                                                   std::move(tokens));
}

/// Numbers without gaps, of which some were given.
std::shared_ptr<vesta::named_generator> make_gapless() {
    auto kept = std::make_shared<vesta::testing::kept_numbers>();
    for (std::int64_t number = 1; number <= 20; ++number)
        kept->series["order"].push_back({.number = number});
    return std::make_shared<vesta::named_gapless>("invoice", std::make_unique<vesta::testing::memory_numbers>(kept),
                                                  vesta::gapless_options{.tags = {"order"}});
}

} // namespace

int main(int argc, char** argv) {
    arguments given = parse(argc, argv);
    given.server.operators = operators();
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr); // before any thread starts, so that all inherit it

    const auto table = std::make_shared<vesta::testing::memory_segments>();
    for (const char* const tag : {"order", "user"})
        table->put({.tag = tag});
    vesta::segment_generator segments{table, {}};
    vesta::testing::rest_catalogue generators;
    generators.show(segments);
    if (given.layout == "wide") {
        generators.add_wide("default");
    } else {
        generators.add_time("default", given.layout, {}, given.machine);
    }
    generators.add_time("peak", "vesta", "max-peak", given.machine).add_time("leaf", "snowflake", {}, given.machine);
    const auto open = make_sharded(nullptr);
    const auto hidden = make_sharded(std::make_shared<const vesta::testing::identity_permutations>());
    generators.add_segment("segment", {"order", "user"});
    generators.add_sharded("sharded", open.get()).add_sharded("hidden", hidden.get());
    if (given.tinyid) static_cast<vesta::catalogue&>(generators).add(make_tinyid(table));
    static_cast<vesta::catalogue&>(generators).add(make_gapless());
    add_troubled(generators);
    generators.keep();

    auto server = vesta::rest::server::start(given.server, generators);
    if (!server) {
        std::cerr << server.error().message << '\n';
        return 1;
    }
    std::cout << "listening on " << (*server)->address() << ':' << (*server)->port() << std::endl;
    int number = 0;
    sigwait(&signals, &number);
    (*server)->begin_stop(std::chrono::milliseconds{given.stop_ms});
    std::atomic<bool> ended{false};
    std::thread watcher{[&] {
        (*server)->wait();
        ended = true;
        kill(getpid(), SIGTERM); // wakes the loop below
    }};
    while (sigwait(&signals, &number) == 0 && !ended)
        (*server)->begin_stop(std::chrono::milliseconds{0});
    watcher.join();
    return 0;
}
