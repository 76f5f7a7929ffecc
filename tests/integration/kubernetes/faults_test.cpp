// An API server that ends, hangs, and loses answers.
#include "integration/machine/fleet.hpp"
#include "support/kubernetes.hpp"
#include "support/store_proxy.hpp"

#include <vesta/kubernetes/lease_objects.hpp>

#include <sys/stat.h>

#include <filesystem>
#include <fstream>

namespace vesta::testing {
namespace {

TEST(a_fleet_on_kubernetes, makes_no_id_twice_whatever_happens_to_the_api_server) {
    kubernetes::options with = kubernetes_options();
    with.call_timeout = std::chrono::seconds{2};
    fleet all{4, [&] { return std::make_shared<kubernetes::lease_objects>(with); }};
    order("kill kubernetes");
    all.has_run_dry();
    order("start kubernetes");
    all.goes_on();
    order("pause kubernetes");
    all.has_run_dry();
    order("resume kubernetes");
    all.goes_on();
    all.ends_without_a_duplicate();
}

/// What only the stand-in can be told to do.
class an_odd_api_server : public ::testing::Test {
  protected:
    void SetUp() override {
        if (std::getenv("VESTA_TEST_ETCD_HOSTS") != nullptr) GTEST_SKIP() << "a real one cannot be told";
    }
    static std::string file_of(const std::string& misdeed) { return told_of_kubernetes("FOLDER") + "/" + misdeed; }

    /// A row that is held, as its owner knows it.
    lease_row held() {
        lease_row row{.id = {1}, .instance = "node-a", .token = "a", .server = table.store_now().value().server};
        row.version = table.put(row, std::chrono::minutes{1}).value().value().version;
        return row;
    }

    const kubernetes::options with = kubernetes_options();
    kubernetes::lease_objects table{with};
};

// A write whose answer is lost may have been done: nobody repeats it, and its owner knows it by its token.
TEST_F(an_odd_api_server, that_does_a_write_and_gives_no_answer_is_not_asked_again) {
    lease_row row = held();
    row.token = "b";
    std::ofstream{file_of("lose")} << '\n';
    const auto lost = table.put(row, std::chrono::minutes{1});
    ASSERT_FALSE(lost) << "a repetition is a conflict";
    EXPECT_EQ(lost.error().code, errc::store_unavailable);
    EXPECT_EQ(table.row({1}).value().token, "b") << "it was done";
    std::ofstream{file_of("lose")} << '\n';
    EXPECT_TRUE(table.row({1})) << "reads are repeated";
    EXPECT_FALSE(std::filesystem::exists(file_of("lose"))) << "the first was lost";
}

TEST_F(an_odd_api_server, that_does_a_repair_late_changes_nothing_that_others_wrote_since) {
    lease_row row = held();
    kubernetes::options hasty = with;
    hasty.call_timeout = std::chrono::seconds{2};
    ASSERT_EQ(::mkfifo(file_of("hold").c_str(), S_IRUSR | S_IWUSR), 0);
    lease_row freed = row;
    freed.token.clear();
    EXPECT_EQ(kubernetes::lease_objects{hasty}.repair(freed).error().code, errc::store_unavailable);
    ASSERT_TRUE(std::filesystem::exists(file_of("hold.taken"))) << "it was sent";
    ASSERT_TRUE(table.repair(freed));
    row.version = table.row({1}).value().version;
    row.instance = "node-b";
    row.token = "b";
    const auto taken = table.put(row, std::chrono::minutes{1}).value();
    ASSERT_TRUE(taken);
    std::ofstream{file_of("hold.taken")} << '\n';
    std::ifstream{file_of("hold.taken")}.get(); // ends when it was done
    EXPECT_EQ(table.row({1}).value().version, taken->version);
    EXPECT_EQ(table.row({1}).value().token, "b");
}

// Unlike a right that nobody granted.
TEST_F(an_odd_api_server, that_forbids_what_it_may_allow_later_is_asked_again) {
    std::ofstream{file_of("terminate")} << '\n';
    const auto seen = table.store_now();
    ASSERT_FALSE(seen);
    EXPECT_EQ(seen.error().code, errc::store_unavailable);
    EXPECT_NE(seen.error().message.find("it is being terminated"), std::string::npos) << seen.error().message;
    EXPECT_TRUE(table.store_now());
}

TEST_F(an_odd_api_server, that_lists_the_same_again_and_again_is_not_followed) {
    held();
    std::ofstream{file_of("repeat")} << '\n';
    const auto all = table.rows();
    std::filesystem::remove(file_of("repeat"));
    ASSERT_FALSE(all);
    EXPECT_NE(all.error().message.find("out of order"), std::string::npos) << all.error().message;
}

TEST(connections, that_were_closed_meanwhile_are_not_used) {
    store_proxy line{"kubernetes"};
    kubernetes::lease_objects table{kubernetes_options(line.port())};
    const std::string reign = table.store_now().value().server;
    line.drop();
    const auto done = table.put({.id = {1}, .instance = "node-a", .server = reign}, std::chrono::minutes{1});
    ASSERT_TRUE(done) << done.error().message;
    EXPECT_TRUE(*done);
}

// The API server keeps the moment of a list for some minutes only. The stand-in forgets one where it is told to.
TEST_F(an_odd_api_server, that_forgets_the_next_page_of_a_list_is_asked_anew) {
    const std::string reign = table.store_now().value().server;
    constexpr std::uint32_t many = 501; // one more than a page has
    for (std::uint32_t id = 0; id < many; ++id)
        ASSERT_TRUE(table.put({.id = {id}, .instance = "node", .server = reign}, std::chrono::milliseconds{0}).value());
    std::ofstream{file_of("expire")} << '\n';
    EXPECT_EQ(table.rows().value().size(), many);
    EXPECT_FALSE(std::filesystem::exists(file_of("expire"))) << "it was asked for";
}

TEST(a_namespace, that_is_not_there_is_named) {
    kubernetes::options with = kubernetes_options();
    with.space = "nowhere";
    with.token = told_of_kubernetes("ADMIN");
    const auto seen = kubernetes::lease_objects{with}.store_now();
    ASSERT_FALSE(seen);
    EXPECT_NE(seen.error().message.find("nowhere"), std::string::npos) << seen.error().message;
}

} // namespace
} // namespace vesta::testing
