#include "mark_rig.hpp"

#include <vesta/testing/manual_clock.hpp>

// U3, a copied folder; U1, a changed layout: what a mark says besides an instant.
namespace vesta::file {
namespace {

using ::testing::HasSubstr;
using namespace std::chrono_literals;

const lease_request by_library = wants({gen_method::embedded});

class a_copied_folder : public mark_test {
  protected:
    void SetUp() override {
        ASSERT_TRUE((*open())->advance(at(5000)));
        std::filesystem::copy(folder_ / "var", folder_ / "copy");
    }
};

TEST_F(a_copied_folder, is_refused_and_the_original_is_not) {
    const auto refused = refusal(by_library, seven, "copy");
    EXPECT_EQ(refused.code, errc::state_unusable);
    EXPECT_THAT(refused.message, HasSubstr((folder_ / "copy").string()));
    EXPECT_THAT(refused.message, HasSubstr("the folder is a copy"));
    EXPECT_THAT(refused.message, HasSubstr("vesta machines release 7"));
    EXPECT_EQ((*open())->value(), at(5000));
}

TEST_F(a_copied_folder, concerns_the_machine_ids_in_it_alone) {
    EXPECT_TRUE(open(by_library, {8}, "copy"));
    EXPECT_TRUE(open(wants({gen_method::rest}), seven, "copy")) << "a method that has no mark yet";
}

TEST_F(a_copied_folder, can_be_released_and_keeps_its_mark) {
    ASSERT_TRUE(release_place(folder_ / "copy", seven));
    auto opened = open(by_library, seven, "copy");
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_EQ((*opened)->value(), at(5000));
    ASSERT_TRUE((*opened)->advance(at(6000)));
    opened = error{errc::closed, ""};
    std::filesystem::copy(folder_ / "copy", folder_ / "copy-of-the-copy");
    EXPECT_EQ(refusal(by_library, seven, "copy-of-the-copy").code, errc::state_unusable) << "it has a place again";
}

TEST_F(a_copied_folder, cannot_be_released_while_it_is_used_or_where_there_is_nothing) {
    const auto opened = open();
    EXPECT_EQ(release_place(folder_ / "var", seven).error().code, errc::in_use);
    EXPECT_EQ(release_place(folder_ / "var", {9}).error().code, errc::not_found);
}

TEST_F(a_copied_folder, is_not_one_that_was_renamed) {
    std::filesystem::rename(folder_ / "var", folder_ / "moved");
    EXPECT_EQ((*open(by_library, seven, "moved"))->value(), at(5000));
}

/// What a start did up to the mark that it put first.
class the_place_of_a_mark : public mark_test {
  protected:
    std::vector<std::string> steps_of_a_start() const {
        auto on = std::make_shared<vesta::testing::wrapped_disk>(open_disk(folder_ / "var").value());
        const auto opened = open_mark(on, seven, by_library);
        EXPECT_TRUE(opened);
        auto done = std::move(on->done);
        done.erase(std::ranges::find(done, "link"), done.end());
        return done;
    }
};

// Or a power cut keeps the mark and takes the lock file that it names: every later start would find a copied folder.
TEST_F(the_place_of_a_mark, is_that_of_a_lock_file_that_outlasts_the_first_mark_which_names_it) {
    EXPECT_THAT(steps_of_a_start(), ::testing::Contains("sync_folder"));
    ASSERT_TRUE(release_place(folder_ / "var", seven));
    EXPECT_THAT(steps_of_a_start(), ::testing::Contains("sync_folder")) << "the mark that was found named none";
    EXPECT_THAT(steps_of_a_start(), ::testing::Not(::testing::Contains("sync_folder"))) << "it is known by now";
}

class a_changed_layout : public mark_test {
  protected:
    static lease_request of(std::vector<id_pattern> patterns, gen_method method = gen_method::embedded) {
        auto request = wants({method});
        request.patterns = std::move(patterns);
        return request;
    }

