// The modes in which another program's format assigns machine IDs.
#include "conformance/machine/table_environment.hpp"
#include "conformance/machine_id_provider.hpp"
#include "support/expire.hpp"
#include "support/sql_options.hpp"
#include "support/store_proxy.hpp"
#include "support/zookeeper.hpp"

#include <vesta/machine/assigned_ids.hpp>
#include <vesta/sql/cosid_machines.hpp>
#include <vesta/sql/machine_assignments.hpp>
#include <vesta/sql/machine_leases.hpp>
#include <vesta/zookeeper/leaf_forever.hpp>
#include <vesta/zookeeper/lease_nodes.hpp>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;

constexpr int hosts = 8; // that the format knows; the host's number is its machine ID

std::string host(std::size_t number) {
    return "10.0.0." + std::to_string(number) + ":8080";
}

/// Whoever asks is the first of a few hosts that is not up.
class few_assigned_ids final : public machine_id_provider {
  public:
    few_assigned_ids(std::shared_ptr<id_assignment> by, std::shared_ptr<lease_table> table, std::size_t ids)
        : assigned_{std::move(by), std::move(table), any_mark()}, ids_{ids} {}

    result<std::vector<machine_lease>> acquire(const lease_request& request) override {
        lease_request of_host = request;
        error last{errc::in_use, "there is no host"};
        for (std::size_t i = 0; i < ids_; ++i) {
            of_host.instance = host(i);
            auto got = assigned_.acquire(of_host);
            if (got || got.error().code != errc::in_use) return got;
            last = std::move(got).error();
        }
        return last;
    }

  private:
    assigned_ids assigned_;
    const std::size_t ids_;
};

class assigned_environment {
  public:
    static constexpr std::chrono::minutes quarantine = table_environment::quarantine;

    assigned_environment(std::shared_ptr<id_assignment> by, std::shared_ptr<lease_table> table)
        : by_{std::move(by)}, table_{std::move(table)} {}

    std::unique_ptr<machine_id_provider> provider(std::size_t ids) {
        return std::make_unique<few_assigned_ids>(by_, table_, ids);
    }

    void crash(std::vector<machine_lease> leases) {
        for (const auto& each : leases)
            expire(*table_, each.id);
    }

    machine_lease take_over(machine_id machine) {
        expire(*table_, machine);
        auto taken = assigned_ids{by_, table_, any_mark()}.acquire({.instance = host(machine.value)}).value();
        return std::move(taken.front());
    }

  private:
    const std::shared_ptr<id_assignment> by_;
    const std::shared_ptr<lease_table> table_;
};

/// A database with the format's table, a row for each host, and no lease.
std::shared_ptr<sql::connections> database_with(const std::string& table, const std::string& columns,
                                                const std::string& row, const std::string& through = "") {
    const sql::options to = mariadb_options();
    run_sql(to, "DROP TABLE IF EXISTS vesta_machine_lease, " + table);
    run_sql(to, "CREATE TABLE " + table + " (" + columns + ")");
    const auto link = sql::connection::open(to).value();
    link->execute("SET SESSION sql_mode = 'NO_AUTO_VALUE_ON_ZERO'").value();
    for (std::int64_t i = 0; i < hosts; ++i)
        link->execute("INSERT INTO " + table + row, {i, host(static_cast<std::size_t>(i))}).value();
    return std::make_shared<sql::connections>(through.empty() ? to : mariadb_options(through));
}

class vesta_table_mode : public assigned_environment {
  public:
    vesta_table_mode()
        : vesta_table_mode{database_with("DB_MACHINE_ID_PROVIDER",
                                         "ID BIGINT NOT NULL PRIMARY KEY, IP VARCHAR(64) DEFAULT NULL, UNIQUE KEY (IP)",
                                         " (ID, IP) VALUES (?, ?)")} {}

  private:
    explicit vesta_table_mode(const std::shared_ptr<sql::connections>& on)
        : assigned_environment{std::make_shared<sql::vesta_table>(on), std::make_shared<sql::machine_leases>(on)} {}
};

