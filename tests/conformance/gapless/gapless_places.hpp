#pragma once

#include "support/sql_options.hpp"
#include "support/temp_folder.hpp"

#include <vesta/file/group_memory.hpp>
#include <vesta/file/number_book.hpp>
#include <vesta/sql/gapless_tables.hpp>
#include <vesta/testing/manual_clock.hpp>

#include <gtest/gtest.h>

#include <vector>

// Places where numbers without gaps are kept, one for each test.
namespace vesta::testing {

/// What the stores of one test have in common.
struct gapless_place {
    manual_clock clock{unix_ms{std::chrono::hours{24 * 365 * 50}}};
    std::size_t most_keys = 10'000;
};

class book_place : public gapless_place {
  public:
    result<std::unique_ptr<gapless_store>> open(book_start start) {
        return file::open_book(folder_ / "var",
                               {.name = "invoice", .most_keys = most_keys, .clock = &clock, .start = start}, 4096);
    }

  private:
    temp_folder folder_;
};

class table_place : public gapless_place {
  public:
    explicit table_place(sql::options to) : to{std::move(to)} {}

    result<std::unique_ptr<gapless_store>> open(book_start start) {
        return sql::open_numbers(std::make_shared<sql::connections>(to),
                                 {.name = generator,
                                  .most_keys = most_keys,
                                  .clock = &clock,
                                  .start = start,
                                  .log = [this](severity, std::string_view what) { warnings.emplace_back(what); }},
                                 file::remember_groups(folder_ / "seen", {}));
    }
    /// As an operator who says that all numbers are there.
    void move_here() { EXPECT_TRUE(open(book_start::moved)); }
    /// As an administrator.
    void run(const std::string& statement) const { run_sql(to, statement, {generator}); }
    void run_plain(const std::string& statement) const { run_sql(to, statement); }

    sql::options to;
    const std::string generator = fresh_name("invoice");
    std::vector<std::string> warnings;

  private:
    temp_folder folder_;
};

class sqlite_place : public table_place {
  public:
    sqlite_place()
        : table_place{{.kind = sql::dialect::sqlite,
                       .name = "stores.test",
                       .file = server_setting("VESTA_TEST_FOLDER") + "/" + fresh_name("gapless") + ".db",
                       .lock_timeout = std::chrono::seconds{20}}} {}
};
class mariadb_place : public table_place {
  public:
    mariadb_place() : table_place{mariadb_options()} {}
};
class postgresql_place : public table_place {
  public:
    postgresql_place() : table_place{postgresql_options()} {}
};
class pooled_place : public table_place {
  public:
    pooled_place() : table_place{pooled_options()} {}
};

using gapless_places = ::testing::Types<book_place, sqlite_place, mariadb_place, postgresql_place, pooled_place>;

inline number_outcome ask(gapless_store& of, const std::string& key, const std::string& tag = "a") {
    const number_wish wish{tag, key};
    number_outcome told;
    of.give({&wish, 1}, {&told, 1});
    return told;
}

template <class Place>
class a_gapless_store : public ::testing::Test {
  protected:
    void reopen() {
        store.reset();
        store = place.open(book_start::existing).value();
    }
    std::int64_t number(const std::string& key, const std::string& tag = "a") { return ask(*store, key, tag).number; }

    Place place;
    std::unique_ptr<gapless_store> store = place.open(book_start::anew).value();
};

} // namespace vesta::testing
