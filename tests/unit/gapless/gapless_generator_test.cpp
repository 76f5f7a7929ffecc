#include <vesta/gapless/gapless_generator.hpp>

#include <gmock/gmock.h>
#include <sys/wait.h>

#include <map>
#include <semaphore>
#include <thread>
#include <unistd.h>

// What waits for a store of numbers without gaps, and in which order it goes there.
namespace vesta {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A store that counts, and does each group only when it may.
class gated_store final : public gapless_store {
  public:
    struct gate {
        std::counting_semaphore<> began{0};
        std::counting_semaphore<> may{0};
        std::vector<std::size_t> groups;
        std::optional<error> broken;
        bool again = false; ///< All are found by key.
        std::counting_semaphore<> tidied{0};
        std::atomic<bool> open = true;
    };
    explicit gated_store(gate& at) : gate_{at} {}
    ~gated_store() override { gate_.open = false; }

    void give(std::span<const number_wish> wishes, std::span<number_outcome> into) override {
        gate_.began.release();
        gate_.may.acquire();
        gate_.groups.push_back(wishes.size());
        for (std::size_t i = 0; i < wishes.size(); ++i) {
            if (gate_.broken) into[i] = {.unknown = true, .why = *gate_.broken};
            if (!gate_.broken) into[i] = {.number = ++last_[wishes[i].tag], .again = gate_.again};
        }
    }
    result<void> make_void(const voiding&) override { return {}; }
    result<std::vector<number_entry>> list(std::string_view, std::int64_t, std::size_t) override {
        return std::vector<number_entry>{};
    }
    result<std::vector<number_series>> series() override { return std::vector<number_series>{}; }
    void tidy() override { gate_.tidied.release(); }

  private:
    gate& gate_;
    std::map<std::string, std::int64_t> last_;
};

class numbers_without_gaps : public ::testing::Test {
  protected:
    std::shared_ptr<number_ticket> order(const std::string& tag = "a") { return generator_.order({tag, ""}).value(); }
    static std::int64_t number_of(number_ticket& of) { return of.wait(std::chrono::minutes{1}).number; }

    gated_store::gate gate_;
    gapless_generator generator_{std::make_unique<gated_store>(gate_),
                                 gapless_options{.tags = {"a", "b"}, .most_waiting = 3}};
};

TEST_F(numbers_without_gaps, go_to_the_store_in_one_group_for_all_who_wait) {
    const auto first = order();
    gate_.began.acquire(); // it is on its way, and what comes now waits for the next group
    const auto second = order();
    const auto third = order("b");
    const auto fourth = order();
    EXPECT_EQ(generator_.counts().waiting, 3U);
    gate_.may.release(2);
    EXPECT_EQ(number_of(*first), 1);
    EXPECT_EQ(number_of(*second), 2);
    EXPECT_EQ(number_of(*third), 1);
    EXPECT_EQ(number_of(*fourth), 3);
    generator_.close();
    EXPECT_THAT(gate_.groups, ElementsAre(1U, 3U));
    EXPECT_EQ(generator_.counts().given, 4U);
    EXPECT_EQ(generator_.counts().groups, 2U);
}

TEST_F(numbers_without_gaps, are_refused_where_too_many_wait) {
    const auto first = order();
    gate_.began.acquire();
    const std::vector waiting{order(), order(), order()};
    const auto refused = generator_.order({"a", "k"});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, "this call gave no number: 3 callers wait for the store");
    EXPECT_TRUE(refused.error().retry_after);
    gate_.may.release(2);
    EXPECT_EQ(number_of(*waiting[2]), 4);
}

TEST_F(numbers_without_gaps, are_unknown_to_a_caller_whose_patience_ends_while_the_store_is_at_it) {
    const auto begun = order();
    gate_.began.acquire();
    const auto waits = order();
    const auto told = begun->wait(std::chrono::nanoseconds{1});
    EXPECT_TRUE(told.unknown);
    EXPECT_THAT(told.why.message, HasSubstr("ask again with the same key"));
    const auto taken_back = waits->wait(std::chrono::nanoseconds{1});
    EXPECT_EQ(taken_back.number, 0);
    EXPECT_FALSE(taken_back.unknown) << "the store has not heard of it, and will not";
    gate_.may.release(2);
    EXPECT_EQ(number_of(*begun), 1);
    EXPECT_EQ(number_of(*order()), 2);
}

