#include "id_column_contract.hpp"
#include "support/temp_folder.hpp"

#include <fstream>

namespace vesta::testing {
namespace {

class sqlite_column {
  public:
    sql::options options() const {
        return {.kind = sql::dialect::sqlite, .name = "stores.main", .file = (folder_ / "a?b#c %41.db").string()};
    }

  private:
    temp_folder folder_;
};

INSTANTIATE_TYPED_TEST_SUITE_P(sqlite, id_column_contract, sqlite_column);

class ids_in_sqlite : public id_column_contract<sqlite_column> {};

// Else it would read the same page for ever.
TEST_F(ids_in_sqlite, may_be_texts_and_fractions_in_a_column_of_integers) {
    make("id INTEGER");
    change("INSERT INTO " + of.table + " VALUES (2),('b'),('a'),(1.5),(1),('b')");
    of.page = 1;
    EXPECT_THAT(read(), ElementsAre(Pair("1", 1), Pair("1.5", 1), Pair("2", 1), Pair("a", 1), Pair("b", 2)));
}

TEST(an_id_column_of_sqlite, neither_makes_the_file_nor_changes_it) {
    const temp_folder folder;
    const sql::options to{.kind = sql::dialect::sqlite, .name = "stores.main", .file = (folder / "shop.db").string()};
    const auto read = [&] {
        return sql::read_ids(to, {.table = "t", .id = "id"}, [](const column_row&) { return result<void>{}; });
    };
    ASSERT_FALSE(read());
    EXPECT_THAT(read().error().message, HasSubstr("it must be there, and readable"));
    EXPECT_FALSE(std::filesystem::exists(to.file));

    run_sql(to, "CREATE TABLE t (id INTEGER)");
    run_sql(to, "PRAGMA journal_mode = DELETE");
    const auto bytes = [&] {
        std::ifstream in{to.file, std::ios::binary};
        return std::string{std::istreambuf_iterator<char>{in}, {}};
    };
    const std::string before = bytes();
    EXPECT_TRUE(read());
    EXPECT_EQ(bytes(), before);
}

} // namespace
} // namespace vesta::testing
