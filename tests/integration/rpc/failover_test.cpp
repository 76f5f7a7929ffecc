#include "served.hpp"
#include "support/fake_server.hpp"

#include <vesta/rpc/client.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace vesta::rpc {
namespace {

using std::chrono::milliseconds;
using ::testing::AllOf;
using ::testing::HasSubstr;
using vesta::testing::fake_server;
using visitor = fake_server::visitor;

/// Short time-outs, so that servers that never answer do not make the tests long; long enough for a busy machine.
client_options hurried(std::vector<std::string> servers) {
    return {.servers = std::move(servers),
            .call_timeout = milliseconds{60'000},
            .connect_timeout = milliseconds{300},
            .answer_timeout = milliseconds{300},
            .largest_backoff = milliseconds{100}};
}

std::uint64_t machine_of(id value) {
    return find_scheme("vesta")->explain(value).value().parts.machine;
}

/// What a client makes of a server that misbehaves so, with a good one behind it.
void expect_ids_from_the_other(const std::function<void(const visitor&)>& behaviour) {
    const fake_server bad{behaviour};
    const served good{{}, {7}};
    client remote = client::open(hurried({bad.address(), good.address()})).value();
    std::set<id> different;
    std::size_t calls = 0;
    for (; calls < 20 || bad.visits() == 0; ++calls) {
        const auto made = remote.generate();
        ASSERT_TRUE(made) << made.error().message;
        EXPECT_EQ(machine_of(*made), 7u);
        different.insert(*made);
    }
    EXPECT_EQ(different.size(), calls);
}

TEST(failover_test, goes_to_the_next_server_when_one_hangs_up) {
    expect_ids_from_the_other([](const visitor&) {});
}

TEST(failover_test, goes_to_the_next_server_when_one_hangs_up_after_the_greeting) {
    expect_ids_from_the_other([](const visitor& from) {
        from.greet();
        from.read();
    });
}

TEST(failover_test, goes_to_the_next_server_when_one_does_not_greet) {
    expect_ids_from_the_other([](const visitor& from) { from.ignore(); });
}

TEST(failover_test, goes_to_the_next_server_when_one_greets_and_does_not_answer) {
    expect_ids_from_the_other([](const visitor& from) {
        from.greet();
        from.ignore();
    });
}

TEST(failover_test, goes_to_the_next_server_when_one_answers_garbage) {
    for (const std::string garbage :
         {"HTTP/1.1 400 Bad Request\r\n\r\n", "\x15\x03\x01\x00\x02\x02\x0a", "+OK\r\n", ":1\r\n:2\r\n:3\r\n",
          "*2\r\n:1\r\n:2\r\n", "*-1\r\n", "_\r\n", "$3\r\nabc\r\n", "*99999999\r\n", "$2147483647\r\n", "\r\n"}) {
        SCOPED_TRACE(garbage);
        expect_ids_from_the_other([&](const visitor& from) {
            from.read();
            from.send(garbage);
            from.ignore();
        });
    }
}

TEST(failover_test, goes_to_the_next_server_when_one_answers_what_was_not_asked) {
    for (const std::string wrong :
         {"+OK\r\n", "$3\r\nabc\r\n", "*2\r\n:1\r\n:2\r\n", "%1\r\n+a\r\n:1\r\n", "_\r\n", "#t\r\n"}) {
        SCOPED_TRACE(wrong);
        expect_ids_from_the_other([&](const visitor& from) {
            from.greet();
            from.read();
            from.send(wrong);
            from.ignore();
        });
    }
}

TEST(failover_test, goes_to_the_next_server_when_one_refuses) {
    for (const std::string refusal :
         {"-NOTREADY not yet\r\n", "-CLOCK behind; retry-after-ms=5\r\n", "-EXHAUSTED\r\n", "-WEIRD x\r\n"}) {
        SCOPED_TRACE(refusal);
        expect_ids_from_the_other([&](const visitor& from) {
            from.greet();
            while (!from.read().empty())
                from.send(refusal);
        });
    }
}

TEST(failover_test, passes_over_a_server_that_is_not_there) {
    std::string gone;
    {
        gone = fake_server{[](const visitor&) {}}.address();
    }
    const served good{{}, {7}};
    client remote = client::open(hurried({gone, good.address()})).value();
    EXPECT_EQ(machine_of(remote.generate().value()), 7u);
}

TEST(failover_test, reads_answers_that_come_byte_by_byte) {
    const fake_server slow{[](const visitor& from) {
        const auto drip = [&](std::string_view bytes) {
            for (const char each : bytes)
                from.send({&each, 1});
        };
        from.read();
        drip("%1\r\n$6\r\nserver\r\n$5\r\nvesta\r\n");
        for (int i = 1; !from.read().empty(); ++i)
            drip(":" + std::to_string(i) + "\r\n");
    }};
    client remote = client::open({.servers = {slow.address()}}).value();
    EXPECT_EQ(remote.generate().value(), id{1});
    EXPECT_EQ(remote.generate().value(), id{2});
}

TEST(failover_test, tells_within_the_time_out_what_each_server_did) {
    std::string gone;
    {
        gone = fake_server{[](const visitor&) {}}.address();
    }
    const fake_server mute{[](const visitor& from) { from.ignore(); }};
    auto options = hurried({gone, mute.address()});
    options.call_timeout = milliseconds{1000};
    client remote = client::open(options).value();
    const auto failed = remote.generate();
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().code, errc::store_unavailable);
    EXPECT_THAT(failed.error().message, AllOf(HasSubstr(gone + " Connection refused"),
                                              HasSubstr(mute.address() + " did not greet within 300ms")));
    EXPECT_EQ(remote.get("").value().explain(id{1}).error().code, errc::store_unavailable);
    EXPECT_EQ(remote.get("").value().to_time(1).error().code, errc::store_unavailable);
}

TEST(failover_test, tells_the_refusal_when_every_server_refuses) {
    const auto refuse = [](const visitor& from) {
        from.greet();
        while (!from.read().empty())
            from.send("-CLOCK the clock is behind; retry-after-ms=1500\r\n");
    };
    const fake_server first{refuse};
    const fake_server second{refuse};
    client remote = client::open(hurried({first.address(), second.address()})).value();
    for (int i = 0; i < 3; ++i) {
        const auto failed = remote.generate();
        ASSERT_FALSE(failed);
        EXPECT_EQ(failed.error().code, errc::clock_behind);
        EXPECT_EQ(failed.error().message, "the clock is behind");
        EXPECT_EQ(failed.error().retry_after, milliseconds{1500});
    }
}

TEST(failover_test, returns_to_the_server_it_prefers) {
    const served second{{}, {2}};
    auto first = std::make_unique<served>(server_options{}, machine_id{1});
    const std::string address = first->address();
    // Both servers answer or refuse at once, so long time-outs cost nothing; short ones send a busy machine to the
    // second.
    auto patient = hurried({address, second.address()});
    patient.connect_timeout = patient.answer_timeout = milliseconds{30'000};
    client remote = client::open(patient).value();
    EXPECT_EQ(machine_of(remote.generate().value()), 1u);
    first.reset();
    EXPECT_EQ(machine_of(remote.generate().value()), 2u);
    first = std::make_unique<served>(server_options{.listen = address}, machine_id{3});
    while (machine_of(remote.generate().value()) != 3)
        std::this_thread::yield();
    EXPECT_EQ(machine_of(remote.generate().value()), 3u);
}

TEST(failover_test, takes_turns_over_all_servers_when_told_to) {
    const served first{{}, {1}};
    const served second{{}, {2}};
    auto options = hurried({first.address(), second.address()});
    options.spread = true;
    client remote = client::open(options).value();
    std::set<std::uint64_t> machines;
    while (machines.size() < 2)
        machines.insert(machine_of(remote.generate().value()));
}

TEST(failover_test, serves_again_when_its_only_server_is_back) {
    auto only = std::make_unique<served>(server_options{}, machine_id{1});
    const std::string address = only->address();
    client remote = client::open(hurried({address})).value();
    for (std::uint32_t incarnation = 2; incarnation < 6; ++incarnation) {
        ASSERT_TRUE(remote.generate());
        only.reset();
        only = std::make_unique<served>(server_options{.listen = address}, machine_id{incarnation});
        const auto made = remote.generate();
        ASSERT_TRUE(made) << made.error().message;
        EXPECT_EQ(machine_of(*made), incarnation);
    }
}

} // namespace
} // namespace vesta::rpc
