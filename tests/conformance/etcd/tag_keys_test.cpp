#include "conformance/segment/segment_store_faults.hpp"
#include "support/etcd.hpp"

#include <vesta/etcd/tag_keys.hpp>

#include <gmock/gmock.h>

namespace vesta::testing {
namespace {

class etcd_tags {
  public:
    std::shared_ptr<segment_store> open() { return etcd::open_segments(session_, "orders"); }
    void put(const tag_row& row) {
        run_etcdctl("put " + path(row.tag) + " '{\"max_id\": " + std::to_string(row.max_id) +
                    ", \"step\": " + std::to_string(row.step) +
                    (row.limit == largest_number ? "" : ", \"max_limit\": " + std::to_string(row.limit)) +
                    ", \"delta\": " + std::to_string(row.delta) + ", \"remainder\": " + std::to_string(row.remainder) +
                    ", \"description\": \"of a shop\"}'");
    }
    void remove(const std::string& tag) { run_etcdctl("del " + path(tag)); }
    tag_row find(const std::string& tag) {
        const auto rows = open()->list().value();
        return *std::ranges::find(rows, tag, &tag_row::tag);
    }
    std::string text(const std::string& tag) { return session_->get(path(tag)).value().value; }
    void break_store() { order("kill etcd"); }
    void mend_store() { order("start etcd"); }

  private:
    std::string path(const std::string& tag) const { return session_->path("tags/orders/" + tag); }

    const std::shared_ptr<etcd::session> session_ = std::make_shared<etcd::session>(etcd_options());
};

INSTANTIATE_TYPED_TEST_SUITE_P(etcd, segment_store_contract, etcd_tags);
INSTANTIATE_TYPED_TEST_SUITE_P(etcd, segment_fault_contract, etcd_tags);

TEST(tag_keys, keep_what_else_a_row_says) {
    etcd_tags at;
    at.put({.tag = "order", .max_id = 1, .step = 10});
    ASSERT_TRUE(at.open()->reserve({.tag = "order"}));
    EXPECT_THAT(at.text("order"), ::testing::HasSubstr("of a shop"));
}

TEST(tag_keys, follow_a_reign_that_began_elsewhere) {
    const etcd::options with = etcd_options();
    const auto session = std::make_shared<etcd::session>(with);
    const auto tags = etcd::open_segments(session, "orders");
    ASSERT_TRUE(tags->create("order", 10).value());
    const std::string before = session->known_reign().value();
    run_etcdctl("del " + session->path("reign"));
    ASSERT_NE(etcd::session{with}.look().value().reign, before);
    EXPECT_EQ(tags->reserve({.tag = "order"}).value().end, 11) << "by another attempt";
    EXPECT_NE(session->known_reign().value(), before);
}

TEST(tag_keys, refuse_a_table_that_is_no_part_of_a_path) {
    const auto session = std::make_shared<etcd::session>(etcd_options());
    for (const std::string table : {"", "a/b"})
        EXPECT_THROW(etcd::open_segments(session, table), failure);
}

} // namespace
} // namespace vesta::testing
