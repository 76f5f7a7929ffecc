#include "rig.hpp"

#include <vesta/source/waiting.hpp>

#include <algorithm>
#include <cstdlib>

// MariaDB killed under load. VESTA_SEGMENT_OUTAGE_MS makes it long.
namespace vesta::testing {
namespace {

using namespace std::chrono_literals;

std::chrono::milliseconds outage() {
    const char* const given = std::getenv("VESTA_SEGMENT_OUTAGE_MS");
    return std::chrono::milliseconds{given != nullptr ? std::atoi(given) : 2000};
}

class an_outage : public segments_in_mariadb {
  protected:
    an_outage() {
        add_row("warm", 1'000'000);
        add_row("cold", 1000);
        add_row("small", 100);
    }
};

/// A thread that takes a number every millisecond or so, and notes what it could not have.
class steady_caller {
  public:
    explicit steady_caller(id_source& of) : thread_{[this, &of](std::stop_token stop) { run(of, stop); }} {}

    /// Ends it; what it got.
    std::vector<std::int64_t> stop() {
        thread_.request_stop();
        thread_.join();
        return got_;
    }
    int failures() const noexcept { return failures_; }

  private:
    void run(id_source& of, std::stop_token stop) {
        while (!stop.stop_requested()) {
            id made;
            if (generate_all(of, {&made, 1}, system_wall_clock(), 1ms)) {
                got_.push_back(made.value);
            } else {
                ++failures_;
            }
            std::this_thread::sleep_for(1ms);
        }
    }

    std::vector<std::int64_t> got_;
    std::atomic<int> failures_{0};
    std::jthread thread_;
};

TEST_F(an_outage, fails_no_tag_with_numbers_left_is_told_by_the_metrics_and_is_recovered_from) {
    const auto from = open({.refresh_every = 200ms});
    id_source& warm = *from->tag("warm").value();
    const std::int64_t first = take_one(warm);
    std::vector<std::unique_ptr<steady_caller>> callers;
    for (int i = 0; i < 4; ++i)
        callers.push_back(std::make_unique<steady_caller>(warm));

    order("kill mariadb");
    id_source& cold = *from->tag("cold").value();
    id none;
    const auto refused = generate_all(cold, {&none, 1}, system_wall_clock(), 100ms);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::not_ready);
    EXPECT_TRUE(refused.error().retry_after);
    until([&] { return from->status().trouble.has_value(); });
    EXPECT_EQ(from->status().trouble->code, errc::store_unavailable);
    EXPECT_TRUE(from->status().ready) << "tags with numbers left serve";
    std::this_thread::sleep_for(outage()); // the length of the outage, not a synchronisation
    EXPECT_GT(from->status().counts.failures, 0U);

    order("start mariadb");
    EXPECT_EQ(take_one(cold), 1) << "by itself, once the server is back";
    until([&] { return !from->status().trouble; });
    std::vector<std::int64_t> all{first};
    for (const auto& each : callers) {
        const auto got = each->stop();
        all.insert(all.end(), got.begin(), got.end());
        EXPECT_EQ(each->failures(), 0) << "while it had numbers left";
    }
    std::ranges::sort(all);
    EXPECT_EQ(std::ranges::adjacent_find(all), all.end());
    std::cout << all.size() << " numbers over an outage of " << outage().count() << " ms\n";
}

// The default look-ahead is 15 minutes; what a minute of steady use makes of a step of 100 lasts that long. Here less
// is waited for, and the outage is shorter.
TEST_F(an_outage, fails_no_call_of_a_tag_whose_use_had_time_to_show_whatever_its_step) {
    const auto from = open();
    steady_caller caller{*from->tag("small").value()};
    constexpr auto slack = 5s;                                                   // a busy machine sleeps longer
    const auto most_used = static_cast<std::uint64_t>((outage() + slack) / 1ms); // at one a millisecond, at most
    until([&] { return from->status().counts.held >= most_used; });
    const int before = caller.failures(); // while the tag was cold: it waits for a millisecond only

    order("kill mariadb");
    std::this_thread::sleep_for(outage()); // the length of the outage, not a synchronisation
    EXPECT_FALSE(caller.stop().empty());
    EXPECT_EQ(caller.failures(), before);
    order("start mariadb");
}

TEST_F(an_outage, takes_readiness_from_a_generator_without_numbers_until_the_server_is_back) {
    const auto from = open({.order = number_order::strict, .refill = refill_kind::step});
    id_source& small = *from->tag("small").value();
    take_one(small);
    order("kill mariadb");
    std::vector<id> rest(99);
    EXPECT_EQ(small.try_generate(rest).made, 99U);
    id none;
    EXPECT_EQ(generate_all(small, {&none, 1}, system_wall_clock(), 100ms).error().code, errc::not_ready);
    until([&] { return !from->status().ready; });
    order("start mariadb");
    until([&] { return from->status().ready; });
    EXPECT_EQ(take_one(small), 101);
}

TEST_F(an_outage, of_a_server_that_hangs_is_no_different) {
    const auto from = open();
    id_source& warm = *from->tag("warm").value();
    take_one(warm);
    line.freeze();
    id_source& cold = *from->tag("cold").value();
    id none;
    EXPECT_EQ(generate_all(cold, {&none, 1}, system_wall_clock(), 100ms).error().code, errc::not_ready);
    for (int i = 0; i < 1000; ++i)
        take_one(warm);
    line.heal();
    EXPECT_EQ(take_one(cold), 1);
}

TEST_F(an_outage, during_the_stop_costs_numbers_and_not_the_stop) {
    const auto from = open();
    take_one(*from->tag("warm").value());
    line.cut();
    from->close(5s);
    const auto counts = from->status().counts;
    EXPECT_EQ(counts.dropped, 999'999U);
    EXPECT_EQ(counts.held, 0U);
    EXPECT_EQ(max_id("warm"), 1'000'001);
    line.heal();
}

} // namespace
} // namespace vesta::testing