class leaf_mysql_mode : public assigned_environment {
  public:
    explicit leaf_mysql_mode(const std::string& through = "")
        : leaf_mysql_mode{database_with("leaf_workerid_alloc",
                                        "id BIGINT(20) NOT NULL AUTO_INCREMENT PRIMARY KEY, ip VARCHAR(127), port "
                                        "VARCHAR(127), ip_port VARCHAR(127) NOT NULL UNIQUE, max_timestamp BIGINT(20), "
                                        "create_time TIMESTAMP NULL, update_time TIMESTAMP NULL",
                                        " (id, ip_port, max_timestamp) VALUES (?, ?, 0)", through)} {}

  private:
    explicit leaf_mysql_mode(const std::shared_ptr<sql::connections>& on)
        : assigned_environment{std::make_shared<sql::leaf_table>(on), std::make_shared<sql::machine_leases>(on)} {}
};

class cosid_mode : public assigned_environment {
  public:
    explicit cosid_mode(const std::string& through = "")
        : cosid_mode{database_with(
              "cosid_machine",
              "name VARCHAR(100) NOT NULL PRIMARY KEY, namespace VARCHAR(100) NOT NULL DEFAULT 'cosid', machine_id "
              "INTEGER "
              "UNSIGNED NOT NULL, last_timestamp BIGINT UNSIGNED NOT NULL DEFAULT 0, instance_id VARCHAR(100) NOT "
              "NULL, "
              "distribute_time BIGINT UNSIGNED NOT NULL DEFAULT 0, revert_time BIGINT UNSIGNED NOT NULL DEFAULT 0",
              " (machine_id, instance_id, name) VALUES (?, CONCAT('vesta:', ?), CONCAT('cosid.0000000', machine_id))",
              through)} {}

  private:
    explicit cosid_mode(const std::shared_ptr<sql::connections>& on)
        : assigned_environment{std::make_shared<sql::cosid_machines>(on, "cosid"),
                               std::make_shared<sql::machine_leases>(on)} {}
};

/// One that reaches the server through a proxy.
class distant_leaf_mysql_mode : store_proxy, public leaf_mysql_mode {
  public:
    distant_leaf_mysql_mode() : store_proxy{"mariadb"}, leaf_mysql_mode{port()} {}

    void break_store() { cut(); }
    void mend_store() { heal(); }
};

class leaf_forever_mode : public assigned_environment {
  public:
    leaf_forever_mode() : leaf_forever_mode{new_session(), "leaf-" + new_fleet()} {}

  private:
    leaf_forever_mode(const std::shared_ptr<zookeeper::session>& session, const std::string& name)
        : assigned_environment{std::make_shared<zookeeper::leaf_forever>(session, name),
                               std::make_shared<zookeeper::lease_nodes>(session, name)} {
        const std::string folder = "/snowflake/" + name + "/forever";
        session->make_path(folder).value();
        for (std::size_t i = 0; i < hosts; ++i)
            session
                ->create(folder + "/" + host(i) + "-000000000" + std::to_string(i),
                         zookeeper::write_leaf_data(host(i), unix_ms{}))
                .value();
    }
};

INSTANTIATE_TYPED_TEST_SUITE_P(vesta_table, machine_id_provider_contract, vesta_table_mode);
INSTANTIATE_TYPED_TEST_SUITE_P(vesta_table, machine_id_takeover_contract, vesta_table_mode);
INSTANTIATE_TYPED_TEST_SUITE_P(leaf_mysql, machine_id_provider_contract, leaf_mysql_mode);
INSTANTIATE_TYPED_TEST_SUITE_P(leaf_mysql, machine_id_takeover_contract, leaf_mysql_mode);
INSTANTIATE_TYPED_TEST_SUITE_P(leaf_mysql, machine_id_fault_contract, distant_leaf_mysql_mode);
INSTANTIATE_TYPED_TEST_SUITE_P(cosid, machine_id_provider_contract, cosid_mode);
INSTANTIATE_TYPED_TEST_SUITE_P(cosid, machine_id_takeover_contract, cosid_mode);
INSTANTIATE_TYPED_TEST_SUITE_P(leaf_forever, machine_id_provider_contract, leaf_forever_mode);
INSTANTIATE_TYPED_TEST_SUITE_P(leaf_forever, machine_id_takeover_contract, leaf_forever_mode);

} // namespace
} // namespace vesta::testing
