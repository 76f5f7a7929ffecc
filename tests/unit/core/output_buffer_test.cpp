#include <vesta/base/output_buffer.hpp>

#include <gtest/gtest.h>

#include <string>

namespace vesta {
namespace {

TEST(output_buffer_test, keeps_what_was_written_while_it_grows) {
    output_buffer out;
    std::string expected;
    for (int i = 0; i < 5000; ++i) {
        const std::string piece = std::to_string(i) + ",";
        out.append(piece);
        expected += piece;
    }
    EXPECT_EQ(out.view(), expected);
}

TEST(output_buffer_test, counts_only_what_is_committed) {
    output_buffer out;
    char* const room = out.reserve(100);
    room[0] = 'a';
    room[1] = 'b';
    out.commit(1);
    EXPECT_EQ(out.view(), "a");
}

TEST(output_buffer_test, drops_from_the_front_and_from_the_back) {
    output_buffer out;
    out.append("abcdef");
    out.drop_front(2);
    out.truncate(3);
    EXPECT_EQ(out.view(), "cde");
    out.drop_front(3);
    EXPECT_TRUE(out.empty());
}

TEST(output_buffer_test, gives_memory_back_beyond_what_is_to_be_kept) {
    output_buffer out;
    out.append(std::string(10'000, 'x'));
    out.clear_and_keep(1'000'000);
    EXPECT_GE(out.capacity(), 10'000u);
    out.clear_and_keep(100);
    EXPECT_EQ(out.capacity(), 0u);
    out.append("again");
    EXPECT_EQ(out.view(), "again");
}

TEST(output_buffer_test, moves_without_copying) {
    output_buffer from;
    from.append("text");
    const char* const at = from.view().data();
    output_buffer to{std::move(from)};
    EXPECT_EQ(to.view().data(), at);
    output_buffer assigned;
    assigned.append("old");
    assigned = std::move(to);
    EXPECT_EQ(assigned.view(), "text");
}

} // namespace
} // namespace vesta
