#include "sim_ensemble.hpp"
#include "support/layouts.hpp"

#include <vesta/testing/manual_clock.hpp>
#include <vesta/zookeeper/lease_nodes.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lease_text.hpp>

// What single functions do with an ensemble; the conformance tests ask a real one.
namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

class nodes_of_leases : public ::testing::Test {
  protected:
    lease_row row(std::uint32_t id) { return table.row({id}).value(); }
    std::optional<lease_write> put(const lease_row& next) { return table.put(next, 10s).value(); }

    random_source dice{1};
    manual_clock clock{new_year_2026};
    sim_ensemble ensemble{dice, clock, {}};
    zookeeper::lease_nodes table{
        std::make_shared<zookeeper::session>(zookeeper::options{.hosts = "sim"}, ensemble.connector()), "sim"};
};

TEST_F(nodes_of_leases, are_repaired_over_whatever_is_there) {
    lease_row held{.id = {7}, .instance = "node-a", .token = "t", .mark = new_year_2026};
    held.version = put(held).value().version;
    lease_row free{.id = {7}, .instance = "node-a", .mark = new_year_2026 + 5s};
    ASSERT_TRUE(table.repair(free));
    EXPECT_EQ(row(7).token, "");
    EXPECT_EQ(row(7).mark, new_year_2026 + 5s);
    held.mark = new_year_2026 + 9s;
    EXPECT_FALSE(put(held)) << "its owner finds another version";
    EXPECT_EQ(row(7).mark, new_year_2026 + 5s);
}

TEST_F(nodes_of_leases, are_made_by_a_repair_where_there_are_none) {
    ASSERT_TRUE(table.repair({.id = {9}, .mark = new_year_2026}));
    EXPECT_EQ(row(9).mark, new_year_2026);
    EXPECT_NE(row(9).version, lease_row::absent);
}

TEST_F(nodes_of_leases, are_made_once) {
    const lease_row first{.id = {7}, .instance = "node-a", .token = "t", .mark = new_year_2026 + 1s};
    EXPECT_TRUE(put(first));
    EXPECT_FALSE(put({.id = {7}, .instance = "node-b", .token = "u", .mark = new_year_2026}));
    EXPECT_EQ(row(7).token, "t");
    EXPECT_EQ(table.rows().value().size(), 1U);
}

TEST_F(nodes_of_leases, fail_where_the_ensemble_does_not_answer) {
    ASSERT_TRUE(put({.id = {7}, .instance = "node-a", .token = "t"}));
    ensemble.set_habits({.lost = 1});
    EXPECT_EQ(table.rows().error().code, errc::store_unavailable);
    EXPECT_EQ(table.row({7}).error().code, errc::store_unavailable);
    EXPECT_EQ(table.store_now().error().code, errc::store_unavailable);
    EXPECT_EQ(table.put({.id = {8}}, 10s).error().code, errc::store_unavailable);
    EXPECT_EQ(table.repair({.id = {8}}).error().code, errc::store_unavailable);
}

/// An ensemble that refuses @p what, and has nodes without content.
class refusing_client final : public zookeeper::client {
  public:
    explicit refusing_client(zookeeper::request::verb what) : what_{what} {}

    bool is_over() override { return false; }
    std::vector<zookeeper::reply> ask(std::span<const zookeeper::request> all) override {
        std::vector<zookeeper::reply> answers;
        for (const auto& each : all)
            answers.push_back(answer(each));
        return answers;
    }
    zookeeper::reply ask_as_one(std::span<const zookeeper::request> all) override { return answer(all.back()); }

  private:
    zookeeper::reply answer(const zookeeper::request& one) const {
        const bool refused = one.what == what_;
        return {.code = refused ? zookeeper::outcome::denied : zookeeper::outcome::done, .version = 0};
    }

    const zookeeper::request::verb what_;
};

error why_children_are_not_read(zookeeper::request::verb refused) {
    zookeeper::session with{zookeeper::options{.hosts = "sim"}, [&](const zookeeper::options&) {
                                return result<std::unique_ptr<zookeeper::client>>{
                                    std::make_unique<refusing_client>(refused)};
                            }};
    const auto got = with.children("/vesta");
    return got ? error{} : got.error();
}

TEST(a_session, does_not_take_a_refusal_for_a_node_without_children) {
    EXPECT_THAT(why_children_are_not_read(zookeeper::request::verb::children).message, HasSubstr("/vesta"));
    EXPECT_EQ(why_children_are_not_read(zookeeper::request::verb::get).message, "");
}

class the_text_of_a_lease : public ::testing::Test {
  protected:
    /// Why the text of a good lease is refused once @p part is replaced by @p other.
    static std::string refusal(const std::string& part, const std::string& other) {
        std::string text =
            zookeeper::write_lease({.instance = "node-a", .token = "t", .lead = 5s, .reign = "r", .made = 7});
        EXPECT_TRUE(zookeeper::read_lease(text));
        const auto at = text.find(part);
        if (at == std::string::npos) return "there is no '" + part + "' in " + text;
        const auto read = zookeeper::read_lease(text.replace(at, part.size(), other));
        return read ? "accepted" : read.error().message;
    }
};

TEST_F(the_text_of_a_lease, is_refused_where_a_value_cannot_be) {
    EXPECT_EQ(refusal("lead-ms 5000", "lead-ms 172800000"), "accepted");
    EXPECT_THAT(refusal("lead-ms 5000", "lead-ms 172800001"), HasSubstr("its lead-ms is not from 0 to 48 h"));
    EXPECT_THAT(refusal("lead-ms 5000", "lead-ms -1"), HasSubstr("its lead-ms is not from 0 to 48 h"));
    EXPECT_THAT(refusal("lead-ms 5000", "lead-ms x"), HasSubstr("its lead-ms is not from 0 to 48 h"));
    EXPECT_THAT(refusal("given no", "given maybe"), HasSubstr("neither yes nor no"));
    EXPECT_THAT(refusal("made 00000007", "made 00000000"), HasSubstr("8 hexadecimal digits"));
    EXPECT_THAT(refusal("made 00000007", "made 7"), HasSubstr("8 hexadecimal digits"));
    EXPECT_THAT(refusal("vesta-lease 2", "vesta-lease 3"), HasSubstr("a newer program wrote it"));
}

} // namespace
} // namespace vesta::testing
