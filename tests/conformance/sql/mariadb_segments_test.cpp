#include "conformance/segment/segment_store_faults.hpp"
#include "segment_table_environment.hpp"

namespace vesta::testing {
namespace {

class mariadb_environment : public segment_table_environment {
  public:
    mariadb_environment()
        : segment_table_environment{{.database = mariadb_options(), .table = fresh_name("leaf_alloc")}} {}

    void break_store() { order("kill mariadb"); }
    void mend_store() { order("start mariadb"); }
};

class tinyid_in_mariadb : public segment_table_environment {
  public:
    tinyid_in_mariadb()
        : segment_table_environment{{.database = mariadb_options(),
                                     .table = fresh_name("tiny_id_info"),
                                     .format = sql::table_format::tinyid}} {
        widen("MODIFY biz_type VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin");
    }
};

class cosid_in_mariadb : public segment_table_environment {
  public:
    cosid_in_mariadb()
        : segment_table_environment{
              {.database = mariadb_options(), .table = fresh_name("cosid"), .format = sql::table_format::cosid}} {
        widen("MODIFY name VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin");
        widen("MODIFY last_max_id BIGINT"); // for rows that hold nonsense
    }
};

INSTANTIATE_TYPED_TEST_SUITE_P(mariadb, segment_store_contract, mariadb_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(mariadb, segment_fault_contract, mariadb_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(tinyid, segment_store_contract, tinyid_in_mariadb);
INSTANTIATE_TYPED_TEST_SUITE_P(cosid, segment_store_contract, cosid_in_mariadb);

} // namespace
} // namespace vesta::testing
