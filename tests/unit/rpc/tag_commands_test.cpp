#include "session_harness.hpp"
#include "support/access.hpp"

#include <vesta/catalogue/kinds.hpp>
#include <vesta/testing/memory_segments.hpp>

namespace vesta::rpc::detail {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using vesta::testing::memory_segments;

/// An interpreter over a real segment generator with a table in memory, whose numbers come from other threads.
class tag_commands : public ::testing::Test {
  protected:
    void use(const segment_options& with) {
        to = std::make_unique<talk>(
            server_options{.segment_generator = "counted", .limits = {.patience = std::chrono::hours{1}}},
            vesta::testing::test_catalogue_options{.more = {std::make_shared<named_segments>("counted", table, with)}});
    }

    std::string ask(const std::string& line) { return to->ask(line + "\r\n"); }

    std::shared_ptr<memory_segments> table = std::make_shared<memory_segments>();
    std::unique_ptr<talk> to;
};

const segment_options strict{.order = number_order::strict};

TEST_F(tag_commands, find_the_tags_of_the_table_and_no_others) {
    table->put({.tag = "order", .step = 100});
    use(strict);
    EXPECT_EQ(ask("EXISTS order"), ":1\r\n");
    EXPECT_EQ(ask("EXISTS nope order order"), ":2\r\n");
    EXPECT_EQ(ask("TYPE order"), "+string\r\n");
    EXPECT_EQ(ask("TYPE nope"), "+none\r\n");
    EXPECT_EQ(ask("TTL order"), ":-1\r\n");
    EXPECT_EQ(ask("PTTL nope"), ":-2\r\n");
    EXPECT_EQ(ask("GET nope"), "$-1\r\n");
}

TEST_F(tag_commands, find_a_row_that_was_made_a_moment_ago) {
    use(strict);
    EXPECT_EQ(ask("EXISTS late"), ":0\r\n");
    table->put({.tag = "late", .step = 100});
    EXPECT_EQ(ask("EXISTS late"), ":1\r\n");
}

TEST_F(tag_commands, get_the_last_number_that_this_host_gave_out) {
    table->put({.tag = "order", .max_id = 5001, .step = 100});
    use(strict);
    EXPECT_EQ(ask("GET order"), "$1\r\n0\r\n");
    EXPECT_EQ(ask("INCR order"), ":5001\r\n");
    EXPECT_EQ(ask("GET order"), "$4\r\n5001\r\n");
    EXPECT_EQ(ask("INCRBY order 10"), ":5011\r\n");
    EXPECT_EQ(ask("GET order"), "$4\r\n5011\r\n");
}

TEST_F(tag_commands, make_a_tag_without_taking_a_number) {
    use({.order = number_order::strict, .auto_create = 100});
    EXPECT_EQ(ask("EXISTS order"), ":0\r\n");
    EXPECT_EQ(ask("SETNX order 0"), ":1\r\n");
    EXPECT_TRUE(table->find("order"));
    EXPECT_EQ(ask("SETNX order 0"), ":0\r\n");
    EXPECT_EQ(ask("EXISTS order"), ":1\r\n");
    EXPECT_EQ(ask("GET order"), "$1\r\n0\r\n");
    EXPECT_EQ(ask("INCR order"), ":1\r\n");
    EXPECT_EQ(ask("SET order 0 NX"), "$-1\r\n");
    EXPECT_EQ(ask("SET user 0 nx"), "+OK\r\n");
    EXPECT_EQ(ask("INCRBY user 100"), ":100\r\n");
}

TEST_F(tag_commands, make_no_more_tags_than_the_quota_has_numbers) {
    access::gate gate{vesta::testing::access_list_of({{"a", {"take counted"}}}, {},
                                                     access::quota_settings{.ids_per_second = 1, .burst = 1})};
    const segment_options with{.order = number_order::strict, .auto_create = 100};
    to = std::make_unique<talk>(
        server_options{.gate = &gate, .segment_generator = "counted", .limits = {.patience = std::chrono::hours{1}}},
        vesta::testing::test_catalogue_options{.more = {std::make_shared<named_segments>("counted", table, with)}});
    ask("AUTH token-of-a");
    EXPECT_EQ(ask("SETNX order 0"), ":1\r\n");
    EXPECT_EQ(ask("SETNX order 0"), ":0\r\n") << "which makes nothing";
    EXPECT_THAT(ask("SETNX user 0"), StartsWith("-QUOTA"));
    EXPECT_FALSE(table->find("user"));
}

TEST_F(tag_commands, make_no_tag_where_tags_are_not_to_be_made) {
    use(strict);
    EXPECT_THAT(ask("SETNX order 0"), StartsWith("-NOSUCHTAG there is no tag 'order'"));
    EXPECT_FALSE(table->find("order"));
}

TEST_F(tag_commands, put_no_number_back) {
    table->put({.tag = "order", .step = 100});
    use(strict);
    for (const std::string line :
         {"SET order 5", "SET order 0", "SET order 5 NX", "SET order 0 XX", "SET new 0 NX EX 60", "SETNX new 5"})
        EXPECT_THAT(ask(line), StartsWith("-ERR numbers are never put back")) << line;
    for (const std::string line : {"DECR order", "DEL order", "getset order 1", "INCRBYFLOAT order 1.5"})
        EXPECT_THAT(ask(line), AllOf(StartsWith("-ERR '"), HasSubstr(" is not served: numbers are never set"))) << line;
    EXPECT_THAT(ask("EVAL x 0"), StartsWith("-ERR 'EVAL' is not served: there are no scripts"));
    EXPECT_THAT(ask("SUBSCRIBE x"), HasSubstr(" is not served: nothing is published here"));
    EXPECT_EQ(ask("NOSUCH"), "-ERR unknown command 'NOSUCH'\r\n");
}

TEST_F(tag_commands, say_that_no_tag_expires) {
    table->put({.tag = "order", .step = 100});
    use(strict);
    for (const std::string line :
         {"EXPIRE order 60", "PEXPIRE order 60 NX", "EXPIREAT order 1", "PEXPIREAT order 1", "PERSIST order"})
        EXPECT_EQ(ask(line), ":0\r\n") << line;
}

TEST_F(tag_commands, say_why_where_the_table_cannot_be_read) {
    table->set_fault(
        [](memory_segments::call, std::string_view) { return error{errc::store_unavailable, "the table is away"}; });
    use(strict);
    EXPECT_THAT(ask("EXISTS order"), StartsWith("-NOTREADY the table is away"));
}

// A row of theirs would keep numbers from those who ask for them formatted.
TEST_F(tag_commands, make_no_rows_of_tags_that_are_formatted_by_the_day) {
    number_formats formats;
    formats.emplace("invoice",
                    number_format::make({.text = "{year}{month}{day}-{number}", .every = restart::daily}).value());
    const segment_options making{.auto_create = 10};
    to = std::make_unique<talk>(
        server_options{.segment_generator = "counted", .limits = {.patience = std::chrono::hours{1}}},
        vesta::testing::test_catalogue_options{
            .more = {std::make_shared<named_segments>("counted", without_periods(table, formats), making,
                                                      std::unique_ptr<tag_tokens>{},
                                                      formatted_options{formats, table, making})}});
    EXPECT_THAT(ask("SETNX invoice@2026-11-23 0"), HasSubstr("kept for the days, months or years"));
    EXPECT_THAT(ask("SET INVOICE@2026-11-23 0 NX"), HasSubstr("kept for the days, months or years"));
    EXPECT_THAT(ask("SETNX invoice 0"), HasSubstr("unique as formatted texts only"));
    EXPECT_EQ(table->list().value().size(), 0U);
    EXPECT_EQ(ask("SETNX order 0"), ":1\r\n");
}

} // namespace
} // namespace vesta::rpc::detail
