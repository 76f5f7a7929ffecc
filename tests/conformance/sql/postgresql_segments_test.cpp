#include "conformance/segment/segment_store_faults.hpp"
#include "segment_table_environment.hpp"

namespace vesta::testing {
namespace {

class postgresql_environment : public segment_table_environment {
  public:
    postgresql_environment()
        : segment_table_environment{{.database = postgresql_options(), .table = fresh_name("leaf_alloc")}} {}

    void break_store() { order("kill postgresql"); }
    void mend_store() { order("start postgresql"); }
};

class pooled_environment : public segment_table_environment {
  public:
    pooled_environment() : segment_table_environment{{.database = pooled_options(), .table = fresh_name("pooled")}} {}
};

class tinyid_in_postgresql : public segment_table_environment {
  public:
    tinyid_in_postgresql()
        : segment_table_environment{{.database = postgresql_options(),
                                     .table = fresh_name("tiny_id_info"),
                                     .format = sql::table_format::tinyid}} {
        widen("ALTER biz_type TYPE VARCHAR(128) COLLATE \"C\"");
    }
};

class cosid_in_postgresql : public segment_table_environment {
  public:
    cosid_in_postgresql()
        : segment_table_environment{
              {.database = postgresql_options(), .table = fresh_name("cosid"), .format = sql::table_format::cosid}} {
        widen("ALTER name TYPE VARCHAR(128) COLLATE \"C\"");
    }
};

INSTANTIATE_TYPED_TEST_SUITE_P(pgbouncer, segment_store_contract, pooled_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(postgresql, segment_store_contract, postgresql_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(postgresql, segment_fault_contract, postgresql_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(tinyid, segment_store_contract, tinyid_in_postgresql);
INSTANTIATE_TYPED_TEST_SUITE_P(cosid, segment_store_contract, cosid_in_postgresql);

} // namespace
} // namespace vesta::testing
