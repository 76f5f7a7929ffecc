#include "open_fixture.hpp"

#include <set>
#include <thread>

namespace vesta::embed {
namespace {

using ::testing::HasSubstr;

class a_service : public open_test {
  protected:
    std::string usual() const {
        return yaml("default: { kind: vesta }, peak: { kind: vesta, type: max-peak }, flake: { kind: snowflake }");
    }
};

TEST_F(a_service, makes_ids_one_by_one_and_many_at_a_time) {
    auto ids = serve(usual()).value();
    const id first = ids.generate().value();
    std::vector<id> many(5000);
    ASSERT_TRUE(ids.generate(many));
    EXPECT_GT(many.front(), first);
    EXPECT_TRUE(std::ranges::is_sorted(many));
    EXPECT_EQ(std::set<id>(many.begin(), many.end()).size(), many.size());
    EXPECT_TRUE(ids.generate(std::span<id>{}));
}

TEST_F(a_service, hands_out_its_generators_by_name) {
    auto ids = serve(usual()).value();
    auto peak = ids.get("peak").value();
    auto copy = peak;
    const id made = copy.generate().value();
    EXPECT_EQ(peak.explain(made).value().type, "max-peak");
    expect_refused(ids.get("none"), errc::not_found, "there are default, peak, flake");
    expect_refused(ids.get({.generator = "peak", .tag = "orders"}), errc::invalid_argument, "takes no tag");
}

TEST_F(a_service, explains_makes_and_tells_the_time_as_its_generator_does) {
    auto ids = serve(usual()).value();
    const auto peak = ids.get("peak").value();
    const id made = peak.make({.gen_method = 2, .machine = 1022, .time = 12758739, .seq = 0}).value();
    EXPECT_EQ(to_string(made), "2319542600899494910");
    EXPECT_EQ(peak.explain(made).value().parts.machine, 1022u);
    EXPECT_EQ(to_rfc3339(peak.to_time(0).value()), "2014-12-31T16:00:00.000Z");
    expect_refused(peak.make({.machine = 1024}), errc::invalid_argument, "machine is 1024");
    expect_refused(peak.to_time(1 << 30), errc::invalid_argument, "takes 0 to 1073741823");
    expect_refused(ids.get("flake").value().explain({-1}), errc::invalid_argument, "was not made by snowflake");
}

TEST_F(a_service, may_have_no_default_generator) {
    auto ids = serve(yaml("mine: { kind: vesta }")).value();
    expect_refused(ids.generate(), errc::not_found, "'default'; there are mine");
    std::vector<id> many(2);
    expect_refused(ids.generate(many), errc::not_found, "'default'; there are mine");
    EXPECT_TRUE(ids.get("mine").value().generate());
}

TEST_F(a_service, is_moved_and_its_handles_with_it) {
    auto first = serve(usual()).value();
    auto handle = first.get("").value();
    service second = std::move(first);
    const id from_handle = handle.generate().value();
    EXPECT_LT(from_handle, second.generate().value());
}

TEST_F(a_service, publishes_by_the_first_method_it_was_opened_for) {
    auto ids = serve(usual(), {.methods = {gen_method::rest}}).value();
    EXPECT_EQ(ids.get("").value().explain(ids.generate().value()).value().parts.gen_method, 2u);
}

TEST_F(a_service, refuses_all_that_comes_after_closing) {
    auto ids = serve(usual()).value();
    auto handle = ids.get("peak").value();
    EXPECT_TRUE(ids.close());
    expect_refused(ids.generate(), errc::closed, "closed");
    expect_refused(handle.generate(), errc::closed, "closed");
    EXPECT_TRUE(handle.make({.time = 1})) << "what needs no reservation goes on";
}

TEST_F(a_service, hands_out_nothing_that_threads_have_set_aside_after_closing) {
    auto ids = serve(yaml("default: { kind: vesta, type: max-peak, order: lanes, max-age: 10s }")).value();
    for (int i = 0; i < 6; ++i) // 1, then 2 and 1 aside, then 4 and 3 aside
        ASSERT_TRUE(ids.generate());
    EXPECT_TRUE(ids.close());
    expect_refused(ids.generate(), errc::closed, "closed");
}

TEST_F(a_service, is_not_opened_from_settings_that_are_wrong) {
    expect_refused(serve("nonsense: 1"), errc::invalid_settings, "settings:1: nonsense is not a setting");
    expect_refused(service::open(folder_ / "none.yaml"), errc::invalid_settings,
                   "none.yaml: No such file or directory");
}

TEST_F(a_service, is_opened_from_a_file) {
    testing::write_all(folder_ / "a.yaml", usual());
    EXPECT_TRUE(service::open(folder_ / "a.yaml").value().generate());
}

TEST_F(a_service, is_closed_from_two_threads_while_others_generate) {
    testing::write_all(folder_ / "a.yaml", usual());
    auto ids = service::open(folder_ / "a.yaml").value();
    std::vector<std::vector<id>> made(2);
    std::vector<std::thread> threads;
    for (auto& mine : made)
        threads.emplace_back([&] {
            while (auto next = ids.generate())
                mine.push_back(*next);
        });
    for (int i = 0; i < 2; ++i)
        threads.emplace_back([&] { EXPECT_TRUE(ids.close()); });
    for (auto& each : threads)
        each.join();
    std::set<id> all;
    for (const auto& mine : made)
        all.insert(mine.begin(), mine.end());
    EXPECT_EQ(all.size(), made[0].size() + made[1].size());
    auto next = service::open(folder_ / "a.yaml").value();
    if (!all.empty()) {
        EXPECT_GT(next.generate().value(), *all.rbegin());
    }
}

} // namespace
} // namespace vesta::embed
