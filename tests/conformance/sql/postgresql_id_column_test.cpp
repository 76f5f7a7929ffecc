#include "id_column_contract.hpp"

namespace vesta::testing {
namespace {

class postgresql_column {
  public:
    sql::options options() const { return postgresql_options(); }
};

class pooled_column {
  public:
    sql::options options() const { return pooled_options(); }
};

INSTANTIATE_TYPED_TEST_SUITE_P(postgresql, id_column_contract, postgresql_column);
INSTANTIATE_TYPED_TEST_SUITE_P(pgbouncer, id_column_contract, pooled_column);

class ids_in_postgresql : public id_column_contract<postgresql_column> {};

TEST_F(ids_in_postgresql, may_be_dated_with_a_time_zone_and_read_by_a_uuid) {
    make("id BIGINT, at TIMESTAMPTZ, code UUID PRIMARY KEY");
    for (const int each : {1, 2, 3, 4})
        change("INSERT INTO " + of.table + " VALUES (" + std::to_string(each) +
               ", '2026-02-01 07:59:58.25+08', '00000000-0000-0000-0000-00000000000" + std::to_string(each) + "')");
    of.made = "at";
    of.key = "code";
    EXPECT_THAT(read(), ElementsAre(Pair("1", 1), Pair("2", 1), Pair("3", 1), Pair("4", 1)));
    EXPECT_EQ(made.front(), "2026-01-31T23:59:58.250Z");
}

} // namespace
} // namespace vesta::testing
