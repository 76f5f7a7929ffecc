#include "fleet.hpp"
#include "support/control.hpp"
#include "support/expire.hpp"
#include "support/sql_options.hpp"
#include "support/store_proxy.hpp"
#include "support/zookeeper.hpp"

#include <vesta/sql/connection.hpp>
#include <vesta/sql/machine_leases.hpp>
#include <vesta/zookeeper/lease_nodes.hpp>

namespace vesta::testing {
namespace {

/// What a long run sets higher.
int setting(const char* name, int usual) {
    const char* const given = std::getenv(name);
    return given != nullptr ? std::atoi(given) : usual;
}

/// How often each fault is brought about, and to how many nodes.
const int rounds = setting("VESTA_FAULT_ROUNDS", 1);
const auto nodes = static_cast<std::size_t>(setting("VESTA_FAULT_NODES", 4));

/// The table on @p server, at @p port of this host.
std::shared_ptr<lease_table> table_of(const std::string& server, int port) {
    sql::options with = options_of(server);
    with.port = static_cast<std::uint16_t>(port);
    with.answer_timeout = std::chrono::seconds{3};
    with.lock_timeout = std::chrono::seconds{2};
    return std::make_shared<sql::machine_leases>(std::make_shared<sql::connections>(with));
}

/// Somebody else takes the machine ID of @p victim, as if its lease had ended.
void steal(lease_table& table, const busy_node& victim) {
    const machine_id target = victim.machine();
    for (;;) {
        lease_row row = table.row(target).value();
        row.token = "thief";
        row.instance = "thief";
        if (table.put(row, std::chrono::hours{1}).value()) break; // else its owner renewed it just now
    }
    while (victim.machine() == target)
        std::this_thread::sleep_for(std::chrono::milliseconds{5});
}

class a_fleet_on_sql : public ::testing::TestWithParam<std::string> {};

TEST_P(a_fleet_on_sql, makes_no_id_twice_whatever_happens_to_the_store) {
    store_proxy line{GetParam()};
    // What other tests left there has leases of hours, which machine IDs never used would wait out.
    run_sql(options_of(GetParam()), "DROP TABLE IF EXISTS vesta_machine_lease");
    fleet all{nodes, [&] { return table_of(GetParam(), std::stoi(line.port())); }};
    for (int i = 0; i < rounds; ++i) {
        order("kill " + GetParam());
        all.has_run_dry();
        order("start " + GetParam());
        all.goes_on();
        order("pause " + GetParam());
        all.has_run_dry();
        order("resume " + GetParam());
        all.goes_on();
        line.freeze();
        all.has_run_dry();
        line.heal();
        all.goes_on();
        line.drop();
        all.goes_on();
        for (std::size_t node = 0; node < nodes; ++node)
            steal(*table_of(GetParam(), options_of(GetParam()).port), all[node]);
        all.goes_on();
    }
    all.ends_without_a_duplicate();
}

INSTANTIATE_TEST_SUITE_P(on, a_fleet_on_sql, ::testing::Values("mariadb", "postgresql"));

TEST(a_fleet_on_zookeeper, makes_no_id_twice_whatever_happens_to_the_ensemble) {
    const std::string name = new_fleet();
    const auto hosts = server_setting("VESTA_TEST_ZOOKEEPER");
    fleet all{nodes, [&] {
                  const auto session = new_session(hosts, std::chrono::seconds{2});
                  return std::make_shared<zookeeper::lease_nodes>(session, name);
              }};
    zookeeper::lease_nodes direct{new_session(), name};
    for (int i = 0; i < rounds; ++i) {
        for (const std::string each : {"zookeeper1", "zookeeper2", "zookeeper3"}) { // one of them leads
            order("kill " + each);
            all.goes_on();
            order("start " + each);
        }
        order("pause zookeeper1");
        order("pause zookeeper2");
        all.has_run_dry();
        order("resume zookeeper1");
        order("resume zookeeper2");
        all.goes_on();
        for (std::size_t node = 0; node < nodes; ++node)
            steal(direct, all[node]);
        all.goes_on();
    }
    all.ends_without_a_duplicate();
}

} // namespace
} // namespace vesta::testing
