// On the stand-in of tests/support, and on a real API server by scripts/kube-apiserver.
#include "conformance/lease_reign.hpp"
#include "conformance/lease_rows.hpp"
#include "conformance/lease_table.hpp"
#include "conformance/machine/table_environment.hpp"
#include "conformance/machine_id_provider.hpp"
#include "saved_data.hpp"
#include "support/kubernetes.hpp"
#include "support/store_proxy.hpp"

#include <vesta/kubernetes/lease_objects.hpp>
#include <vesta/machine/reign.hpp>

namespace vesta::testing {
namespace {

std::shared_ptr<lease_table> open_objects(const kubernetes::options& with) {
    return std::make_shared<kubernetes::lease_objects>(with);
}

class kubernetes_environment : public table_environment {
  public:
    kubernetes_environment() : table_environment{open_objects(kubernetes_options())} {}
};

/// One that reaches the server through a proxy.
class distant_kubernetes : store_proxy, public table_environment {
  public:
    distant_kubernetes() : store_proxy{"kubernetes"}, table_environment{open_objects(kubernetes_options(port()))} {}

    void break_store() { cut(); }
    void mend_store() { heal(); }
};

class kubernetes_store {
  public:
    static constexpr int short_lived = 200; // each is a TLS handshake, and waits for the disk
    std::shared_ptr<lease_table> open() { return open_objects(with_); }
    void remove_row(machine_id id) { remove(std::to_string(id.value)); }
    void remove_reign() { remove("reign"); }

  private:
    void remove(const std::string& name) { ask_kubernetes("DELETE", "/" + with_.fleet + "." + name); }

    const kubernetes::options with_ = kubernetes_options();
};

INSTANTIATE_TYPED_TEST_SUITE_P(kubernetes, lease_table_contract, kubernetes_store);
INSTANTIATE_TYPED_TEST_SUITE_P(kubernetes, lease_rows_contract, kubernetes_store);
INSTANTIATE_TYPED_TEST_SUITE_P(kubernetes, lease_reign_contract, kubernetes_store);
INSTANTIATE_TYPED_TEST_SUITE_P(kubernetes, machine_id_provider_contract, kubernetes_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(kubernetes, machine_id_takeover_contract, kubernetes_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(kubernetes, machine_id_fault_contract, distant_kubernetes);

class lease_objects : public ::testing::Test {
  protected:
    const kubernetes::options with = kubernetes_options();
    kubernetes::lease_objects table{with};
    const std::chrono::minutes term{5};

    lease_row held() { return held_row(table); }
    static constexpr std::uint32_t many = 501; // one more than a page has
    /// Makes the rows from 0 to below @p end, which are free.
    void fill(std::uint32_t end) {
        constexpr std::uint32_t threads = 8;
        const std::string reign = table.store_now().value().server;
        std::vector<std::jthread> all;
        for (std::uint32_t first = 0; first < threads; ++first)
            all.emplace_back([&, first] {
                for (std::uint32_t id = first; id < end; id += threads)
                    ASSERT_TRUE(
                        table.put({.id = {id}, .instance = "node", .server = reign}, std::chrono::milliseconds{0})
                            .value());
            });
    }
    std::string path(const std::string& name) const { return "/" + with.fleet + "." + name; }
    /// Makes an object as somebody else would.
    void plant(const std::string& name, const std::string& record) {
        ask_kubernetes("POST", "",
                       R"({"apiVersion":"coordination.k8s.io/v1","kind":"Lease","metadata":{"name":")" + with.fleet +
                           "." + name + R"(","labels":{"vesta/fleet":")" + with.fleet +
                           R"("},"annotations":{"vesta/record":")" + record + R"("}}})");
    }
};

// Who has forgotten an owner waits by the store's clock for what it reserved.
TEST_F(lease_objects, raise_no_mark_further_ahead_of_the_store_than_is_said) {
    lease_row row{
        .id = {3}, .instance = "node-a", .token = "t", .mark = table.store_now().value().at + std::chrono::hours{1}};
    row.version = table.put(row, term).value().value().version;
    row.ahead = std::chrono::minutes{10};
    const auto written = table.put(row, term).value();
    ASSERT_TRUE(written) << "it is not raised";
    row.version = written->version;
    row.mark += std::chrono::milliseconds{1};
    EXPECT_FALSE(table.put(row, term).value());
    row.ahead = std::chrono::hours{2};
    EXPECT_TRUE(table.put(row, term).value());
}

// As one that a tool for backups makes again in another cluster, annotations and all.
TEST_F(lease_objects, of_a_reign_that_was_copied_belong_to_another) {
    const lease_row known = held();
    ask_kubernetes("DELETE", path("reign"));
    ask_kubernetes("POST", "",
                   R"({"apiVersion":"coordination.k8s.io/v1","kind":"Lease","metadata":{"name":")" + with.fleet +
                       R"(.reign","annotations":{"vesta/reign":")" + known.server + R"("}}})");
    kubernetes::lease_objects fresh{with};
    EXPECT_NE(fresh.store_now().value().server, known.server);
    EXPECT_FALSE(table.put(known, term).value());
}

