#include "mark_rig.hpp"

// What a process must notice that holds a mark: that somebody else may own the machine ID by now; and what it must not
// take for that.
namespace vesta::file {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using vesta::testing::read_all;
using vesta::testing::wrapped_disk;
using vesta::testing::write_all;

class a_held_mark : public mark_test {
  protected:
    void SetUp() override {
        auto on = std::make_shared<wrapped_disk>(open_disk(folder_ / "var").value());
        disk_ = on.get();
        mark_ = open_mark(on, seven, wants({gen_method::embedded})).value();
        ASSERT_TRUE(mark_->advance(at(5000)));
        disk_->done.clear();
    }

    void expect_lost(const result<void>& moved) const {
        ASSERT_FALSE(moved);
        EXPECT_EQ(moved.error().code, errc::lease_lost) << moved.error().message;
        EXPECT_THAT(moved.error().message, HasSubstr((folder_ / "var").string()));
    }

    /// As another owner that came further would.
    void let_another_write(std::uint64_t number) const {
        auto theirs = stored();
        theirs.number = number;
        theirs.owner = std::string(32, 'f');
        theirs.mark = at(5500);
        write_all(file("machine-7.embedded.mark." + std::to_string(number)), write_mark(theirs));
    }

    wrapped_disk* disk_ = nullptr;
    std::unique_ptr<high_water_mark> mark_;
};

TEST_F(a_held_mark, is_lost_when_the_state_folder_is_wiped) {
    std::filesystem::remove_all(folder_ / "var");
    expect_lost(mark_->advance(at(6000)));
    EXPECT_FALSE(std::filesystem::exists(folder_ / "var"));
}

TEST_F(a_held_mark, is_lost_when_another_folder_took_the_place_of_its_own) {
    std::filesystem::rename(folder_ / "var", folder_ / "var.old");
    std::filesystem::create_directory(folder_ / "var");
    expect_lost(mark_->advance(at(6000)));
}

TEST_F(a_held_mark, is_lost_when_its_folder_was_moved_away) {
    std::filesystem::rename(folder_ / "var", folder_ / "var.old");
    expect_lost(mark_->advance(at(6000)));
}

TEST_F(a_held_mark, is_lost_when_its_lock_file_is_removed) {
    std::filesystem::remove(file("machine-7.embedded.lock"));
    expect_lost(mark_->advance(at(6000)));
}

TEST_F(a_held_mark, is_lost_when_another_process_wrote_the_next_one) {
    let_another_write(3);
    expect_lost(mark_->advance(at(6000)));
    EXPECT_EQ(stored().mark, at(5500)) << "the other owner's mark stays";
}

TEST_F(a_held_mark, is_lost_when_another_process_went_on_and_tidied_up) {
    let_another_write(9);
    std::filesystem::remove(file("machine-7.embedded.mark.2"));
    expect_lost(mark_->advance(at(6000)));
    EXPECT_EQ(stored().number, 9U);
    EXPECT_EQ(numbered().size(), 1U) << "what came too late is not left behind";
}

TEST_F(a_held_mark, is_lost_when_it_was_changed) {
    auto changed = stored();
    changed.mark = at(5500);
    write_all(highest(), write_mark(changed));
    expect_lost(mark_->advance(at(6000)));
}

TEST_F(a_held_mark, stays_lost_though_all_is_put_back) {
    const auto path = highest();
    const auto right = read_all(path);
    std::filesystem::remove(path);
    expect_lost(mark_->advance(at(6000)));
    write_all(path, right);
    expect_lost(mark_->advance(at(6000)));
}

TEST_F(a_held_mark, is_not_given_back_once_it_is_lost) {
    let_another_write(3);
    expect_lost(mark_->release(at(5001)));
    EXPECT_EQ(stored().mark, at(5500));
}

TEST_F(a_held_mark, is_not_lost_while_it_cannot_be_read) {
    const auto path = highest();
    std::filesystem::rename(path, folder_ / "aside");
    std::filesystem::create_directory(path);
    EXPECT_EQ(mark_->advance(at(6000)).error().code, errc::state_unusable);
    std::filesystem::remove(path);
    std::filesystem::rename(folder_ / "aside", path);
    EXPECT_TRUE(mark_->advance(at(6000)));
}

// Nothing is covered before the mark's bytes and then its name are on the disk.
TEST_F(a_held_mark, is_synchronised_before_it_has_its_name_and_its_name_before_it_counts) {
    ASSERT_TRUE(mark_->advance(at(6000)));
    EXPECT_THAT(disk_->done, ElementsAre("create", "write", "sync", "link", "remove", "sync_folder", "read", "remove"));
}

TEST_F(a_held_mark, counts_nothing_after_a_step_that_failed_and_goes_on_afterwards) {
    std::int64_t next = 6000;
    for (const auto* failing : {"create", "write", "sync", "link", "sync_folder", "read"}) {
        const auto before = mark_->value();
        disk_->before = [&](const std::string& step) {
            return step == failing ? result<void>{error{errc::state_unusable, "broken"}} : result<void>{};
        };
        for (int attempt = 0; attempt < 3; ++attempt) {
            const auto moved = mark_->advance(at(next));
            ASSERT_FALSE(moved) << failing;
            EXPECT_EQ(moved.error().message, "broken");
            EXPECT_EQ(mark_->value(), before) << "only what is known to be durable counts";
        }
        disk_->before = {};
        ASSERT_TRUE(mark_->advance(at(next + 1))) << failing;
        EXPECT_EQ(stored().mark, at(next + 1));
        next += 1000;
    }
    mark_.reset();
    EXPECT_EQ((*open())->value(), at(next - 999));
}

TEST_F(a_held_mark, is_not_lost_by_a_link_that_was_made_though_it_failed) {
    // As over NFS: the answer was lost, and the request carried out.
    disk_->before = [&](const std::string& step) {
        if (step != "link") return result<void>{};
        for (const auto& each : open_disk(folder_ / "var").value()->list().value())
            if (each.ends_with(".tmp"))
                std::filesystem::create_hard_link(file(each), file("machine-7.embedded.mark.3"));
        return result<void>{error{errc::state_unusable, "no answer"}};
    };
    EXPECT_EQ(mark_->advance(at(6000)).error().message, "no answer");
    disk_->before = {};
    EXPECT_TRUE(mark_->advance(at(7000)));
    EXPECT_EQ(stored().mark, at(7000));
}

TEST_F(a_held_mark, does_not_mind_old_files_that_cannot_be_removed) {
    disk_->before = [&](const std::string& step) {
        return step == "remove" ? result<void>{error{errc::state_unusable, "stays"}} : result<void>{};
    };
    for (int i = 6; i < 10; ++i)
        ASSERT_TRUE(mark_->advance(at(1000 * i)));
    disk_->before = {};
    ASSERT_TRUE(mark_->advance(at(20000)));
    EXPECT_EQ(numbered().size(), 1U);
}

} // namespace
} // namespace vesta::file
