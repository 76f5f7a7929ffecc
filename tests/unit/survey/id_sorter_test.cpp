#include "support/random.hpp"
#include "support/temp_folder.hpp"

#include <vesta/survey/id_sorter.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace vesta::survey {
namespace {

constexpr std::size_t a_mebibyte = 1024 * 1024; // of 65,536 IDs

std::vector<placed_id> sorted_by(id_sorter& sorter, const std::vector<placed_id>& given) {
    for (const auto& each : given)
        EXPECT_TRUE(sorter.add(each));
    std::vector<placed_id> got;
    EXPECT_TRUE(sorter.in_order([&](const placed_id& one) { got.push_back(one); }));
    return got;
}

void expect_sorted(std::size_t count) {
    auto random = testing::random_source::announced();
    std::vector<placed_id> given;
    for (std::size_t i = 0; i < count; ++i)
        given.emplace_back(id::from_bits(random.bits() % (2 * count) << 40),
                           place{static_cast<std::uint32_t>(i % 7), i});
    const testing::temp_folder folder;
    id_sorter sorter{a_mebibyte, folder.path()};
    const auto got = sorted_by(sorter, given);
    std::ranges::sort(given);
    EXPECT_TRUE(got == given);
    EXPECT_EQ(sorter.size(), count);
    EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << "its file has no name";
}

TEST(an_id_sorter, sorts_what_memory_holds) {
    expect_sorted(0);
    expect_sorted(1);
    expect_sorted(65'535);
}

TEST(an_id_sorter, sorts_more_than_memory_holds) {
    expect_sorted(65'536);
    expect_sorted(65'537);
    expect_sorted(500'000);
}

TEST(an_id_sorter, merges_runs_that_are_too_many_for_its_memory) {
    const testing::temp_folder folder;
    id_sorter sorter{a_mebibyte, folder.path()}; // 256 runs at a time, of 65,536 IDs
    constexpr std::uint64_t count = 256 * 65'536 + 100'000;
    for (std::uint64_t i = 0; i < count; ++i)
        ASSERT_TRUE(sorter.add({id::from_bits((i * 7'919) % count), {0, i}}));
    std::uint64_t next = 0;
    EXPECT_TRUE(sorter.in_order([&](const placed_id& one) { next += one.bits == next ? 1 : 0; }));
    EXPECT_EQ(next, count);
}

TEST(an_id_sorter, keeps_the_places) {
    const placed_id one{id{-1}, {65'535, place::most_lines - 1}};
    EXPECT_EQ(one.at(), (place{65'535, place::most_lines - 1}));
    EXPECT_EQ(id::from_bits(one.bits), id{-1});
}

TEST(an_id_sorter, names_a_folder_that_it_cannot_write_to) {
    id_sorter sorter{a_mebibyte, "/nowhere"};
    result<void> last;
    for (std::uint64_t i = 0; i < 65'536 && last; ++i)
        last = sorter.add({id::from_bits(i), {0, i}});
    ASSERT_FALSE(last);
    EXPECT_EQ(last.error().message,
              "cannot sort in /nowhere: No such file or directory; name a folder with 16 bytes of room for each ID");
}

} // namespace
} // namespace vesta::survey
