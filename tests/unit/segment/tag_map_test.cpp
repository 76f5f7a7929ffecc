#include <vesta/testing/memory_segments.hpp>

#include <gtest/gtest.h>
#include <segment/tag_map.hpp>

#include <atomic>
#include <set>
#include <thread>

namespace vesta::testing {
namespace {

class a_tag_map : public ::testing::Test {
  protected:
    detail::tag_source* put(const std::string& name, std::size_t most = 1'000'000) {
        return tags.find_or_make(name, most, [this](std::string_view of) {
            return std::make_unique<detail::tag_source>(std::string{of}, shared);
        });
    }

    memory_segments table;
    segment_options options;
    std::unique_ptr<const refill_policy> policy = leaf_refill();
    detail::refiller refills{1};
    detail::known_ends ends{nullptr, 1};
    detail::tag_context shared{table, options, *policy, refills, ends};
    detail::tag_map tags;
};

TEST_F(a_tag_map, finds_what_was_put_and_nothing_else) {
    EXPECT_EQ(tags.find("order"), nullptr);
    auto* const order = put("order");
    EXPECT_EQ(order->tag(), "order");
    EXPECT_EQ(tags.find("order"), order);
    EXPECT_EQ(put("order"), order);
    EXPECT_EQ(tags.find("Order"), nullptr);
    EXPECT_EQ(tags.size(), 1U);
}

TEST_F(a_tag_map, goes_on_after_any_name_in_the_order_of_bytes) {
    auto* const upper = put("Z");
    auto* const umlaut = put("\u00e4");
    auto* const first = put("a");
    auto* const longer = put("ab");
    using found = std::vector<detail::tag_source*>;
    EXPECT_EQ(tags.after("", 9), (found{upper, first, longer, umlaut}));
    EXPECT_EQ(tags.after("", 2), (found{upper, first}));
    EXPECT_EQ(tags.after("a", 9), (found{longer, umlaut}));
    EXPECT_EQ(tags.after("aa", 1), found{longer}) << "which need not be there";
    EXPECT_EQ(tags.after("\u00e4", 9), found{});
}

TEST_F(a_tag_map, is_searched_piece_by_piece) {
    auto* const first = put("order-1");
    put("user-1");
    auto* const second = put("order-2");
    using found = std::vector<detail::tag_source*>;
    const auto all = tags.search("", "order", 9, 9);
    EXPECT_EQ(all.found, (found{first, second}));
    EXPECT_TRUE(all.is_last);
    const auto one = tags.search("", "order", 1, 9);
    EXPECT_EQ(one.found, found{first});
    EXPECT_EQ(one.last, "order-1");
    EXPECT_FALSE(one.is_last);
    const auto none = tags.search("order-2", "order", 9, 1);
    EXPECT_EQ(none.found, found{});
    EXPECT_EQ(none.last, "user-1");
    EXPECT_TRUE(none.is_last);
    EXPECT_EQ(tags.search("", "2", 9, 1).last, "order-1") << "after which it goes on";
}

TEST_F(a_tag_map, takes_no_more_than_it_may) {
    put("a", 2);
    put("b", 2);
    EXPECT_EQ(put("c", 2), nullptr);
    EXPECT_NE(put("a", 2), nullptr);
}

TEST_F(a_tag_map, finds_every_tag_while_it_grows) {
    constexpr int count = 5000;
    std::atomic<int> there{0};
    std::atomic<bool> wrong{false};
    std::thread reader{[&] {
        for (int i = 0; i < count; i = there) {
            const int known = there;
            for (int k = 0; k < known; k += 97) {
                const auto* const found = tags.find("tag" + std::to_string(k));
                if (found == nullptr || found->tag() != "tag" + std::to_string(k)) wrong = true;
            }
        }
    }};
    for (int i = 0; i < count; ++i) {
        put("tag" + std::to_string(i));
        there = i + 1;
    }
    reader.join();
    EXPECT_FALSE(wrong);
    EXPECT_EQ(tags.all().size(), static_cast<std::size_t>(count));
}

TEST_F(a_tag_map, makes_each_tag_once_however_many_ask) {
    std::vector<std::vector<detail::tag_source*>> got(4);
    std::vector<std::thread> threads;
    for (auto& own : got)
        threads.emplace_back([&] {
            for (int i = 0; i < 500; ++i)
                own.push_back(put("tag" + std::to_string(i)));
        });
    for (auto& each : threads)
        each.join();
    for (const auto& own : got)
        EXPECT_EQ(own, got.front());
    EXPECT_EQ(tags.size(), 500U);
}

} // namespace
} // namespace vesta::testing
