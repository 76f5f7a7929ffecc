#include "conformance/segment/segment_store_faults.hpp"
#include "segment_table_environment.hpp"
#include "support/temp_folder.hpp"

namespace vesta::testing {
namespace {

class sqlite_environment : private temp_folder, public segment_table_environment {
  public:
    explicit sqlite_environment(sql::table_format format = sql::table_format::leaf)
        : segment_table_environment{
              {.database = {.kind = sql::dialect::sqlite, .file = (path() / "deep" / "vesta.db").string()},
               .format = format}} {}
};

class tinyid_environment : public sqlite_environment {
  public:
    tinyid_environment() : sqlite_environment{sql::table_format::tinyid} {}
};

class cosid_environment : public sqlite_environment {
  public:
    cosid_environment() : sqlite_environment{sql::table_format::cosid} {}
};

// A file on this host is not away for a while.
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(segment_fault_contract);
INSTANTIATE_TYPED_TEST_SUITE_P(sqlite, segment_store_contract, sqlite_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(tinyid, segment_store_contract, tinyid_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(cosid, segment_store_contract, cosid_environment);

} // namespace
} // namespace vesta::testing
