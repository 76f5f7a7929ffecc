#include "conformance/lease_reign.hpp"
#include "conformance/lease_rows.hpp"
#include "conformance/lease_table.hpp"
#include "conformance/machine/table_environment.hpp"
#include "conformance/machine_id_provider.hpp"
#include "support/etcd.hpp"
#include "support/store_proxy.hpp"

#include <vesta/etcd/lease_keys.hpp>

#include <filesystem>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;

std::shared_ptr<etcd::lease_keys> open_keys(const etcd::options& with) {
    return std::make_shared<etcd::lease_keys>(std::make_shared<etcd::session>(with));
}

class etcd_environment : public table_environment {
  public:
    etcd_environment() : table_environment{open_keys(etcd_options())} {}
};

/// One that reaches the server through a proxy.
class distant_environment : store_proxy, public table_environment {
  public:
    distant_environment() : store_proxy{"etcd"}, table_environment{open_keys(etcd_options("127.0.0.1:" + port()))} {}

    void break_store() { cut(); }
    void mend_store() { heal(); }
};

class etcd_store {
  public:
    static constexpr int short_lived = 400; // each waits for the disk
    std::shared_ptr<lease_table> open() { return open_keys(with_); }
    void remove_row(machine_id id) {
        run_etcdctl("del /vesta/" + with_.folder + "/machines/" + std::to_string(id.value));
    }
    void remove_reign() { run_etcdctl("del /vesta/" + with_.folder + "/reign"); }

  private:
    const etcd::options with_ = etcd_options();
};

