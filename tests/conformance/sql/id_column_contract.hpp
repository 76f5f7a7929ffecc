#pragma once

#include "support/sql_options.hpp"

#include <vesta/sql/id_column.hpp>

#include <gmock/gmock.h>

#include <map>

namespace vesta::testing {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::SizeIs;

/// Where `read_ids` reads, for one kind of database: `Environment::options()`.
template <class Environment>
class id_column_contract : public ::testing::Test {
  protected:
    void make(const std::string& columns) { change("CREATE TABLE " + of.table + " (" + columns + ")"); }
    void change(const std::string& statement) { run_sql(to, statement); }

    /// All rows, in the order in which they came.
    std::vector<std::pair<std::string, std::uint64_t>> read() {
        std::vector<std::pair<std::string, std::uint64_t>> all;
        sql::read_ids(to, of, [&](const column_row& row) -> result<void> {
            all.emplace_back(row.id, row.times);
            made.emplace_back(row.made);
            return {};
        }).value();
        return all;
    }

    std::string refused() {
        const auto ran = sql::read_ids(to, of, [](const column_row&) { return result<void>{}; });
        return ran ? "" : ran.error().message;
    }

    Environment environment{};
    const sql::options to = environment.options();
    id_column of{.table = fresh_name("orders"), .page = 3};
    std::vector<std::string> made{};
};

TYPED_TEST_SUITE_P(id_column_contract);

TYPED_TEST_P(id_column_contract, counts_what_is_there_twice_on_any_page) {
    this->make("id BIGINT, other INT");
    this->change("INSERT INTO " + this->of.table +
                 " VALUES (-5,1),(1,1),(2,1),(2,2),(2,3),(3,1),(4,1),(NULL,1),(9223372036854775807,1),(4,2)");
    EXPECT_THAT(this->read(), ElementsAre(Pair("-5", 1), Pair("1", 1), Pair("2", 3), Pair("3", 1), Pair("4", 2),
                                          Pair("9223372036854775807", 1)));
}

TYPED_TEST_P(id_column_contract, reads_texts_by_a_key) {
    this->make("id VARCHAR(40), code VARCHAR(40) PRIMARY KEY");
    this->change("INSERT INTO " + this->of.table +
                 " VALUES ('x','a'),('X','b'),('x','c'),(NULL,'d'),('','e'),('y','f'),('z','g')");
    this->of.key = "code";
    EXPECT_THAT(this->read(),
                ElementsAre(Pair("x", 1), Pair("X", 1), Pair("x", 1), Pair("", 1), Pair("y", 1), Pair("z", 1)));
    EXPECT_THAT(this->refused(), IsEmpty());
    this->of.key.clear();
    EXPECT_THAT(this->refused(), HasSubstr("IDs that are no integers are read by another column"));
}

TYPED_TEST_P(id_column_contract, reads_when_each_was_made_in_utc) {
    this->make("id BIGINT PRIMARY KEY, at TIMESTAMP NULL, ms BIGINT");
    this->change("INSERT INTO " + this->of.table +
                 " VALUES (1, '2026-01-31 23:59:58', 1769903998000), (2, NULL, NULL)");
    this->of.made = "at";
    EXPECT_THAT(this->read(), SizeIs(2));
    EXPECT_THAT(this->made, ElementsAre("2026-01-31 23:59:58", ""));
    this->of.made = "ms";
    this->of.key = "id";
    this->made.clear();
    EXPECT_THAT(this->read(), SizeIs(2));
    EXPECT_THAT(this->made, ElementsAre("1769903998000", ""));
}

TYPED_TEST_P(id_column_contract, notices_a_key_that_is_not_unique_or_not_everywhere) {
    this->make("id BIGINT, part INT");
    this->of.key = "part";
    this->change("INSERT INTO " + this->of.table + " VALUES (1,1),(2,2),(3,3),(4,3)"); // the pair over two pages
    EXPECT_THAT(this->refused(), HasSubstr("column part has '3' twice"));
    this->change("UPDATE " + this->of.table + " SET part = NULL WHERE id = 4");
    EXPECT_THAT(this->refused(), HasSubstr("column part is NULL in some rows"));
}

TYPED_TEST_P(id_column_contract, names_the_columns_that_are_there) {
    this->change("CREATE TABLE " + fresh_name("other") + " (id BIGINT)");
    EXPECT_THAT(this->refused(), HasSubstr(this->of.table + ": there is no such table, or this user may not read it"));
    this->make("id BIGINT, code VARCHAR(40), at DATE");
    this->of.id = "number";
    EXPECT_THAT(this->refused(), HasSubstr("there is no column 'number'; there are at, code, id"));
    this->of = {.table = "a.b.c", .id = "id"};
    EXPECT_THAT(this->refused(), HasSubstr("'a.b.c' is no table's name"));
}

TYPED_TEST_P(id_column_contract, ends_with_the_error_of_the_sink) {
    this->make("id BIGINT");
    this->change("INSERT INTO " + this->of.table + " VALUES (1),(2)");
    const auto ran = sql::read_ids(
        this->to, this->of, [](const column_row&) -> result<void> { return error{errc::invalid_argument, "enough"}; });
    ASSERT_FALSE(ran);
    EXPECT_EQ(ran.error().message, "enough");
}

REGISTER_TYPED_TEST_SUITE_P(id_column_contract, counts_what_is_there_twice_on_any_page, reads_texts_by_a_key,
                            reads_when_each_was_made_in_utc, notices_a_key_that_is_not_unique_or_not_everywhere,
                            names_the_columns_that_are_there, ends_with_the_error_of_the_sink);

} // namespace vesta::testing
