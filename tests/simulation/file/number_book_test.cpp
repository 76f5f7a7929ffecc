#include "sim_disk.hpp"
#include "support/seeds.hpp"

#include <vesta/file/number_book.hpp>

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <utility>
#include <vector>

// A book of numbers without gaps on a volume that forgets at a power cut what was not synchronised, with processes that
// are killed at any call, calls that fail, done or not, and others that take over in the middle of a call. The time of
// day leaps. Callers ask again with their keys until they have a number, or the time of their key is over.
namespace vesta::testing {
namespace {

constexpr std::chrono::hours key_window{3};

struct book_trouble {
    std::uint64_t at_call;
    enum class kind { none, killed, refused, lost, robbed } what;
};

class book_world {
  public:
    explicit book_world(std::uint64_t seed)
        : host_{seed, {.torn_blocks = seed % 2 == 0, .folder_lies = seed % 3 == 0}}, random_{seed * 2 + 1},
          seed_{seed} {
        EXPECT_TRUE(file::open_book(calm_disk(), options(book_start::anew), growth));
    }

    /// One process, until it ends.
    void live(book_trouble trouble) {
        std::uint64_t call = 0;
        bool is_dead = false;
        const auto answer_of = [&](std::string_view name) {
            if (is_dead) throw process_ended{}; // also what its destructors do
            if (++call < trouble.at_call || trouble.what == book_trouble::kind::none) return answer::done;
            // Between the last look and the call of the system, nobody can tell.
            if (trouble.what == book_trouble::kind::robbed && name == "replace") return answer::done;
            const auto what = std::exchange(trouble.what, book_trouble::kind::none);
            is_dead = what == book_trouble::kind::killed;
            if (is_dead) throw process_ended{};
            if (what == book_trouble::kind::robbed) rob();
            return what == book_trouble::kind::refused ? answer::refused
                   : what == book_trouble::kind::lost  ? answer::lost
                                                       : answer::done;
        };
        try {
            auto book = file::open_book(std::make_shared<sim_disk>(host_, answer_of), options(usual_start()), growth);
            if (book)
                for (int i = 0; i < 8; ++i)
                    ask(**book);
        } catch (const process_ended&) {
            ++killed_;
        }
        let_time_pass();
        if (random_.one_in(3)) host_.volume.lose_power();
    }

    book_trouble any_trouble() {
        const auto what = static_cast<book_trouble::kind>(random_.below(5));
        return {1 + random_.below(80), what};
    }

    /// All that callers still want, and what must hold then.
    void settle() {
        host_.volume.lose_power();
        damage_is_refused();
        auto book = file::open_book(calm_disk(), options(usual_start()), growth);
        ASSERT_TRUE(book) << book.error().message;
        while (!open_.empty())
            ask(**book);
        for (const auto& [tag, numbers] : answered_) {
            const auto last = series_of(**book, tag).last;
            EXPECT_GE(*numbers.begin(), 1);
            EXPECT_LE(*numbers.rbegin(), last) << "one that was answered and is not given";
            // Only a wish whose answer never came may have a number that nobody knows.
            EXPECT_GE(numbers.size() + nameless_unknown_[tag], static_cast<std::size_t>(last)) << "a gap";
            check_list(**book, tag, last);
        }
        keys_end_at_last(**book);
    }

    std::uint64_t killed() const noexcept { return killed_; }
    std::uint64_t unknown() const noexcept { return unknown_; }
    std::uint64_t again() const noexcept { return again_; }
    std::uint64_t forgotten() const noexcept { return forgotten_; }
    std::uint64_t robbed() const noexcept { return robbed_; }

  private:
    static constexpr std::size_t growth = 8192;

    number_options options(book_start start) {
        return {.name = "invoice", .keys = key_window, .clock = &host_.clock, .start = start};
    }

    /// Where a folder lies, a power cut may take away the lock file, and the next one is in another place. Then an
    /// operator has to say that this is no copy.
    book_start usual_start() const {
        return host_.volume.habits().folder_lies ? book_start::moved : book_start::existing;
    }

    std::shared_ptr<sim_disk> calm_disk() {
        return std::make_shared<sim_disk>(host_, [](std::string_view) { return answer::done; });
    }

    /// Another process takes over, as after somebody removed the lock file of a living one.
    void rob() {
        host_.volume.name("gapless-invoice.lock", 0);
        auto other = file::open_book(calm_disk(), options(book_start::moved), growth);
        ASSERT_TRUE(other) << other.error().message;
        ++robbed_;
        for (int i = 0; i < 3; ++i)
            ask(**other);
    }

