// uid-generator's table of worker IDs, on SQLite.
#include "support/sql_options.hpp"
#include "support/temp_folder.hpp"

#include <vesta/sql/worker_nodes.hpp>

#include <gmock/gmock.h>

namespace vesta::testing {
namespace {

using ::testing::HasSubstr;

class a_table_of_worker_nodes : public ::testing::Test {
  protected:
    a_table_of_worker_nodes() {
        run_sql(database, "CREATE TABLE WORKER_NODE (ID INTEGER PRIMARY KEY AUTOINCREMENT, HOST_NAME VARCHAR(64) NOT "
                          "NULL, PORT VARCHAR(64) NOT NULL, TYPE INT NOT NULL, LAUNCH_DATE DATE NOT NULL, MODIFIED "
                          "TIMESTAMP NOT NULL, CREATED TIMESTAMP NOT NULL)");
    }

    result<id_assignment::place> take(std::uint32_t max_id = 4194303) {
        lease_request request{.instance = "10.0.0.1:8080"};
        request.max_id = max_id;
        return tested.assign(request);
    }

    std::string told(const std::string& of) {
        const auto link = sql::connection::open(database).value();
        return rows(*link, "SELECT " + of + " FROM WORKER_NODE", {}, 1).value().at(0)[0].value();
    }

    temp_folder folder;
    const sql::options database{.kind = sql::dialect::sqlite, .name = "ids", .file = (folder / "v.db").string()};
    sql::worker_nodes tested{std::make_shared<sql::connections>(database)};
};

TEST_F(a_table_of_worker_nodes, gives_each_start_the_number_of_a_new_row) {
    EXPECT_EQ(take().value().id, machine_id{1});
    EXPECT_EQ(take().value().id, machine_id{2}) << "the same instance, started again";
    run_sql(database, "INSERT INTO WORKER_NODE VALUES (NULL, '10.0.0.9', '1479724800000-4711', 2, CURRENT_DATE, "
                      "CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)");
    EXPECT_EQ(take().value().id, machine_id{4});
    EXPECT_EQ(told("HOST_NAME"), "10.0.0.1:8080");
    EXPECT_EQ(told("TYPE"), "2");
    run_sql(database, "DELETE FROM WORKER_NODE");
    EXPECT_EQ(take().value().id, machine_id{5}) << "numbers are not used again";
}

TEST_F(a_table_of_worker_nodes, ends_with_the_machine_ids_of_the_layout) {
    EXPECT_EQ(take(2).value().id, machine_id{1});
    EXPECT_EQ(take(2).value().id, machine_id{2});
    const auto refused = take(2);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::exhausted);
    EXPECT_THAT(refused.error().message, HasSubstr("has come to 2, and the layouts have machine IDs up to 2"));
    EXPECT_EQ(told("COUNT(*)"), "2") << "it spent none";
    run_sql(database, "DELETE FROM WORKER_NODE");
    EXPECT_EQ(take(2).error().code, errc::exhausted) << "the next number is 3 all the same";
}

} // namespace
} // namespace vesta::testing