    result<std::unique_ptr<high_water_mark>> open(const lease_request& request) const {
        return open_mark(folder_ / "var", seven, request, {.clock = &clock_});
    }

    /// Uses the machine ID for IDs of @p pattern up to now.
    unix_ms use(const id_pattern& pattern) const {
        EXPECT_TRUE(open(of({pattern})).value()->advance(now));
        return now;
    }

    // Long after the first release: a mark that says nothing of its IDs is taken to have been used since then.
    static constexpr unix_ms now{std::chrono::sys_days{std::chrono::year{2028} / 6 / 1}};
    const vesta::testing::manual_clock clock_{now};
};

TEST_F(a_changed_layout, starts_above_what_it_could_repeat) {
    use(pattern_of());
    const auto next = open(of({pattern_of(5s)}));
    ASSERT_TRUE(next) << next.error().message;
    EXPECT_EQ((*next)->value(), now + 5s);
}

// U9: another program, which left no mark, may have made IDs up to now.
TEST_F(a_changed_layout, or_a_first_one_starts_where_no_predecessor_can_have_been) {
    auto request = of({pattern_of()});
    request.fresh_from = now + 2s;
    EXPECT_EQ((*open(request))->value(), now + 2s);
    request.fresh_from = now + 9s;
    EXPECT_EQ((*open(request))->value(), now + 2s) << "there is a mark of our own";
}

// No mark says what was done here before: IDs of this layout may have been made since there is a Vesta.
TEST_F(a_changed_layout, is_compared_with_all_that_was_made_since_the_first_release_where_no_mark_tells) {
    constexpr unix_ms first_release{std::chrono::sys_days{std::chrono::year{2026} / 1 / 1}};
    use(pattern_of());
    ASSERT_EQ(stored().history.uses.size(), 1U);
    EXPECT_EQ(stored().history.uses.front().from, first_release);
    EXPECT_EQ(stored().history.uses.front().until, now);
}

TEST_F(a_changed_layout, is_refused_where_that_would_take_long_and_the_reason_given) {
    use(pattern_of());
    const auto opened = open(of({pattern_of(24h * 365)}));
    ASSERT_FALSE(opened);
    const auto& refused = opened.error();
    EXPECT_EQ(refused.code, errc::state_unusable);
    EXPECT_THAT(refused.message, HasSubstr(pattern_of().text()));
    EXPECT_THAT(refused.message, HasSubstr(pattern_of(24h * 365).text()));
    EXPECT_TRUE(open(of({pattern_of()}))) << "the former layout goes on";
}

TEST_F(a_changed_layout, is_compared_with_what_other_methods_used) {
    // A type of three bits, 100, makes the numbers of type 1 and genMethod 00; without a genMethod it has a mark of its
    // own.
    auto spec = find_scheme("vesta")->type("min-granularity").value()->spec();
    spec.width.gen_method = 0;
    spec.width.type = 3;
    spec.type = 4;
    use(pattern_of());
    auto request = wants({}, true);
    request.patterns = {id_pattern::make(layout::make(spec).value(), 0, gen_method::embedded).value()};
    const auto next = open(request);
    ASSERT_TRUE(next) << next.error().message;
    EXPECT_EQ((*next)->value(), now);
}

TEST_F(a_changed_layout, keeps_what_was_used_before_in_its_history) {
    use(pattern_of());
    ASSERT_TRUE((*open(of({pattern_of(5s)})))->advance(now + 6s));
    const auto uses = stored().history.uses;
    ASSERT_EQ(uses.size(), 2U);
    EXPECT_EQ(uses[0].of, pattern_of());
    EXPECT_EQ(uses[0].until, now);
    EXPECT_EQ(uses[1].of, pattern_of(5s));
    EXPECT_EQ(uses[1].from, now + 5s);
    EXPECT_EQ(uses[1].until, now + 6s);
}

} // namespace
} // namespace vesta::file