TEST_F(lease_objects, of_a_reign_with_a_lower_number_are_a_backup_s) {
    const std::string first = table.store_now().value().server;
    ask_kubernetes("PATCH", path("reign"), R"({"metadata":{"annotations":{"vesta/reign":"nonsense"}}})");
    const std::string second = table.store_now().value().server;
    ASSERT_GT(reign::read(second)->number, reign::read(first)->number);
    ask_kubernetes("PATCH", path("reign"), R"({"metadata":{"annotations":{"vesta/reign":")" + first + R"("}}})");
    EXPECT_GT(reign::read(table.store_now().value().server)->number, reign::read(second)->number);
}

TEST_F(lease_objects, that_are_none_or_of_a_newer_program_say_so) {
    plant("1", "nonsense");
    plant("2", R"({\"format\": 2})");
    plant("3", R"({\"format\": 1, \"mark\": -1})");
    plant("07", "{}");
    EXPECT_EQ(table.rows().value().size(), 3U) << "a name that we do not give is another's";
    EXPECT_THAT(table.row({1}).value().unusable, ::testing::HasSubstr("no JSON object"));
    EXPECT_THAT(table.row({2}).value().unusable, ::testing::HasSubstr("a newer program"));
    EXPECT_THAT(table.row({3}).value().unusable, ::testing::HasSubstr("out of its range"));
}

// The API server does not count a patch that changes nothing. Two copies of an owner would both be told that they
// wrote.
TEST_F(lease_objects, are_another_version_after_each_write) {
    const lease_row known = held();
    for (int i = 0; i < 20; ++i) { // the times in it are often the same
        const lease_row row = table.row({7}).value();
        ASSERT_TRUE(table.put(row, term).value());
        EXPECT_FALSE(table.put(row, term).value());
    }
    EXPECT_FALSE(table.put(known, term).value());
}

TEST_F(lease_objects, keep_what_others_note_on_them) {
    lease_row row = held();
    ask_kubernetes("PATCH", path("7"), R"({"metadata":{"annotations":{"a/b":"c"}}})");
    EXPECT_FALSE(table.put(row, term).value()) << "it was written meanwhile";
    row.version = table.row({7}).value().version;
    ASSERT_TRUE(table.put(row, term).value());
    row.version = table.row({7}).value().version;
    ask_kubernetes("PATCH", path("7"), R"({"metadata":{"annotations":{"a/b":"c"}}})"); // changes nothing if it is there
    EXPECT_EQ(table.row({7}).value().version, row.version);
}

TEST_F(lease_objects, of_more_machine_ids_than_are_read_at_a_time_are_all_there) {
    fill(many);
    EXPECT_EQ(table.rows().value().size(), many);
}

TEST_F(lease_objects, of_a_backup_are_found_out_on_every_page_of_a_list) {
    fill(many);
    const saved_data saved;
    lease_row last = table.row({99}).value(); // by its name
    ASSERT_TRUE(table.put(last, term).value());
    saved.restore();
    kubernetes::lease_objects another{with};
    lease_row other = another.row({1}).value();
    for (int i = 0; i < 5; ++i)
        other.version = another.put(other, term).value().value().version; // past all that `table` has seen
    EXPECT_FALSE(table.rows());
    EXPECT_TRUE(table.rows()) << "it was said once";
}

