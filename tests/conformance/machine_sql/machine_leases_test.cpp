#include "conformance/lease_rows.hpp"
#include "conformance/lease_table.hpp"
#include "conformance/machine/table_environment.hpp"
#include "conformance/machine_id_provider.hpp"
#include "support/control.hpp"
#include "support/sql_options.hpp"
#include "support/store_proxy.hpp"

#include <vesta/sql/machine_leases.hpp>

#include <filesystem>

namespace vesta::testing {
namespace {

sql::options sqlite_options() {
    static std::atomic<int> files{0};
    return {.kind = sql::dialect::sqlite,
            .name = "stores.test",
            .file = server_setting("VESTA_TEST_FOLDER") + "/machine-" + std::to_string(++files) + ".db",
            .lock_timeout = std::chrono::seconds{20}};
}

std::shared_ptr<sql::machine_leases> open_table(const sql::options& with) {
    return std::make_shared<sql::machine_leases>(std::make_shared<sql::connections>(with));
}

/// One database, emptied.
class database {
  public:
    explicit database(sql::options with) : with_{std::move(with)} {
        // What is there is of a test before; a table that is missing is made by whoever comes first.
        if (with_.kind != sql::dialect::sqlite) run("drop table if exists vesta_machine_lease");
    }
    /// As an administrator.
    void run(const std::string& statement) { run_sql(with_, statement); }
    std::shared_ptr<lease_table> open() { return open_table(with_); }

  private:
    const sql::options with_;
};

class sqlite_store : public database {
  public:
    static constexpr int short_lived = 400; // one writer at a time, and each waits for the disk
    sqlite_store() : database{sqlite_options()} {}
};
class mysql_store : public database {
  public:
    static constexpr int short_lived = 2000;
    mysql_store() : database{mariadb_options()} {}
};

class postgresql_store : public database {
  public:
    static constexpr int short_lived = 2000;
    postgresql_store() : database{postgresql_options()} {}
};

class pooled_store : public database {
  public:
    static constexpr int short_lived = 2000;
    pooled_store() : database{pooled_options()} {}
};

class sqlite_environment : public table_environment {
  public:
    sqlite_environment() : table_environment{sqlite_store{}.open()} {}
};
class mysql_environment : public table_environment {
  public:
    mysql_environment() : table_environment{mysql_store{}.open()} {}
};

class postgresql_environment : public table_environment {
  public:
    postgresql_environment() : table_environment{postgresql_store{}.open()} {}
};

class pooled_environment : public table_environment {
  public:
    pooled_environment() : table_environment{pooled_store{}.open()} {}
};

/// One that reaches the server through a proxy.
class distant_environment : store_proxy, public table_environment {
  public:
    void break_store() { cut(); }
    void mend_store() { heal(); }