    void let_time_pass() {
        host_.clock.rest(std::chrono::minutes{random_.below(50)});
        if (random_.one_in(4))
            host_.clock.jump(std::chrono::hours{24} * (static_cast<int>(random_.below(2000)) - 1000));
        const auto is_over = [this](const number_wish& wish) { return !may_retry(wish.key); };
        for (const auto& each : open_)
            if (is_over(each)) ++nameless_unknown_[each.tag], given_up_.insert(each.key);
        std::erase_if(open_, is_over);
    }

    bool may_retry(const std::string& key) const { return host_.clock.steady() - first_asked_.at(key) <= key_window; }

    /// Of any durable bytes but those of the last group: the next start must not take them for what was cut off.
    void damage_is_refused() {
        const std::string name = "gapless-invoice.numbers";
        const std::string whole = host_.volume.content(host_.volume.find(name));
        const auto last = whole.rfind('\036' + whole.substr(whole.find("\nid ") + 4, 32));
        if (last == std::string::npos) return;
        std::string damaged = whole;
        const auto from = random_.below(last);
        const auto to = from + 1 + random_.below(last - from);
        for (auto at = from; at < to; ++at)
            damaged[at] = static_cast<char>(random_.below(256));
        if (damaged == whole) return;
        host_.volume.damage(name, damaged);
        EXPECT_FALSE(file::open_book(calm_disk(), options(book_start::moved), growth)) << "seed " << seed_;
        host_.volume.damage(name, whole);
    }

    /// And so that there is room for others.
    void keys_end_at_last(gapless_store& book) {
        host_.clock.rest(key_window + std::chrono::milliseconds{1});
        const number_wish nameless{"a", ""};
        number_outcome told;
        book.give({&nameless, 1}, {&told, 1});
        for (const std::string tag : {"a", "b"})
            for (const auto& each : *book.list(tag, 1, 100'000)) {
                EXPECT_EQ(each.key, "");
            }
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
            if (!each.key.empty() && !given_up_.contains(each.key)) {
                EXPECT_EQ(by_key_[each.key], each.number) << each.key;
            }
            if (maybe_void_.contains({tag, each.number})) continue;
            EXPECT_EQ(each.void_since.has_value(), void_.contains({tag, each.number})) << each.number;
        }
    }

    number_wish any_wish() {
        if (!open_.empty() && !random_.one_in(3)) return *std::next(open_.begin(), random_.below(open_.size()));
        if (!settled_.empty() && random_.one_in(3)) {
            const auto& known = settled_[random_.below(settled_.size())];
            if (may_retry(known.key)) return known;
            ++forgotten_;
        }
        number_wish made{.tag = random_.one_in(2) ? "a" : "b"};
        if (random_.one_in(4)) return made;
        made.key = "key-" + std::to_string(++keys_);
        first_asked_[made.key] = host_.clock.steady();
        return made;
    }

    /// One group, and what its callers were told.
    void ask(gapless_store& book) {
        std::vector<number_wish> wishes(1 + random_.below(5));
        std::ranges::generate(wishes, [this] { return any_wish(); });
        for (const auto& each : wishes) {
            if (!each.key.empty() && !by_key_.contains(each.key)) open_.insert(each);
            if (each.key.empty()) ++nameless_unknown_[each.tag];
        }
        std::vector<number_outcome> outcomes(wishes.size());
        book.give(wishes, outcomes);
        for (std::size_t i = 0; i < wishes.size(); ++i)
            hear(wishes[i], outcomes[i]);
        if (random_.one_in(4)) make_one_void(book);
        book.tidy();
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
            EXPECT_FALSE(void_.contains({wish.tag, told.number}))
                << "a void one for " << wish.key << ", seed " << seed_;
            if (!is_new) return;
            settled_.push_back(wish);
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
    std::uint64_t forgotten_ = 0;
    std::uint64_t robbed_ = 0;
    std::map<std::string, boot_clock::time_point> first_asked_;
    std::set<std::string> given_up_;      ///< Keys whose time was over before an answer came.
    std::vector<number_wish> settled_;    ///< With a key, and answered.
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
    std::uint64_t forgotten = 0;
    std::uint64_t robbed = 0;
    const auto seeds = seed_range::of(usual_seeds);
    for (auto seed = seeds.first; seed <= seeds.last; ++seed) {
        book_world world{seed};
        for (int i = 0; i < 15; ++i)
            world.live(world.any_trouble());
        world.settle();
        killed += world.killed();
        unknown += world.unknown();
        again += world.again();
        forgotten += world.forgotten();
        robbed += world.robbed();
        if (::testing::Test::HasFailure()) FAIL() << "seed " << seed << " (VESTA_SIM_SEED repeats it)";
    }
    expect_often(killed, usual_seeds);
    expect_often(unknown, usual_seeds);
    expect_often(again, usual_seeds);
    expect_often(forgotten, usual_seeds);
    expect_often(robbed, usual_seeds);
}

} // namespace
} // namespace vesta::testing
