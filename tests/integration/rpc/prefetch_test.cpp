#include "served.hpp"
#include "support/fake_server.hpp"
#include "support/identity_permutations.hpp"

#include <vesta/catalogue/named_outward.hpp>
#include <vesta/rpc/client.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

namespace vesta::rpc {
namespace {

using std::chrono::milliseconds;
using vesta::testing::fake_server;

client open(const std::string& server, prefetch_options prefetch) {
    return client::open({.servers = {server}, .prefetch = prefetch}).value();
}

bool all_different(std::vector<id> ids) {
    std::ranges::sort(ids);
    return std::ranges::adjacent_find(ids) == ids.end();
}

/// Answers each RANGE with the next @p size numbers.
std::function<void(const fake_server::visitor&)> count_in_ranges_of(std::int64_t size) {
    return [size, next = std::make_shared<std::atomic<std::int64_t>>(1)](const fake_server::visitor& from) {
        from.greet();
        while (!from.read().empty())
            from.send("*3\r\n:" + std::to_string(next->fetch_add(size)) + "\r\n:" + std::to_string(size) +
                      "\r\n:1\r\n");
    };
}

TEST(prefetch_test, hands_out_ranges_without_asking_for_each_id) {
    const served it;
    const client remote = open(it.serving->address(), {.count = 10'000, .max_age = milliseconds{60'000}});
    auto ids = remote.get("wide").value();
    std::vector<id> made(50'000);
    for (id& each : made)
        each = ids.generate().value();
    EXPECT_TRUE(all_different(made));
    EXPECT_TRUE(std::ranges::is_sorted(made));
    EXPECT_EQ(it.count("genid"), 0u);
    EXPECT_LE(it.count("range"), 12u);
}

/// Another generator's IDs, by another name.
class renamed final : public named_generator {
  public:
    explicit renamed(named_generator& of) : named_generator{"hidden", of.kind()}, of_{of} {}
    result<id_source*> stream(const stream_query& query) override { return of_.stream(query); }
    generator_status status() const override { return of_.status(); }