TEST_F(lease_objects, outlive_a_kill_of_the_server) {
    const auto leases = leased_ids{open_objects(with), any_mark()}.acquire({.instance = "node-a"}).value();
    high_water_mark& mark = *leases.front().mark;
    ASSERT_TRUE(mark.advance(mark.value() + std::chrono::seconds{1}));
    const unix_ms last = mark.value();
    order("kill kubernetes");
    EXPECT_EQ(mark.advance(last + std::chrono::seconds{1}).error().code, errc::store_unavailable);
    order("start kubernetes");
    ASSERT_TRUE(mark.advance(last + std::chrono::seconds{2}));
    EXPECT_EQ(table.row(leases.front().id).value().mark, last + std::chrono::seconds{2});
}

// The objects have their former uids: only who saw a later revision can tell.
TEST_F(lease_objects, of_a_backup_are_found_out_by_a_process_that_saw_more) {
    lease_row known = held();
    const saved_data saved;
    for (int i = 0; i < 100; ++i) // more than a real API server writes when it starts
        known.version = table.put(known, term).value().value().version;
    kubernetes::lease_objects another{with};
    ASSERT_EQ(another.store_now().value().server, known.server);
    saved.restore();
    EXPECT_FALSE(another.row({7})) << "it is older than what was seen";
    lease_row stale = another.row({7}).value();
    EXPECT_EQ(stale.server, known.server) << "who takes it over waits";
    EXPECT_FALSE(another.put(stale, term).value()) << "written over what the backup has";
    EXPECT_NE(another.store_now().value().server, known.server);
    EXPECT_EQ(table.store_now().value().server, another.store_now().value().server) << "it ended once";
    EXPECT_FALSE(table.put(known, term).value());
}

// Whether or not others have written since.
TEST_F(lease_objects, of_a_backup_are_found_out_by_whoever_saw_a_later_one) {
    lease_row known = held();
    const saved_data saved;
    known.version = table.put(known, term).value().value().version;
    saved.restore();
    EXPECT_FALSE(table.row({7}));
    EXPECT_EQ(table.row({7}).value().server, known.server);
    EXPECT_NE(table.store_now().value().server, known.server) << "the row told";
    EXPECT_FALSE(table.put(known, term).value());
}

// The reign after the backup has another uid, and was begun by one who knew no former reign.
TEST_F(lease_objects, of_a_backup_are_found_out_though_the_reign_was_removed_meanwhile) {
    const std::string first = table.store_now().value().server;
    ask_kubernetes("PATCH", path("reign"), R"({"metadata":{"annotations":{"vesta/reign":"nonsense"}}})");
    const std::string second = table.store_now().value().server;
    ASSERT_NE(second, first);
    const saved_data saved;
    ask_kubernetes("DELETE", path("reign"));
    kubernetes::lease_objects fresh{with};
    const std::string third = fresh.store_now().value().server;
    EXPECT_EQ(table.store_now().value().server, third) << "nothing went back yet";
    lease_row row{.id = {7}, .instance = "node-a", .token = "a", .server = third};
    for (int i = 0; i < 100; ++i) // more than a real API server writes when it starts
        row.version = fresh.put(row, term).value().value().version;
    saved.restore();
    const std::string last = fresh.store_now().value().server;
    EXPECT_NE(last, second) << "its rows would count as sound";
    EXPECT_EQ(table.store_now().value().server, last) << "it ended once";
    EXPECT_EQ(fresh.store_now().value().server, last);
}

TEST_F(lease_objects, of_a_backup_are_not_written_by_an_owner_of_the_former_reign) {
    const lease_row known = held();
    const saved_data saved;
    kubernetes::lease_objects another{with};
    lease_row other{.id = {8}, .instance = "node-b", .token = "b", .server = another.store_now().value().server};
    for (int i = 0; i < 100; ++i)
        other.version = another.put(other, term).value().value().version; // `table` sees nothing of these
    saved.restore();
    EXPECT_NE(another.store_now().value().server, known.server) << "it saw more than there is";
    EXPECT_FALSE(table.put(known, term).value()) << "though the row is as it was";
    EXPECT_EQ(table.store_now().value().server, another.store_now().value().server) << "it ended once";
}

} // namespace
} // namespace vesta::testing
