#include "id_column_contract.hpp"

namespace vesta::testing {
namespace {

class mariadb_column {
  public:
    sql::options options() const { return mariadb_options(); }
};

INSTANTIATE_TYPED_TEST_SUITE_P(mariadb, id_column_contract, mariadb_column);

class ids_in_mariadb : public id_column_contract<mariadb_column> {};

TEST_F(ids_in_mariadb, may_be_unsigned) {
    make("id BIGINT UNSIGNED PRIMARY KEY");
    change("INSERT INTO " + of.table +
           " VALUES (9223372036854775807),(9223372036854775808),(9223372036854775809),(18446744073709551614),"
           "(18446744073709551615)");
    of.page = 1;
    EXPECT_THAT(read(), ElementsAre(Pair("9223372036854775807", 1), Pair("9223372036854775808", 1),
                                    Pair("9223372036854775809", 1), Pair("18446744073709551614", 1),
                                    Pair("18446744073709551615", 1)));
}

// Else an instant would be that of the server's own zone.
TEST_F(ids_in_mariadb, are_dated_in_utc_whatever_the_zone_of_the_server) {
    make("id BIGINT PRIMARY KEY, at TIMESTAMP(3) NULL");
    auto link = sql::connection::open(to).value();
    link->execute("SET SESSION time_zone = '+08:00'").value();
    link->execute("INSERT INTO " + of.table + " VALUES (1, '2026-02-01 07:59:58.250')").value();
    of.made = "at";
    EXPECT_THAT(read(), SizeIs(1));
    EXPECT_THAT(made, ElementsAre("2026-01-31 23:59:58.250"));
}

} // namespace
} // namespace vesta::testing
