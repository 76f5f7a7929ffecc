#include "sim_disk.hpp"
#include "support/seeds.hpp"

#include <vesta/file/number_book.hpp>

#include <gtest/gtest.h>

#include <map>
#include <set>

// A book of numbers without gaps on a volume that forgets at a power cut what was not synchronised, with processes that
// are killed at any call and calls that fail, done or not. Callers ask again with their keys until they have a number.
namespace vesta::testing {
namespace {

struct book_trouble {
    std::uint64_t at_call;
    enum class kind { none, killed, refused, lost } what;
};

class book_world {
  public:
    explicit book_world(std::uint64_t seed)
        : host_{seed, {.folder_lies = seed % 3 == 0}}, random_{seed * 2 + 1}, seed_{seed} {}

    /// One process, until it ends.
    void live(book_trouble trouble) {
        std::uint64_t call = 0;
        const auto answer_of = [&](std::string_view) {
            if (++call != trouble.at_call) return answer::done;
            if (trouble.what == book_trouble::kind::killed) throw process_ended{};
            return trouble.what == book_trouble::kind::refused ? answer::refused
                   : trouble.what == book_trouble::kind::lost  ? answer::lost
                                                               : answer::done;
        };
        try {
            auto book = file::open_book(std::make_shared<sim_disk>(host_, answer_of), options());
            if (book)
                for (int i = 0; i < 8; ++i)
                    ask(**book);
        } catch (const process_ended&) {
            ++killed_;
        }
        host_.clock.rest(std::chrono::minutes{random_.below(50)});
        if (random_.one_in(3)) host_.volume.lose_power();
    }

    book_trouble any_trouble() {
        const auto what = static_cast<book_trouble::kind>(random_.below(4));
        return {1 + random_.below(60), what};
    }

    /// All that callers still want, and what must hold then.
    void settle() {
        host_.volume.lose_power();
        const auto on = std::make_shared<sim_disk>(host_, [](std::string_view) { return answer::done; });
        auto how = options();
        // Where a folder lies, a power cut may take away the lock file, and the next one is in another place. Then an
        // operator has to say that this is no copy.
        how.moved = host_.volume.habits().folder_lies;
        auto book = file::open_book(on, how);
        ASSERT_TRUE(book) << book.error().message;
        while (!open_.empty())
            ask(**book);
        for (const auto& [tag, numbers] : answered_) {
            const auto last = series_of(**book, tag).last;
            // Only a wish without a key whose answer never came may have a number that nobody knows.
            EXPECT_LE(numbers.size(), static_cast<std::size_t>(last));
            EXPECT_GE(numbers.size() + nameless_unknown_[tag], static_cast<std::size_t>(last)) << "a gap";
            check_list(**book, tag, last);
        }
    }

    std::uint64_t killed() const noexcept { return killed_; }
    std::uint64_t unknown() const noexcept { return unknown_; }
    std::uint64_t again() const noexcept { return again_; }

  private:
    file::book_options options() {
        return {.name = "invoice", .keys = std::chrono::hours{24 * 365}, .clock = &host_.clock, .growth = 300};
    }

    static number_series series_of(gapless_store& book, const std::string& tag) {
        for (const auto& each : *book.series())
            if (each.tag == tag) return each;
        return {};
    }

