#include "support/temp_folder.hpp"

#include <vesta/sql/connection.hpp>

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace vesta::testing {
namespace {

class some_connections : public ::testing::Test {
  protected:
    static result<sql::connection*> self(sql::connection& in) { return &in; }

    temp_folder folder;
    sql::connections links{{.file = (folder / "vesta.db").string()}};
};

TEST_F(some_connections, are_used_again) {
    EXPECT_EQ(links.with(self).value(), links.with(self).value());
}

TEST_F(some_connections, are_not_shared_while_in_use) {
    links
        .with([&](sql::connection& outer) -> result<bool> {
            EXPECT_NE(links.with(self).value(), &outer);
            return true;
        })
        .value();
}

TEST_F(some_connections, come_back_when_the_work_throws) {
    sql::connection* first = links.with(self).value();
    EXPECT_THROW(links.with([](sql::connection&) -> result<bool> { throw std::runtime_error{"thrown"}; }).value(),
                 std::runtime_error);
    EXPECT_EQ(links.with(self).value(), first);
}

TEST_F(some_connections, pass_on_why_none_could_be_made) {
    sql::connections nowhere{{.file = folder.path().string()}};
    EXPECT_EQ(nowhere.with(self).error().code, errc::store_unavailable);
}

TEST_F(some_connections, serve_many_threads) {
    links.with([](sql::connection& in) { return in.execute("CREATE TABLE t (a BIGINT)"); }).value();
    std::vector<std::thread> threads;
    for (std::int64_t t = 0; t < 4; ++t)
        threads.emplace_back([&, t] {
            for (int i = 0; i < 20; ++i)
                links.with([&](sql::connection& in) { return in.execute("INSERT INTO t VALUES (?)", {t}); }).value();
        });
    for (auto& each : threads)
        each.join();
    const auto count =
        links.with([](sql::connection& in) { return rows(in, "SELECT COUNT(*) FROM t", {}, 1); }).value();
    EXPECT_EQ(count[0][0], "80");
}

} // namespace
} // namespace vesta::testing
