// Several servers of PostgreSQL behind one setting: a primary, and a standby that takes over.
#include "support/sql_options.hpp"

#include <vesta/machine/leased_ids.hpp>
#include <vesta/sql/machine_leases.hpp>
#include <vesta/sql/segment_table.hpp>

#include <gmock/gmock.h>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::AllOf;
using ::testing::HasSubstr;

/// Runs a statement on the server at @p port, also where that is a standby, which our own connections refuse.
void on_server(const std::string& port, const std::string& statement) {
    const std::string command = "PGPASSWORD=" + server_setting("VESTA_TEST_POSTGRESQL_PASSWORD") +
                                " psql -qtA -v ON_ERROR_STOP=1 -h 127.0.0.1 -p " + port + " -U vesta -d vesta -c \"" +
                                statement + "\" > /dev/null";
    if (std::system(command.c_str()) != 0) throw std::runtime_error{"refused: " + statement};
}

class a_pair : public ::testing::Test {
  protected:
    a_pair() {
        const std::string both = server_setting("VESTA_TEST_POSTGRESQL_PAIR");
        standby_port = both.substr(both.rfind(':') + 1);
        // The standby first: it is there, and takes no writes.
        to.host = "127.0.0.1:" + standby_port + ",127.0.0.1:" + std::to_string(to.port);
        to.connect_timeout = to.answer_timeout = 2s;
        to.lock_timeout = 1s;
    }

    std::string standby_port;
    sql::options to = postgresql_options();
};

TEST_F(a_pair, is_written_to_where_it_takes_writes_and_by_another_reign_once_the_standby_took_over) {
    auto alone = to;
    alone.host = "127.0.0.1:" + standby_port;
    const auto refused = sql::connection::open(alone);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::store_unavailable);
    EXPECT_THAT(refused.error().message, AllOf(HasSubstr(standby_port), HasSubstr("read-only")));

    sql::create_segment_table({.database = to}).value();
    run_sql(to, "INSERT INTO leaf_alloc (biz_tag, step) VALUES ('order', 10)");
    const auto store = sql::open_segments({.database = to});
    const segment before = store->reserve({.tag = "order"}).value();
    const auto table = std::make_shared<sql::machine_leases>(std::make_shared<sql::connections>(to));
    const auto owner = leased_ids{table, 1min}.acquire({.instance = "node-a", .max_id = 0}).value();
    const std::string reign = table->store_now().value().server;
    on_server(std::to_string(to.port), "alter system set synchronous_standby_names = '*'");
    on_server(std::to_string(to.port), "select pg_reload_conf()");
    run_sql(to, "INSERT INTO leaf_alloc (biz_tag, step) VALUES ('copied', 10)"); // and all before it

    order("pause postgresql1");
    const auto away = store->reserve({.tag = "order"});
    ASSERT_FALSE(away) << "neither a frozen server nor a standby";
    EXPECT_EQ(away.error().code, errc::store_unavailable) << away.error().message;
    order("resume postgresql1");
    order("kill postgresql1");
    on_server(standby_port, "select pg_promote(true, 60)");

    EXPECT_EQ(table->store_now().error().code, errc::store_unavailable) << "its session ended with the server";
    const auto after = store->reserve({.tag = "order"});
    ASSERT_TRUE(after) << after.error().message;
    EXPECT_GE(after->first, before.end);
    EXPECT_NE(table->store_now().value().server.substr(0, 16), reign.substr(0, 16)) << "it is another server";
    const auto lost = owner.front().mark->advance(owner.front().mark->value() + 1s);
    ASSERT_FALSE(lost);
    EXPECT_EQ(lost.error().code, errc::lease_lost);
}

} // namespace
} // namespace vesta::testing
