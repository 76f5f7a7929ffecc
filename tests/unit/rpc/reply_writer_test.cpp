#include <vesta/rpc/protocol/reply_writer.hpp>

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace vesta::rpc {
namespace {

template <class Write>
std::string written(resp_version version, Write write) {
    output_buffer out;
    write(reply_writer{out, version});
    return std::string{out.view()};
}

constexpr auto resp2 = resp_version::resp2;
constexpr auto resp3 = resp_version::resp3;

TEST(reply_writer_test, writes_integers_one_by_one_and_many_at_once) {
    EXPECT_EQ(written(resp2, [](reply_writer to) { to.integer(-42); }), ":-42\r\n");
    const std::array ids{id{0}, id{7046982853636134909}, id{-1}};
    EXPECT_EQ(written(resp2, [&](reply_writer to) { to.integers(ids); }), ":0\r\n:7046982853636134909\r\n:-1\r\n");
}

TEST(reply_writer_test, lets_no_text_end_its_line) {
    EXPECT_EQ(written(resp2, [](reply_writer to) { to.simple("a\r\n+b"); }), "+a  +b\r\n");
    EXPECT_EQ(written(resp3, [](reply_writer to) { to.error("ERR", "x\ny"); }), "-ERR x y\r\n");
}

TEST(reply_writer_test, writes_any_bytes_as_a_bulk_string) {
    EXPECT_EQ(written(resp2, [](reply_writer to) { to.bulk("a\r\nb"); }), "$4\r\na\r\nb\r\n");
    EXPECT_EQ(written(resp2, [](reply_writer to) { to.bulk(""); }), "$0\r\n\r\n");
}

TEST(reply_writer_test, writes_what_resp2_lacks_in_the_form_that_redis_gives_it_there) {
    EXPECT_EQ(written(resp2, [](reply_writer to) { to.null(); }), "$-1\r\n");
    EXPECT_EQ(written(resp3, [](reply_writer to) { to.null(); }), "_\r\n");
    EXPECT_EQ(written(resp2, [](reply_writer to) { to.map(2); }), "*4\r\n");
    EXPECT_EQ(written(resp3, [](reply_writer to) { to.map(2); }), "%2\r\n");
    EXPECT_EQ(written(resp2, [](reply_writer to) { to.set(3); }), "*3\r\n");
    EXPECT_EQ(written(resp3, [](reply_writer to) { to.set(3); }), "~3\r\n");
    EXPECT_EQ(written(resp2, [](reply_writer to) { to.verbatim("hi"); }), "$2\r\nhi\r\n");
    EXPECT_EQ(written(resp3, [](reply_writer to) { to.verbatim("hi"); }), "=6\r\ntxt:hi\r\n");
    EXPECT_EQ(written(resp3, [](reply_writer to) { to.array(0); }), "*0\r\n");
}

} // namespace
} // namespace vesta::rpc