    void check_list(gapless_store& book, const std::string& tag, std::int64_t last) {
        const auto entries = *book.list(tag, 1, 100'000);
        ASSERT_EQ(entries.size(), static_cast<std::size_t>(last));
        for (const auto& each : entries) {
            if (!each.key.empty()) {
                EXPECT_EQ(by_key_[each.key], each.number) << each.key;
            }
            if (maybe_void_.contains({tag, each.number})) continue;
            EXPECT_EQ(each.void_since.has_value(), void_.contains({tag, each.number})) << each.number;
        }
    }

    number_wish any_wish() {
        if (!open_.empty() && !random_.one_in(3)) return *std::next(open_.begin(), random_.below(open_.size()));
        number_wish made{.tag = random_.one_in(2) ? "a" : "b"};
        if (!random_.one_in(4)) made.key = "key-" + std::to_string(++keys_);
        return made;
    }

    /// One group, and what its callers were told.
    void ask(gapless_store& book) {
        std::vector<number_wish> wishes(1 + random_.below(5));
        std::ranges::generate(wishes, [this] { return any_wish(); });
        for (const auto& each : wishes) {
            if (!each.key.empty()) open_.insert(each);
            if (each.key.empty()) ++nameless_unknown_[each.tag];
        }
        std::vector<number_outcome> outcomes(wishes.size());
        book.give(wishes, outcomes);
        for (std::size_t i = 0; i < wishes.size(); ++i)
            hear(wishes[i], outcomes[i]);
        if (random_.one_in(4)) make_one_void(book);
    }

    void hear(const number_wish& wish, const number_outcome& told) {
        unknown_ += told.unknown ? 1 : 0;
        if (told.number == 0 && told.unknown) return;
        if (wish.key.empty()) --nameless_unknown_[wish.tag];
        if (told.number == 0) return;
        again_ += told.again ? 1 : 0;
        open_.erase(wish);
        if (!wish.key.empty()) {
            const auto [known, is_new] = by_key_.try_emplace(wish.key, told.number);
            EXPECT_EQ(known->second, told.number) << "another number for " << wish.key << ", seed " << seed_;
            if (!is_new) return;
        }
        EXPECT_TRUE(answered_[wish.tag].insert(told.number).second)
            << told.number << " twice of " << wish.tag << ", seed " << seed_;
    }

    void make_one_void(gapless_store& book) {
        const std::string tag = random_.one_in(2) ? "a" : "b";
        if (answered_[tag].empty()) return;
        const auto number = *answered_[tag].rbegin();
        if (void_.contains({tag, number})) return;
        maybe_void_.insert({tag, number});
        if (!book.make_void({tag, number, "an auditor", "a test"})) return;
        maybe_void_.erase({tag, number});
        void_.insert({tag, number});
    }

    struct by_name {
        bool operator()(const number_wish& a, const number_wish& b) const { return a.key < b.key; }
    };

    sim_host host_;
    random_source random_;
    const std::uint64_t seed_;
    std::uint64_t keys_ = 0;
    std::uint64_t killed_ = 0;
    std::uint64_t unknown_ = 0;
    std::uint64_t again_ = 0;
    std::set<number_wish, by_name> open_; ///< With a key, and without an answer.
    std::map<std::string, std::int64_t> by_key_;
    std::map<std::string, std::set<std::int64_t>> answered_;
    std::map<std::string, std::size_t> nameless_unknown_;
    std::set<std::pair<std::string, std::int64_t>> void_;
    std::set<std::pair<std::string, std::int64_t>> maybe_void_; ///< The answer did not come.
};

constexpr std::uint64_t usual_seeds = 300;

TEST(a_book_of_numbers, has_no_gap_and_no_number_twice_whatever_the_disk_does) {
    std::uint64_t killed = 0;
    std::uint64_t unknown = 0;
    std::uint64_t again = 0;
    const auto seeds = seed_range::of(usual_seeds);
    for (auto seed = seeds.first; seed <= seeds.last; ++seed) {
        book_world world{seed};
        for (int i = 0; i < 15; ++i)
            world.live(world.any_trouble());
        world.settle();
        killed += world.killed();
        unknown += world.unknown();
        again += world.again();
        if (::testing::Test::HasFailure()) FAIL() << "seed " << seed << " (VESTA_SIM_SEED repeats it)";
    }
    expect_often(killed, usual_seeds);
    expect_often(unknown, usual_seeds);
    expect_often(again, usual_seeds);
}

} // namespace
} // namespace vesta::testing
