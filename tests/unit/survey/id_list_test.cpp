#include "support/temp_folder.hpp"

#include <vesta/survey/id_list.hpp>

#include <gmock/gmock.h>

#include <fcntl.h>
#include <fstream>
#include <unistd.h>

namespace vesta::survey {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

struct lines {
    std::vector<std::pair<std::uint64_t, std::int64_t>> ids;
    std::vector<unix_ms> times;
    std::vector<std::pair<std::uint64_t, std::string>> unreadable;
};

/// What is read of a file that holds @p text.
lines read(const std::string& text, const list_format& format = {}) {
    const testing::temp_folder folder;
    const auto path = folder.path() / "ids";
    std::ofstream{path, std::ios::binary} << text;
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    lines found;
    const list_visitor to{.read =
                              [&](place at, id value, std::optional<unix_ms> made) {
                                  if (made) found.times.push_back(*made);
                                  found.ids.emplace_back(at.line, value.value);
                                  return result<void>{};
                              },
                          .unreadable =
                              [&](place at, std::string_view line) {
                                  found.unreadable.emplace_back(at.line, line);
                                  return result<void>{};
                              }};
    EXPECT_TRUE(read_list(file, "ids", 0, format, to));
    ::close(file);
    return found;
}

TEST(a_list, has_an_id_a_line_with_the_lines_number) {
    EXPECT_THAT(read("5\n-7\r\n\n  9  \n\"11\"\n13").ids,
                ElementsAre(Pair(1, 5), Pair(2, -7), Pair(4, 9), Pair(5, 11), Pair(6, 13)));
}

TEST(a_list, may_have_the_ids_in_any_column_and_form) {
    EXPECT_THAT(read("a,000000000000001a,x\nb;order_000000000000001b;y\n", {.column = 2}).ids,
                ElementsAre(Pair(1, 26), Pair(2, 27)));
    EXPECT_THAT(read("0000000000010\n", {.as = text_form::base32}).ids, ElementsAre(Pair(1, 32)));
}

TEST(a_list, may_say_when_each_was_made) {
    const auto found =
        read("at,id\n2026-01-01T00:00:00Z,1\n2026-01-01 00:00:01.5,2\n1767225602,3\n1767225603000,4\nx,5\n",
             {.column = 2, .time_column = 1});
    const unix_ms first{std::chrono::milliseconds{1'767'225'600'000}};
    EXPECT_THAT(found.times, ElementsAre(first, first + std::chrono::milliseconds{1500},
                                         first + std::chrono::seconds{2}, first + std::chrono::seconds{3}));
    EXPECT_THAT(found.unreadable, ElementsAre(Pair(6, "x,5")));
    EXPECT_THAT(read("  7   8\n", {.column = 1}).ids, ElementsAre(Pair(1, 7)));
}

TEST(a_list, may_have_a_heading_and_tells_other_lines_that_are_no_ids) {
    const auto found = read("id\n5\nfive\n12345678901234567890123\n6\n");
    EXPECT_THAT(found.ids, ElementsAre(Pair(2, 5), Pair(5, 6)));
    EXPECT_THAT(found.unreadable, ElementsAre(Pair(3, "five"), Pair(4, "12345678901234567890123")));
}

TEST(a_list, with_an_endless_line_needs_no_more_memory) {
    const auto found = read("1\n" + std::string(1'000'000, '7') + "\n2\n" + std::string(300'000, 'x'));
    EXPECT_THAT(found.ids, ElementsAre(Pair(1, 1), Pair(3, 2)));
    EXPECT_THAT(found.unreadable, ElementsAre(Pair(2, std::string(80, '7')), Pair(4, std::string(80, 'x'))));
}

TEST(a_list, longer_than_its_buffer_loses_nothing) {
    std::string text;
    for (int i = 1; i <= 200'000; ++i)
        text += std::to_string(i) + '\n';
    const auto found = read(text);
    ASSERT_EQ(found.ids.size(), 200'000U);
    for (int i = 1; i <= 200'000; ++i)
        ASSERT_EQ(found.ids[static_cast<std::size_t>(i - 1)], std::pair(std::uint64_t(i), std::int64_t{i}));
}

TEST(a_list, that_cannot_be_read_is_named) {
    const int folder = ::open("/", O_RDONLY | O_CLOEXEC);
    const auto got = read_list(folder, "/", 0, {}, {});
    ::close(folder);
    ASSERT_FALSE(got);
    EXPECT_EQ(got.error().message, "cannot read /: Is a directory");
}

} // namespace
} // namespace vesta::survey
