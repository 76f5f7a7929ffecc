// An API server that ends, hangs, and loses answers.
#include "integration/machine/fleet.hpp"
#include "support/kubernetes.hpp"
#include "support/store_proxy.hpp"

#include <vesta/kubernetes/lease_objects.hpp>

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

// A write whose answer is lost may have been done: nobody repeats it, and its owner knows it by its token.
TEST(a_write, that_was_not_answered_may_have_been_done) {
    store_proxy line{"kubernetes"};
    kubernetes::options with = kubernetes_options(line.port());
    with.call_timeout = std::chrono::seconds{1};
    kubernetes::lease_objects table{with};
    lease_row row{.id = {1}, .instance = "node-a", .token = "a", .server = table.store_now().value().server};
    line.freeze();
    EXPECT_EQ(table.put(row, std::chrono::minutes{1}).error().code, errc::store_unavailable);
    line.heal();
    line.drop();
    EXPECT_TRUE(table.row({1})) << "reads are repeated on a new connection";
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
TEST(a_list, whose_next_page_is_gone_is_begun_anew) {
    if (std::getenv("VESTA_TEST_ETCD_HOSTS") != nullptr) GTEST_SKIP() << "a real one cannot be told";
    kubernetes::lease_objects table{kubernetes_options()};
    const std::string reign = table.store_now().value().server;
    constexpr std::uint32_t many = 501; // one more than a page has
    for (std::uint32_t id = 0; id < many; ++id)
        ASSERT_TRUE(table.put({.id = {id}, .instance = "node", .server = reign}, std::chrono::milliseconds{0}).value());
    const std::string expire = told_of_kubernetes("FOLDER") + "/expire";
    std::ofstream{expire} << '\n';
    EXPECT_EQ(table.rows().value().size(), many);
    EXPECT_FALSE(std::filesystem::exists(expire)) << "it was asked for";
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
