// Other programs' tables of machine IDs. Those on servers are tested in tests/conformance/machine_assigned.
#include "support/sql_options.hpp"
#include "support/temp_folder.hpp"

#include <vesta/sql/machine_assignments.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

class leafs_table_of_workers : public ::testing::Test {
  protected:
    leafs_table_of_workers() {
        run_sql(database, "CREATE TABLE leaf_workerid_alloc (id INTEGER PRIMARY KEY, ip TEXT, port TEXT, ip_port TEXT "
                          "NOT NULL UNIQUE, max_timestamp BIGINT, create_time TEXT)");
    }

    /// How many rows there are with this address and port.
    std::size_t rows_with(const std::string& ip, const std::string& port) {
        std::size_t found = 0;
        const sql::parameters with{ip, port};
        const auto count = [&](auto) -> result<void> {
            ++found;
            return {};
        };
        const auto on = sql::connection::open(database).value();
        on->query("SELECT id FROM leaf_workerid_alloc WHERE ip = ? AND port = ?", with, 1, count).value();
        return found;
    }

    temp_folder folder;
    const sql::options database{.kind = sql::dialect::sqlite, .name = "ids", .file = (folder / "v.db").string()};
    sql::leaf_table tested{std::make_shared<sql::connections>(database)};
};

TEST_F(leafs_table_of_workers, takes_an_instance_by_its_address_and_port) {
    const auto made = tested.find("10.0.0.1:8080");
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_EQ(rows_with("10.0.0.1", "8080"), 1U);
    EXPECT_EQ(tested.find("10.0.0.1:8080").value().id, made->id);
    ASSERT_TRUE(tested.find("[::1]:8080"));
    EXPECT_EQ(rows_with("[::1]", "8080"), 1U) << "the last colon counts";
}

TEST_F(leafs_table_of_workers, takes_no_other_name) {
    const auto refused = tested.find("node-a");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::invalid_settings);
    EXPECT_THAT(refused.error().message, HasSubstr("instance is 'node-a'; with leaf-mysql it must be ip:port"));
}

} // namespace
} // namespace vesta::testing