  private:
    named_generator& of_;
};

TEST(prefetch_test, tells_why_ids_in_outward_form_come_in_no_ranges) {
    vesta::testing::test_catalogue generators{{}};
    outward_shape shape;
    shape.keys.emplace(0, std::make_shared<const vesta::testing::identity_permutations>());
    auto plain = std::make_shared<renamed>(*generators.find("default").value());
    generators.add(named_outward::make(std::move(plain), shape).value());
    const auto serving = server::start({.listen = "127.0.0.1:0", .threads = 1}, generators).value();
    const client prefetching = open(serving->address(), {.count = 100, .max_age = milliseconds{60'000}});
    const auto refused = prefetching.get("hidden").value().generate();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::invalid_argument);
    EXPECT_THAT(refused.error().message, ::testing::HasSubstr("without ranges and prefetching"));
    const client asking = client::open({.servers = {serving->address()}}).value();
    EXPECT_TRUE(asking.get("hidden").value().generate());
}

TEST(prefetch_test, gives_each_id_to_one_of_many_threads) {
    const served it;
    const client remote = open(it.serving->address(), {.count = 777, .max_age = milliseconds{60'000}});
    auto ids = remote.get("wide").value();
    constexpr std::size_t threads = 6;
    constexpr std::size_t each = 40'000;
    std::vector<id> made(threads * each);
    std::vector<std::thread> all;
    for (std::size_t i = 0; i < threads; ++i) {
        all.emplace_back([&, i] {
            auto mine = std::span{made}.subspan(i * each, each);
            while (!mine.empty()) {
                const std::size_t some = std::min<std::size_t>(mine.size(), 1 + mine.size() % 100);
                EXPECT_TRUE(ids.generate(mine.first(some)));
                mine = mine.subspan(some);
            }
        });
    }
    for (auto& thread : all)
        thread.join();
    EXPECT_TRUE(all_different(made));
}

TEST(prefetch_test, fetches_again_where_a_server_gives_less) {
    const fake_server short_of{count_in_ranges_of(3)};
    const client remote = open(short_of.address(), {.count = 100, .max_age = milliseconds{60'000}});
    std::vector<id> made(1000);
    ASSERT_TRUE(remote.get("x").value().generate(made));
    EXPECT_TRUE(all_different(made));
}

TEST(prefetch_test, drops_what_has_become_too_old) {
    const fake_server counts{count_in_ranges_of(1000)};
    const client remote = open(counts.address(), {.count = 1000, .max_age = milliseconds{20}});
    auto ids = remote.get("x").value();
    const auto begin = std::chrono::steady_clock::now();
    // The first range alone would last for 1000 calls; each of these comes after its end.
    std::int64_t last = 0;
    for (int i = 0; i < 5; ++i) {
        const auto pause_over = std::chrono::steady_clock::now() + milliseconds{30};
        while (std::chrono::steady_clock::now() < pause_over)
            std::this_thread::yield();
        const id made = ids.generate().value();
        EXPECT_GE(made.value, last + (i == 0 ? 1 : 1000)) << "a range older than its age was handed out";
        last = (made.value - 1) / 1000 * 1000 + 1;
    }
    EXPECT_GE(std::chrono::steady_clock::now() - begin, milliseconds{150});
}

TEST(prefetch_test, stops_fetching_when_nobody_takes_any_more) {
    std::atomic<int> asked{0};
    const fake_server few{[&](const fake_server::visitor& from) {
        from.greet();
        for (int next = 1; !from.read().empty(); ++next) {
            ++asked;
            from.send("*3\r\n:" + std::to_string(next) + "\r\n:1\r\n:1\r\n");
        }
    }};
    // One ID a range never fills half of a million; the client must not ask for ever.
    const client remote = open(few.address(), {.count = 1'000'000, .max_age = milliseconds{20}});
    ASSERT_TRUE(remote.get("x").value().generate());
    int before = -1;
    while (before != asked) {
        before = asked;
        const auto pause_over = std::chrono::steady_clock::now() + milliseconds{100};
        while (std::chrono::steady_clock::now() < pause_over)
            std::this_thread::yield();
    }
    EXPECT_GT(before, 0);
}

TEST(prefetch_test, takes_no_range_that_cannot_be_one) {
    for (const std::string wrong :
         {"*3\r\n:1\r\n:0\r\n:1\r\n", "*3\r\n:1\r\n:-5\r\n:1\r\n", "*3\r\n:1\r\n:10\r\n:0\r\n",
          "*3\r\n:1\r\n:101\r\n:1\r\n", "*3\r\n:-1\r\n:10\r\n:1\r\n", "*2\r\n:1\r\n:10\r\n",
          "*3\r\n:1\r\n:10\r\n:9223372036854775807\r\n", "*3\r\n:1\r\n+10\r\n:1\r\n", ":5\r\n"}) {
        SCOPED_TRACE(wrong);
        const fake_server bad{[&](const fake_server::visitor& from) {
            from.greet();
            from.read();
            from.send(wrong);
            from.ignore();
        }};
        const fake_server good{count_in_ranges_of(100)};
        const client remote =
            client::open({.servers = {bad.address(), good.address()}, .prefetch = {.count = 100}}).value();
        EXPECT_EQ(remote.get("x").value().generate().value(), id{1});
    }
}

TEST(prefetch_test, gives_ranges_to_engines_that_hand_out_themselves) {
    const served it;
    const client remote = open(it.serving->address(), {.count = 1000, .max_age = milliseconds{60'000}});
    auto wide = remote.get("wide").value();
    id_source& source = wide.source();
    range_grant got;
    do {
        got = source.try_range(600);
    } while (got.range.count == 0 && got.why == errc::not_ready);
    EXPECT_EQ(got.range.count, 600u);
    EXPECT_EQ(got.range.stride, 128u);
    EXPECT_EQ(source.try_range(600).range.count, 400u);
}

} // namespace
} // namespace vesta::rpc