TEST_F(numbers_without_gaps, that_the_store_may_have_given_are_unknown_and_trouble) {
    gate_.broken = error{errc::store_unavailable, "no answer"};
    gate_.may.release(1);
    EXPECT_TRUE(order()->wait(std::chrono::minutes{1}).unknown);
    EXPECT_EQ(generator_.trouble()->message, "no answer");
    EXPECT_EQ(generator_.counts().unknown, 1U);
    gate_.broken.reset();
    gate_.may.release(1);
    EXPECT_EQ(number_of(*order()), 1);
    EXPECT_FALSE(generator_.trouble());
}

TEST_F(numbers_without_gaps, need_a_tag_that_the_settings_name_and_a_key_that_can_be_one) {
    EXPECT_EQ(generator_.order({"c", ""}).error().message, "there is no tag 'c'; the settings name: a, b");
    EXPECT_EQ(generator_.order({"", ""}).error().code, errc::invalid_argument);
    EXPECT_EQ(generator_.order({"a", "two words"}).error().code, errc::invalid_argument);
    EXPECT_EQ(generator_.order({"a", std::string(longest_key + 1, 'k')}).error().code, errc::invalid_argument);
    EXPECT_EQ(generator_.make_void({"a", 1, "mia", "two\nlines"}).error().code, errc::invalid_argument);
    EXPECT_EQ(generator_.make_void({"a", 1, "", "x"}).error().code, errc::invalid_argument);
    EXPECT_EQ(generator_.make_void({"a", 0, "mia", "x"}).error().code, errc::invalid_argument);
}

TEST_F(numbers_without_gaps, that_wait_are_still_given_when_it_is_closed) {
    const auto first = order();
    gate_.began.acquire();
    const auto second = order();
    std::thread closing{[this] { generator_.close(); }};
    gate_.may.release(2);
    closing.join();
    EXPECT_EQ(second->outcome().number, 2);
    EXPECT_EQ(generator_.order({"a", ""}).error().code, errc::closed);
}

TEST_F(numbers_without_gaps, are_answered_before_the_store_tidies_up) {
    gate_.may.release();
    const auto first = order();
    gate_.tidied.acquire();
    EXPECT_TRUE(first->done());
}

TEST_F(numbers_without_gaps, tell_of_trouble_until_a_new_one_is_given) {
    gate_.may.release(3);
    gate_.broken = error{errc::state_unusable, "no disk"};
    number_of(*order());
    EXPECT_EQ(generator_.trouble()->message, "no disk");
    gate_.broken.reset();
    gate_.again = true;
    number_of(*order());
    EXPECT_TRUE(generator_.trouble()) << "what is found by key needs no disk";
    gate_.again = false;
    number_of(*order());
    EXPECT_FALSE(generator_.trouble());
}

TEST_F(numbers_without_gaps, are_refused_for_good_to_who_has_taken_the_wish_back) {
    const auto first = order();
    gate_.began.acquire();
    const auto second = order();
    EXPECT_TRUE(second->withdraw());
    EXPECT_FALSE(second->wait(std::chrono::nanoseconds{1}).unknown);
    EXPECT_FALSE(second->give_up().unknown);
    gate_.may.release();
    EXPECT_EQ(first->wait(std::chrono::nanoseconds::max()).number, 1);
}

TEST_F(numbers_without_gaps, let_others_have_the_store_once_closed) {
    generator_.close();
    EXPECT_FALSE(gate_.open);
    EXPECT_EQ(generator_.list("a", 1, 1).error().code, errc::closed);
    EXPECT_EQ(generator_.make_void({"a", 1, "mia", "x"}).error().code, errc::closed);
}

TEST_F(numbers_without_gaps, are_not_given_in_a_forked_child) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(generator_.order({"a", ""}).error().code == errc::forked ? 0 : 1);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
}

} // namespace
} // namespace vesta