INSTANTIATE_TYPED_TEST_SUITE_P(etcd, lease_table_contract, etcd_store);
INSTANTIATE_TYPED_TEST_SUITE_P(etcd, lease_rows_contract, etcd_store);
INSTANTIATE_TYPED_TEST_SUITE_P(etcd, lease_reign_contract, etcd_store);
INSTANTIATE_TYPED_TEST_SUITE_P(etcd, machine_id_provider_contract, etcd_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(etcd, machine_id_takeover_contract, etcd_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(etcd, machine_id_fault_contract, distant_environment);

class lease_keys : public ::testing::Test {
  protected:
    const etcd::options with = etcd_options();
    const std::shared_ptr<etcd::session> session = std::make_shared<etcd::session>(with);
    etcd::lease_keys table{session};
    const std::chrono::minutes term{5};

    lease_row held() { return held_row(table); }

    /// As an administrator who restores what was saved, with @p more of etcd's flags.
    void restore(const std::string& saved, const std::string& more = "") {
        const auto data = server_setting("VESTA_TEST_ETCD_DATA"), name = server_setting("VESTA_TEST_ETCD_NAME");
        const auto peer = server_setting("VESTA_TEST_ETCD_PEER");
        order("kill etcd");
        std::filesystem::remove_all(data);
        run_etcdctl("snapshot restore " + saved + " --data-dir " + data + " --name " + name + " --initial-cluster " +
                    name + "=" + peer + " --initial-advertise-peer-urls " + peer + more);
        order("start etcd");
    }

    std::string save() {
        const std::string file = server_setting("VESTA_TEST_FOLDER") + "/" + with.folder + ".saved";
        run_etcdctl("snapshot save " + file);
        return file;
    }
};

// Who has forgotten an owner waits by the store's clock for what it reserved.
TEST_F(lease_keys, raise_no_mark_further_ahead_of_the_store_than_is_said) {
    lease_row row{.id = {3}, .instance = "node-a", .token = "t", .mark = table.store_now().value().at + 1h};
    row.version = table.put(row, term).value().value().version;
    row.ahead = 10min;
    const auto written = table.put(row, term).value();
    ASSERT_TRUE(written) << "it is not raised";
    row.version = written->version;
    row.mark += 1ms;
    EXPECT_FALSE(table.put(row, term).value());
    row.ahead = 2h;
    EXPECT_TRUE(table.put(row, term).value());
}

TEST_F(lease_keys, that_are_none_or_of_a_newer_program_say_so) {
    const std::string path = "/vesta/" + with.folder + "/machines/";
    run_etcdctl("put " + path + "1 nonsense");
    run_etcdctl("put " + path + "2 '{\"format\": 2}'");
    run_etcdctl("put " + path + "3 '{\"format\": 1, \"mark\": -1}'");
    run_etcdctl("put " + path + "07 '{}'");
    run_etcdctl("put " + path +
                "4 '{\"format\": 1, \"mark\": 1, \"ends\": 1, \"lead-ms\": 1, \"given\": false, \"token\": 1}'");
    EXPECT_THAT(table.row({4}).value().unusable, ::testing::HasSubstr("no text"));
    EXPECT_EQ(table.rows().value().size(), 4U) << "a name that we do not give is another's";
    EXPECT_THAT(table.row({1}).value().unusable, ::testing::HasSubstr("no JSON object"));
    EXPECT_THAT(table.row({2}).value().unusable, ::testing::HasSubstr("a newer program"));
    EXPECT_THAT(table.row({3}).value().unusable, ::testing::HasSubstr("out of its range"));
}

TEST_F(lease_keys, of_more_machine_ids_than_are_read_at_a_time_are_all_there) {
    constexpr std::uint32_t many = 1001;
    constexpr std::uint32_t threads = 16;
    const std::string reign = table.store_now().value().server;
    {
        std::vector<std::jthread> all;
        for (std::uint32_t first = 0; first < threads; ++first)
            all.emplace_back([&, first] {
                for (std::uint32_t id = first; id < many; id += threads)
                    ASSERT_TRUE(table.put({.id = {id}, .instance = "node", .server = reign}, 0ms).value());
            });
    }
    EXPECT_EQ(table.rows().value().size(), many);
}

TEST_F(lease_keys, outlive_a_compaction_and_a_kill) {
    const auto leases = leased_ids{open_keys(with), any_mark()}.acquire({.instance = "node-a"}).value();
    high_water_mark& mark = *leases.front().mark;
    ASSERT_TRUE(mark.advance(mark.value() + 1s));
    run_etcdctl("compact " + std::to_string(table.row(leases.front().id).value().version));
    run_etcdctl("defrag");
    ASSERT_TRUE(mark.advance(mark.value() + 1s));
    const unix_ms last = mark.value();
    order("kill etcd");
    EXPECT_EQ(mark.advance(last + 1s).error().code, errc::store_unavailable);
    order("start etcd");
    ASSERT_TRUE(mark.advance(last + 2s));
    EXPECT_EQ(table.row(leases.front().id).value().mark, last + 2s);
}

// The cluster has its former ID: only who saw a later revision can tell.
TEST_F(lease_keys, of_a_backup_are_found_out_by_a_session_that_saw_more) {
    lease_row known = held();
    const std::string saved = save();
    known.version = table.put(known, term).value().value().version;
    etcd::lease_keys another{std::make_shared<etcd::session>(with)};
    ASSERT_EQ(another.store_now().value().server, known.server);
    restore(saved);
    lease_row stale = another.row({7}).value();
    EXPECT_FALSE(another.put(stale, term).value()) << "written over what the backup has";
    EXPECT_NE(another.store_now().value().server, known.server);
    EXPECT_EQ(table.store_now().value().server, another.store_now().value().server) << "it ended once";
    EXPECT_FALSE(table.put(known, term).value());
}

// As with --bump-revision: the revision tells nothing, that of a key does.
TEST_F(lease_keys, of_a_backup_are_found_out_by_whoever_saw_a_later_row) {
    lease_row known = held();
    const std::string saved = save();
    known.version = table.put(known, term).value().value().version;
    restore(saved);
    for (int i = 0; i < 5; ++i)
        run_etcdctl("put /another/folder " + std::to_string(i));
    EXPECT_EQ(table.store_now().value().server, known.server) << "nothing tells";
    EXPECT_EQ(table.row({7}).value().server, known.server);
    EXPECT_NE(table.store_now().value().server, known.server) << "the row told";
    EXPECT_FALSE(table.put(known, term).value());
}

TEST_F(lease_keys, of_a_reign_with_a_lower_number_are_a_backup_s) {
    const std::string first = table.store_now().value().server, reign = "/vesta/" + with.folder + "/reign";
    run_etcdctl("del " + reign);
    ASSERT_NE(table.store_now().value().server, first);
    run_etcdctl("put " + reign + " " + first);
    EXPECT_THAT(table.store_now().value().server, ::testing::StartsWith("3-"));
}

// Nobody has seen the former cluster.
TEST_F(lease_keys, of_a_backup_under_another_id_are_found_out_by_all) {
    const lease_row known = held();
    restore(save(), " --initial-cluster-token restored");
    etcd::lease_keys fresh{std::make_shared<etcd::session>(with)};
    EXPECT_FALSE(fresh.put(known, term).value());
    EXPECT_NE(fresh.store_now().value().server, known.server);
}

} // namespace
} // namespace vesta::testing
