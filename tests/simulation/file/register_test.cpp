#include "file_world.hpp"
#include "support/seeds.hpp"

#include <gtest/gtest.h>

#include <iostream>

// Owners of one machine ID whose marks are in several folders of one host: the register keeps them apart, and each rule
// of it, taken out, is missed. U3.
namespace vesta::testing {
namespace {

const file_run three_folders{.habits = {}, .processes = 3, .power_cuts = false, .folders = 3};

file_figures share_no_tick(const file_run& how) {
    file_figures all;
    const auto seeds = seed_range::of(60);
    for (auto seed = seeds.first; seed <= seeds.last && !::testing::Test::HasFailure(); ++seed) {
        SCOPED_TRACE("VESTA_SIM_SEED=" + std::to_string(seed) + " repeats it");
        file_world one{seed, how};
        one.run(usual_turns);
        EXPECT_EQ(one.twice(), "");
        EXPECT_EQ(one.refused_for_ever(), "");
        EXPECT_EQ(one.twice(), "");
        all += one.figures();
    }
    std::cout << all.starts << " starts, " << all.refused << " refused, " << all.lost << " lost, " << all.killed
              << " killed, " << all.cuts << " power cuts, " << all.faults << " faults\n";
    return all;
}

bool two_owners_meet(const register_wrapper& twin) {
    for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
        auto how = three_folders;
        how.wrap_register = twin;
        file_world one{seed, how};
        one.run(usual_turns);
        if (one.twice().empty()) continue;
        std::cout << "seed " << seed << ": " << one.twice() << "\n";
        return true;
    }
    return false;
}

/// A folder that does what another does; what is to be otherwise is overridden.
class forwarding_register : public file::register_folder {
  public:
    explicit forwarding_register(register_ptr to) : to_{std::move(to)} {}

    const std::filesystem::path& path() const noexcept override { return to_->path(); }
    result<std::unique_ptr<file::locked_file>> take_turn(const std::string& name) override {
        return to_->take_turn(name);
    }
    std::chrono::milliseconds rest() override { return to_->rest(); }
    result<std::vector<std::string>> list() override { return to_->list(); }
    result<std::optional<file::seen_file>> read(const std::string& name) override { return to_->read(name); }
    result<std::unique_ptr<file::locked_file>> create(const std::string& name) override { return to_->create(name); }
    void remove(const std::string& name) override { to_->remove(name); }
    std::string unique() override { return to_->unique(); }
    std::string boot() const override { return to_->boot(); }

  protected:
    file::register_folder& to() const noexcept { return *to_; }

  private:
    const register_ptr to_;
};

template <class Twin>
register_ptr wrapped(register_ptr to) {
    return std::make_unique<Twin>(std::move(to));
}

/// All look at one time.
class without_turns final : public forwarding_register {
  public:
    using forwarding_register::forwarding_register;
    result<std::unique_ptr<file::locked_file>> take_turn(const std::string&) override {
        return std::unique_ptr<file::locked_file>{std::make_unique<nothing>()};
    }

  private:
    class nothing final : public file::locked_file {
      public:
        result<void> write(std::string_view, std::size_t) override { return {}; }
    };
};

/// The living pass for dead.
class without_locks final : public forwarding_register {
  public:
    using forwarding_register::forwarding_register;
    result<std::optional<file::seen_file>> read(const std::string& name) override {
        auto seen = to().read(name);
        if (seen && *seen) (*seen)->is_locked = false;
        return seen;
    }
};

/// The mark in an entry stays what it was at the start.
class without_notes final : public forwarding_register {
  public:
    using forwarding_register::forwarding_register;
    result<std::unique_ptr<file::locked_file>> create(const std::string& name) override {
        auto made = to().create(name);
        if (!made) return made;
        return std::unique_ptr<file::locked_file>{std::make_unique<written_once>(*std::move(made))};
    }

  private:
    class written_once final : public file::locked_file {
      public:
        explicit written_once(std::unique_ptr<file::locked_file> to) : to_{std::move(to)} {}
        result<void> write(std::string_view text, std::size_t at) override {
            return at == 0 ? to_->write(text, at) : result<void>{};
        }

      private:
        const std::unique_ptr<file::locked_file> to_;
    };
};

/// What the dead left is removed before it stands in another entry.
class tidying_too_early final : public forwarding_register {
  public:
    using forwarding_register::forwarding_register;
    result<std::optional<file::seen_file>> read(const std::string& name) override {
        auto seen = to().read(name);
        if (seen && *seen && !(*seen)->is_locked) to().remove(name);
        return seen;
    }
};

/// What the dead left is not read.
class forgetting_the_dead final : public forwarding_register {
  public:
    using forwarding_register::forwarding_register;
    result<std::optional<file::seen_file>> read(const std::string& name) override {
        auto seen = to().read(name);
        return seen && *seen && !(*seen)->is_locked ? std::optional<file::seen_file>{} : seen;
    }
};

TEST(owners_in_several_folders, share_no_tick_while_they_are_killed) {
    const auto all = share_no_tick(three_folders);
    for (const auto times : {all.starts, all.refused, all.killed})
        expect_often(times, 60);
}

TEST(owners_in_several_folders, share_no_tick_where_calls_fail) {
    auto how = three_folders;
    how.faults = true;
    expect_often(share_no_tick(how).faults, 60);
}

TEST(owners_in_several_folders, share_no_tick_over_power_cuts) {
    auto how = three_folders;
    how.power_cuts = true;
    how.faults = true;
    expect_often(share_no_tick(how).cuts, 60);
}

TEST(the_simulation_of_a_register, finds_the_duplicate_where_all_look_at_one_time) {
    EXPECT_TRUE(two_owners_meet(wrapped<without_turns>));
}

TEST(the_simulation_of_a_register, finds_the_duplicate_where_the_living_pass_for_dead) {
    EXPECT_TRUE(two_owners_meet(wrapped<without_locks>));
}

TEST(the_simulation_of_a_register, finds_the_duplicate_where_marks_are_not_noted) {
    EXPECT_TRUE(two_owners_meet(wrapped<without_notes>));
}

TEST(the_simulation_of_a_register, finds_the_duplicate_where_the_dead_are_forgotten) {
    EXPECT_TRUE(two_owners_meet(wrapped<forgetting_the_dead>));
}

TEST(the_simulation_of_a_register, finds_the_duplicate_where_an_entry_is_removed_before_the_next_says_what_it_said) {
    EXPECT_TRUE(two_owners_meet(wrapped<tidying_too_early>));
}

} // namespace
} // namespace vesta::testing
