#include "mark_text.hpp"
#include "support/temp_folder.hpp"

#include <vesta/file/marks.hpp>

#include <gmock/gmock.h>

// What a process must notice that holds a mark: that somebody else may own the machine ID by now.
namespace vesta::file {
namespace {

using std::chrono::milliseconds;
using ::testing::HasSubstr;
using vesta::testing::read_all;
using vesta::testing::write_all;

constexpr unix_ms at(std::int64_t ms) {
    return unix_ms{milliseconds{ms}};
}

class a_held_mark : public ::testing::Test {
  protected:
    void SetUp() override {
        mark_ = open_mark(folder_.path(), {7}, {.instance = "", .methods = {gen_method::embedded}}).value();
        ASSERT_TRUE(mark_->advance(at(5000)));
    }

    void expect_lost(const result<void>& moved) const {
        ASSERT_FALSE(moved);
        EXPECT_EQ(moved.reason().code, errc::lease_lost) << moved.reason().message;
        EXPECT_THAT(moved.reason().message, HasSubstr(folder_.path().string()));
    }

    vesta::testing::temp_folder folder_;
    std::filesystem::path file_ = folder_ / "machine-7.embedded.mark";
    std::filesystem::path lock_ = folder_ / "machine-7.embedded.lock";
    std::unique_ptr<high_water_mark> mark_;
};

TEST_F(a_held_mark, is_lost_when_the_state_folder_is_wiped) {
    std::filesystem::remove_all(folder_.path());
    expect_lost(mark_->advance(at(6000)));
    EXPECT_FALSE(std::filesystem::exists(file_));
}

TEST_F(a_held_mark, is_lost_when_its_lock_file_is_removed) {
    std::filesystem::remove(lock_);
    expect_lost(mark_->advance(at(6000)));
}

TEST_F(a_held_mark, is_lost_when_another_process_moved_it) {
    write_all(file_, write_mark({{7}, "embedded", at(5500)}));
    expect_lost(mark_->advance(at(6000)));
    EXPECT_EQ(read_mark(read_all(file_))->mark, at(5500)) << "the other owner's mark stays";
}

TEST_F(a_held_mark, is_lost_when_it_is_removed) {
    std::filesystem::remove(file_);
    expect_lost(mark_->advance(at(6000)));
}

TEST_F(a_held_mark, stays_lost_though_all_is_put_back) {
    const auto right = read_all(file_);
    std::filesystem::remove(file_);
    expect_lost(mark_->advance(at(6000)));
    write_all(file_, right);
    expect_lost(mark_->advance(at(6000)));
}

TEST_F(a_held_mark, is_not_given_back_once_it_is_lost) {
    write_all(file_, write_mark({{7}, "embedded", at(5500)}));
    expect_lost(mark_->release(at(5001)));
    EXPECT_EQ(read_mark(read_all(file_))->mark, at(5500));
}

TEST_F(a_held_mark, is_not_lost_while_it_cannot_be_read) {
    std::filesystem::rename(file_, folder_ / "aside");
    std::filesystem::create_directory(file_);
    EXPECT_EQ(mark_->advance(at(6000)).reason().code, errc::state_unusable);
    std::filesystem::remove(file_);
    std::filesystem::rename(folder_ / "aside", file_);
    EXPECT_TRUE(mark_->advance(at(6000)));
}

TEST_F(a_held_mark, is_not_lost_by_a_write_that_failed_though_it_was_made) {
    // The new content is in place, but its durability could not be assured: the writer was told so.
    std::filesystem::create_symlink("/dev/full", folder_ / "machine-7.embedded.mark.new");
    ASSERT_FALSE(mark_->advance(at(6000)));
    write_all(file_, write_mark({{7}, "embedded", at(6000)}));
    std::filesystem::remove(folder_ / "machine-7.embedded.mark.new");
    EXPECT_EQ(mark_->value(), at(5000)) << "only what is known to be durable counts";
    EXPECT_TRUE(mark_->advance(at(7000)));
    EXPECT_TRUE(mark_->advance(at(8000)));
}

} // namespace
} // namespace vesta::file
