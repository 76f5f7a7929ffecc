#include "conformance/sharded/sharded_store.hpp"
#include "support/control.hpp"
#include "support/sql_options.hpp"
#include "support/temp_folder.hpp"

#include <vesta/sql/sharded_tables.hpp>

namespace vesta::testing {
namespace {

using sql::open_sharded_tables;

/// What an administrator does with the tables, and an environment of the contracts.
class sql_environment {
  public:
    std::shared_ptr<sharded_store> open() { return open_sharded_tables(at_).store; }
    std::shared_ptr<range_ledger> open_ledger() { return open_sharded_tables(at_).ledger; }

    void put(const shard_row& row) {
        run_sql(at_, "DELETE FROM id_alloc WHERE app_id = ? AND shard_id = ?", {row.app, row.shard});
        run_sql(at_,
                "INSERT INTO id_alloc (app_id, shard_id, app_name, max_id, step, max_limit_id)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                {row.app, row.shard, row.name, row.max_id, row.step, row.max_limit_id});
    }

    shard_row find(std::int64_t app, std::int64_t shard) {
        const auto rows = open()->list().value();
        for (const shard_row& row : rows)
            if (row.app == app && row.shard == shard) return row;
        throw std::runtime_error{"no such row"};
    }

  protected:
    explicit sql_environment(sql::options at) : at_{std::move(at)} {
        EXPECT_TRUE(open()->init({9}, "makes the tables"));
        for (const char* const table : {"id_alloc", "id_alloc_order", "id_alloc_range"})
            run_sql(at_, "DELETE FROM " + std::string{table});
    }

  private:
    const sql::options at_;
};

class mariadb_environment : public sql_environment {
  public:
    mariadb_environment() : sql_environment{mariadb_options()} {}
};

class postgresql_environment : public sql_environment {
  public:
    postgresql_environment() : sql_environment{postgresql_options()} {}
};

class pooled_environment : public sql_environment {
  public:
    pooled_environment() : sql_environment{pooled_options()} {}
};

class sqlite_folder {
  protected:
    temp_folder folder_;
};

class sqlite_environment : sqlite_folder, public sql_environment {
  public:
    sqlite_environment() : sql_environment{{.kind = sql::dialect::sqlite, .file = folder_ / "vesta.db"}} {}
};

INSTANTIATE_TYPED_TEST_SUITE_P(mariadb, sharded_store_contract, mariadb_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(mariadb, range_ledger_contract, mariadb_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(postgresql, sharded_store_contract, postgresql_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(postgresql, range_ledger_contract, postgresql_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(pgbouncer, sharded_store_contract, pooled_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(pgbouncer, range_ledger_contract, pooled_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(sqlite, sharded_store_contract, sqlite_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(sqlite, range_ledger_contract, sqlite_environment);

TEST(sharded_tables, that_cannot_be_used_say_why_and_keep_the_password_to_themselves) {
    auto at = mariadb_options();
    at.password = "geheim";
    auto refused = open_sharded_tables(at).store->list();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::invalid_settings) << refused.error().message;
    EXPECT_THAT(refused.error().message, ::testing::Not(::testing::HasSubstr("geheim")));
    at = mariadb_options();
    at.database = "mysql";
    refused = open_sharded_tables(at).store->list();
    EXPECT_THAT(refused.error().message, ::testing::HasSubstr("`vesta sharded init` makes the tables"));
    at.port = 1;
    EXPECT_EQ(open_sharded_tables(at).store->list().error().code, errc::store_unavailable);
    at.database.clear();
    EXPECT_THROW(static_cast<void>(open_sharded_tables(at)), failure);
}

TEST(sharded_tables, come_back_after_the_server_was_killed) {
    mariadb_environment environment;
    const auto store = environment.open();
    ASSERT_TRUE(store->init({1}, "test"));
    const auto before = store->reserve({.of = app_1_shard_2}).value();
    order("kill mariadb");
    EXPECT_EQ(store->reserve({.of = app_1_shard_2}).error().code, errc::store_unavailable);
    order("start mariadb");
    EXPECT_EQ(store->reserve({.of = app_1_shard_2})->low, before.high);
}

} // namespace
} // namespace vesta::testing