  protected:
    distant_environment(const std::string& server, sql::options (&to)(const std::string& port))
        : store_proxy{server}, table_environment{database{to(port())}.open()} {}
};
class distant_mysql_environment : public distant_environment {
  public:
    distant_mysql_environment() : distant_environment{"mariadb", mariadb_options} {}
};
class distant_postgresql_environment : public distant_environment {
  public:
    distant_postgresql_environment() : distant_environment{"postgresql", postgresql_options} {}
};

template <class Store>
class a_table_with_a_clock : public ::testing::Test {
  protected:
    Store store;
};
using tables_in_sql = ::testing::Types<sqlite_store, mysql_store, postgresql_store>;
TYPED_TEST_SUITE(a_table_with_a_clock, tables_in_sql);

// Who has forgotten an owner waits by the store's clock for what it reserved.
TYPED_TEST(a_table_with_a_clock, raises_no_mark_further_ahead_of_it_than_is_said) {
    using namespace std::chrono_literals;
    const auto table = this->store.open();
    table->rows().value(); // makes it
    lease_row row{.id = {3}, .instance = "node-a", .token = "t", .mark = table->store_now().value().at + 1h};
    row.version = table->put(row, 5min).value().value().version;
    row.ahead = 10min;
    EXPECT_TRUE(table->put(row, 5min).value()) << "it is not raised";
    ++row.version;
    row.mark += 1ms;
    EXPECT_FALSE(table->put(row, 5min).value());
    row.ahead = 2h;
    EXPECT_TRUE(table->put(row, 5min).value());
    const auto owner = leased_ids{table, 1min}.acquire({.instance = "node-b", .max_id = 0}).value();
    EXPECT_TRUE(owner.front().mark->advance(table->store_now().value().at + 1min));
    EXPECT_FALSE(owner.front().mark->advance(table->store_now().value().at + 30min));
    EXPECT_LE(owner.front().mark->value(), std::max(table->store_now().value().at + 61s, row.mark + 62s));
}

template <class Store>
class a_table_on_a_server : public a_table_with_a_clock<Store> {};
using servers_of_sql = ::testing::Types<mysql_store, postgresql_store>;
TYPED_TEST_SUITE(a_table_on_a_server, servers_of_sql);

// A server that was replaced and comes back with some of what it missed has the identity it had.
TYPED_TEST(a_table_on_a_server, begins_a_reign_where_another_server_had_it_since) {
    using namespace std::chrono_literals;
    const auto table = this->store.open();
    const std::string first = table->store_now().value().server;
    EXPECT_EQ(first.size(), 32U);
    EXPECT_EQ(table->store_now().value().server, first);
    table->put({.id = {0}, .instance = "old"}, 0ms).value();
    const auto owner = leased_ids{table, 1min}.acquire({.instance = "node-a", .max_id = 0}).value();
    EXPECT_EQ(table->row({0}).value().server, first);
    this->store.run("update vesta_machine_lease set instance = 'another', token = 'x' where id = 4294967295");
    const auto lost = owner.front().mark->advance(table->row({0}).value().mark + 1ms);
    ASSERT_FALSE(lost);
    EXPECT_EQ(lost.error().code, errc::lease_lost);
    const std::string second = table->store_now().value().server;
    EXPECT_NE(second, first);
    EXPECT_EQ(second.substr(0, 16), first.substr(0, 16));
    EXPECT_EQ(table->store_now().value().server, second);
    EXPECT_EQ(table->rows().value().size(), 1U) << "that row is no machine ID's";
}

// MariaDB's answer to an update then brings no number along.
TEST(a_table_of_leases_with_a_trigger, tells_the_time_of_a_write) {
    using namespace std::chrono_literals;
    mysql_store store;
    const auto table = store.open();
    const unix_ms before = table->store_now().value().at;
    lease_row row{.id = {3}, .instance = "node-a", .token = "t", .mark = before};
    row.version = table->put(row, 5min).value().value().version;
    store.run("create or replace table audit (id bigint auto_increment primary key, why varchar(8))");
    store.run(
        "create trigger audits after update on vesta_machine_lease for each row insert into audit (why) values ('it')");
    EXPECT_GE(table->put(row, 5min).value().value().at.value(), before);
}

INSTANTIATE_TYPED_TEST_SUITE_P(sqlite, lease_table_contract, sqlite_store);
INSTANTIATE_TYPED_TEST_SUITE_P(sqlite, lease_rows_contract, sqlite_store);
INSTANTIATE_TYPED_TEST_SUITE_P(sqlite, machine_id_provider_contract, sqlite_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(sqlite, machine_id_takeover_contract, sqlite_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(mariadb, lease_table_contract, mysql_store);
INSTANTIATE_TYPED_TEST_SUITE_P(mariadb, lease_rows_contract, mysql_store);
INSTANTIATE_TYPED_TEST_SUITE_P(mariadb, machine_id_provider_contract, mysql_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(mariadb, machine_id_takeover_contract, mysql_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(mariadb, machine_id_fault_contract, distant_mysql_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(postgresql, lease_table_contract, postgresql_store);
INSTANTIATE_TYPED_TEST_SUITE_P(postgresql, lease_rows_contract, postgresql_store);
INSTANTIATE_TYPED_TEST_SUITE_P(postgresql, machine_id_provider_contract, postgresql_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(postgresql, machine_id_takeover_contract, postgresql_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(pgbouncer, lease_table_contract, pooled_store);
INSTANTIATE_TYPED_TEST_SUITE_P(pgbouncer, lease_rows_contract, pooled_store);
INSTANTIATE_TYPED_TEST_SUITE_P(pgbouncer, machine_id_provider_contract, pooled_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(pgbouncer, machine_id_takeover_contract, pooled_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(postgresql, machine_id_fault_contract, distant_postgresql_environment);

} // namespace
} // namespace vesta::testing
