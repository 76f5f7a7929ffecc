#include "known_rig.hpp"

#include <vesta/file/lease_memory.hpp>

#include <sys/file.h>

#include <fcntl.h>
#include <thread>
#include <unistd.h>

namespace vesta::file {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr unix_ms new_year{1767225600000ms};

class a_file_of_leases : public known_file_test {
  protected:
    a_file_of_leases() : known_file_test{"leases.known"} {}

    std::shared_ptr<lease_memory> open() { return remember_leases(path, say()); }
};

TEST_F(a_file_of_leases, keeps_the_last_mark_of_each_machine_id_whichever_process_wrote_it) {
    const auto one = open(), other = open();
    one->keep({7}, new_year, false);
    other->keep({9}, new_year + 5s, false);
    one->keep({7}, new_year + 3s, false);
    other->keep({9}, new_year + 1s, true); // given back
    EXPECT_EQ(open()->load(), (lease_memory::marks{{{7}, new_year + 3s}, {{9}, new_year + 1s}}));
    EXPECT_THAT(log, IsEmpty());
    EXPECT_EQ(files_beside(), 0);
}

TEST_F(a_file_of_leases, loses_no_mark_that_others_write_at_the_same_moment) {
    constexpr std::uint32_t writers = 2;
    constexpr int marks_each = 100;
    std::vector<std::jthread> threads;
    for (std::uint32_t id = 0; id < writers; ++id)
        threads.emplace_back([&, id] {
            const auto own = remember_leases(path, {});
            for (int i = 1; i <= marks_each; ++i)
                own->keep({id}, new_year + i * 1ms, false);
        });
    threads.clear();
    for (const auto& [id, mark] : open()->load())
        EXPECT_EQ(mark, new_year + marks_each * 1ms) << id.value;
    EXPECT_EQ(open()->load().size(), writers);
    EXPECT_EQ(files_beside(), 0);
}

// It gave the machine ID back, but its last word comes late.
TEST_F(a_file_of_leases, lowers_no_mark_that_a_later_owner_kept) {
    const auto former = open(), later = open();
    former->keep({7}, new_year + 3s, false);
    later->keep({7}, new_year + 9s, false);
    former->keep({7}, new_year + 1s, true);
    EXPECT_EQ(open()->load(), (lease_memory::marks{{{7}, new_year + 9s}}));
}

TEST_F(a_file_of_leases, forgets_a_mark_when_told) {
    open()->keep({7}, new_year, true);
    open()->keep({9}, new_year, true);
    const auto tested = open();
    tested->forget({7});
    EXPECT_EQ(open()->load(), (lease_memory::marks{{{9}, new_year}}));
    tested->keep({9}, new_year + 1s, false);
    EXPECT_EQ(open()->load(), (lease_memory::marks{{{9}, new_year + 1s}})) << "it does not come back";
}

TEST_F(a_file_of_leases, writes_over_what_a_crash_left_behind) {
    open()->keep({7}, new_year, true);
    std::ofstream{path.string() + ".new"} << "half a fi";
    open()->keep({7}, new_year + 1s, true);
    EXPECT_EQ(open()->load(), (lease_memory::marks{{{7}, new_year + 1s}}));
    EXPECT_EQ(files_beside(), 0);
}

TEST_F(a_file_of_leases, says_that_another_process_does_not_finish_and_goes_on_when_it_has) {
    const auto tested = open();
    tested->keep({7}, new_year, true);
    const std::string unfinished = path.string() + ".new";
    const int held = ::open(unfinished.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    ASSERT_EQ(::flock(held, LOCK_EX), 0);
    tested->keep({7}, new_year + 1s, false);
    EXPECT_THAT(log, ElementsAre(HasSubstr("another process is still writing " + unfinished)));
    ::close(held);
    tested->keep({7}, new_year + 2s, false);
    EXPECT_EQ(open()->load(), (lease_memory::marks{{{7}, new_year + 2s}}));
    EXPECT_EQ(log.size(), 2U) << "that it is written again";
}

TEST_F(a_file_of_leases, looks_as_documented) {
    open()->keep({42}, new_year + 123ms, true);
    open()->keep({7}, new_year, true);
    EXPECT_EQ(text(), "vesta-leases 1\nmark 1767225600000 7\nmark 1767225600123 42\ncrc32 3e5b46de\n");
}

TEST_F(a_file_of_leases, is_empty_where_it_is_not_there_and_makes_no_folder_for_that) {
    expect_nothing_made([this] { return open()->load(); });
}

TEST_F(a_file_of_leases, is_as_good_as_none_where_it_is_damaged_and_says_so_once) {
    open()->keep({7}, new_year, true);
    expect_damage_noticed([this] { return open()->load(); });
    const auto tested = open();
    tested->load();
    tested->load();
    EXPECT_EQ(log.size(), 1U);
    tested->keep({9}, new_year, true);
    EXPECT_EQ(open()->load(), (lease_memory::marks{{{9}, new_year}}));
}

TEST_F(a_file_of_leases, keeps_the_latest_where_there_are_too_many) {
    const auto tested = open();
    for (std::uint32_t id = 0; id < 1030; ++id)
        tested->keep({id}, new_year + id * 1ms, false);
    const auto kept = tested->load();
    EXPECT_EQ(kept.size(), 1024U);
    EXPECT_EQ(kept.begin()->first, machine_id{6});
}

TEST_F(a_file_of_leases, that_cannot_be_written_says_so_once) {
    std::ofstream{path.parent_path()} << "a file where the folder should be";
    const auto tested = open();
    tested->keep({7}, new_year, false);
    tested->keep({7}, new_year + 1s, false);
    EXPECT_THAT(log, ElementsAre(HasSubstr("cannot open"), HasSubstr("cannot create")));
}

} // namespace
} // namespace vesta::file
