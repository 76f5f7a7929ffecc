#pragma once

#include "support/sql_options.hpp"
#include "support/store_proxy.hpp"

#include <vesta/segment/segment_generator.hpp>
#include <vesta/source/waiting.hpp>
#include <vesta/sql/segment_table.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace vesta::testing {

/// A table of its own in MariaDB, behind a proxy, and generators on it.
class segments_in_mariadb : public ::testing::Test {
  protected:
    segments_in_mariadb() { sql::create_segment_table({.database = mariadb_options(), .table = table}).value(); }

    std::unique_ptr<segment_generator> open(const segment_options& options = {}) {
        sql::options to = mariadb_options(line.port());
        to.connect_timeout = std::chrono::seconds{2};
        to.answer_timeout = std::chrono::seconds{2};
        to.lock_timeout = std::chrono::seconds{1};
        return std::make_unique<segment_generator>(sql::open_segments({.database = to, .table = table}), options);
    }

    void add_row(const std::string& tag, std::int64_t step) {
        run_sql(mariadb_options(), "INSERT INTO " + table + " (biz_tag, step) VALUES (?, ?)", {tag, step});
    }
    std::int64_t max_id(const std::string& tag) {
        const auto link = sql::connection::open(mariadb_options()).value();
        const auto found = rows(*link, "SELECT max_id FROM " + table + " WHERE biz_tag = ?", {tag}, 1).value();
        return sql::integer(found.at(0).at(0), "max_id").value();
    }

    /// Waits for what another thread brings about; ctest ends a test that waits for ever.
    template <class Condition>
    static void until(const Condition& condition) {
        while (!condition())
            std::this_thread::sleep_for(std::chrono::milliseconds{2});
    }

    static std::int64_t take_one(id_source& from) {
        id made;
        generate_all(from, {&made, 1}, system_wall_clock(), std::chrono::minutes{1}).value();
        return made.value;
    }

    store_proxy line{"mariadb"};
    const std::string table = fresh_name("segments");
};

} // namespace vesta::testing
