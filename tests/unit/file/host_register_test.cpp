#include "host_text.hpp"
#include "mark_rig.hpp"
#include "place.hpp"
#include "support/child.hpp"
#include "support/environment.hpp"
#include "support/process.hpp"

#include <vesta/file/register_folder.hpp>

#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <unistd.h>

namespace vesta::file {
namespace {

using ::testing::HasSubstr;
using vesta::testing::child;
using vesta::testing::holds_in_forked_child;
using vesta::testing::read_all;
using vesta::testing::variable;
using vesta::testing::write_all;
using namespace std::chrono_literals;

unix_ms now() {
    return std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
}

/// Processes on one host, each with a state folder of its own.
class owners_on_a_host : public mark_test {
  protected:
    auto start(const std::string& folder, std::vector<id_pattern> patterns = {pattern_of()},
               const std::string& space = {}, machine_id machine = seven) const {
        auto request = wants({gen_method::embedded});
        request.patterns = std::move(patterns);
        return open_mark(folder_ / folder, machine, request, {.space = space, .host = host_.get()});
    }

    error refused(const std::string& folder) const {
        auto opened = start(folder);
        return opened ? error{errc::internal, "opened"} : opened.error();
    }

    std::vector<std::filesystem::path> entries() const {
        std::vector<std::filesystem::path> found;
        for (const auto& each : std::filesystem::directory_iterator{folder_ / "host"})
            if (each.path().filename().string().starts_with("vesta-owner-")) found.push_back(each.path());
        return found;
    }

    variable host_folder_{"VESTA_HOST_DIR", (folder_ / "host").c_str()};
    const std::unique_ptr<host_register> host_ = open_host_register(folder_ / "elsewhere");
};

// U3: the lock was as wide as a folder.
TEST_F(owners_on_a_host, cannot_have_one_machine_id_in_two_folders) {
    const auto first = start("one");
    ASSERT_TRUE(first) << first.error().message;
    const auto second = refused("two");
    EXPECT_EQ(second.code, errc::in_use);
    EXPECT_THAT(second.message,
                HasSubstr("machine ID 7 is in use on this host by process " + std::to_string(::getpid())));
    EXPECT_THAT(second.message, HasSubstr((folder_ / "one").string()));
    EXPECT_THAT(second.message, HasSubstr("state.space"));
}

TEST_F(owners_on_a_host, are_kept_apart_across_processes_until_one_ends) {
    child other{[this](auto stay) {
        const auto mark = start("one");
        stay(mark && (*mark)->advance(now() - 1h) ? "started" : "refused");
    }};
    ASSERT_EQ(other.words(), "started");
    EXPECT_THAT(refused("two").message, HasSubstr("by process " + std::to_string(other.pid())));
    other.kill(SIGKILL);
    EXPECT_TRUE(start("two"));
}

TEST_F(owners_on_a_host, may_use_other_machine_ids_patterns_and_spaces) {
    const auto first = start("one");
    EXPECT_TRUE(start("two", {pattern_of()}, "", {8}));
    EXPECT_TRUE(start("three", {pattern_of({}, "max-peak")}));
    const auto in_a_space = start("four", {pattern_of()}, "tests");
    ASSERT_TRUE(in_a_space) << in_a_space.error().message;
    ASSERT_FALSE(start("five", {pattern_of()}, "tests")) << "a space is one for itself";
    ASSERT_FALSE(start("six", {pattern_of(5s)})) << "the same numbers, five seconds later";
}

TEST_F(owners_on_a_host, start_above_what_one_that_was_killed_had_reserved_elsewhere) {
    const unix_ms mark = now() + 20s;
    child other{[&](auto stay) {
        const auto opened = start("one");
        stay(opened && (*opened)->advance(mark) ? "started" : "refused");
    }};
    ASSERT_EQ(other.words(), "started");
    other.kill(SIGKILL);
    std::filesystem::remove_all(folder_ / "one"); // the state folder was forgotten
    auto next = start("one");
    ASSERT_TRUE(next) << next.error().message;
    EXPECT_EQ((*next)->value(), mark);
    EXPECT_EQ(entries().size(), 1U) << "what the dead one's entry said is in the new one's";
    ASSERT_TRUE((*next)->advance(mark + 1s));
    next = error{errc::closed, ""};
    EXPECT_EQ((*start("two"))->value(), mark + 1s);
}

TEST_F(owners_on_a_host, start_where_one_gave_back_what_it_did_not_use) {
    const unix_ms used = now() - 5s;
    {
        const auto opened = start("one");
        ASSERT_TRUE((*opened)->advance(used + 10s));
        ASSERT_TRUE((*opened)->release(used));
    }
    EXPECT_EQ((*start("two"))->value(), used);
}

TEST_F(owners_on_a_host, do_not_count_what_was_before_the_host_was_started) {
    {
        const auto opened = start("one");
        ASSERT_TRUE((*opened)->advance(now() + 30s));
    }
    auto entry = read_owner(read_all(entries().at(0))).value();
    entry.boot = "00000000-0000-0000-0000-000000000000";
    write_all(entries().at(0), write_owner(entry));
    EXPECT_LT((*start("two"))->value(), now());
    EXPECT_EQ(entries().size(), 1U);
}

// The entry tells of the time since the host was started, and the folder may have been used for months before.
TEST_F(owners_on_a_host, count_as_having_used_what_they_make_since_the_first_release) {
    {
        const auto opened = start("one");
        ASSERT_TRUE((*opened)->advance(now()));
    }
    ASSERT_TRUE((*start("var"))->advance(now() + 1s));
    const auto uses = stored().history.uses;
    ASSERT_EQ(uses.size(), 1U);
    EXPECT_EQ(uses.front().from, at(1767225600000));
}

TEST_F(owners_on_a_host, leave_what_says_more_than_the_next_owner_does) {
    static_cast<void>(start("one", {pattern_of(), pattern_of({}, "max-peak")}));
    const auto next = start("two", {pattern_of()});
    EXPECT_EQ(entries().size(), 2U) << "the other pattern's use is known from there alone";
}

TEST_F(owners_on_a_host, refuse_rather_than_guess_what_an_entry_says) {
    {
        const auto opened = start("one");
    }
    auto text = read_all(entries().at(0));
    write_all(entries().at(0), text.replace(text.find("vesta-owner 1"), 13, "vesta-owner 2"));
    EXPECT_EQ(refused("two").code, errc::state_unusable);
    EXPECT_THAT(refused("two").message, HasSubstr("not an entry that this program can read"));
    write_all(entries().at(0), ""); // a crash, before anything was served
    EXPECT_TRUE(start("two"));
}

// A hostile user of the host may write to the folder.
TEST_F(owners_on_a_host, follow_no_link_in_the_register) {
    ASSERT_TRUE(start("one"));
    write_all(folder_ / "victim", "precious");
    for (const char* name : {"vesta-owners.lock", "vesta-owner-planted"}) {
        std::filesystem::remove(folder_.path() / "host" / name);
        std::filesystem::create_symlink(folder_ / "victim", folder_.path() / "host" / name);
        EXPECT_EQ(refused("two").code, errc::state_unusable) << name;
        EXPECT_THAT(refused("two").message, HasSubstr("symbolic link")) << name;
        std::filesystem::remove(folder_.path() / "host" / name);
    }
    EXPECT_EQ(read_all(folder_ / "victim"), "precious");
    EXPECT_TRUE(start("two"));
}

TEST_F(owners_on_a_host, can_be_seen_by_other_users_whatever_the_mask) {
    const auto before = ::umask(0077);
    const auto opened = start("one");
    ::umask(before);
    struct stat found{};
    ASSERT_EQ(::stat(entries().at(0).c_str(), &found), 0);
    EXPECT_EQ(found.st_mode & 0777, 0644U);
    ASSERT_EQ(::stat((folder_.path() / "host" / "vesta-owners.lock").c_str(), &found), 0);
    EXPECT_EQ(found.st_mode & 0777, 0666U);
}

// As on a full disk. A write that a signal interrupted is repeated, but no other.
TEST_F(owners_on_a_host, are_told_of_a_write_to_the_register_that_fails) {
    const auto folder = open_register_folder(folder_ / "elsewhere").value();
    const auto entry = folder->create("vesta-owner-of-the-test").value();
    EXPECT_TRUE(holds_in_forked_child([&] {
        ::signal(SIGXFSZ, SIG_IGN);
        const rlimit nothing{0, 0};
        if (::setrlimit(RLIMIT_FSIZE, &nothing) != 0) return false;
        const auto written = entry->write("more than fits", 0);
        return !written && written.error().code == errc::state_unusable &&
               written.error().message.starts_with("cannot write ");
    }));
    EXPECT_TRUE(entry->write("fits", 0)) << "for this process there is room";
}

TEST(an_entry_of_the_register, reads_back_as_what_was_written) {
    const owner_record owner{"space", seven, 4711, "/var/lib/vesta", "boot", at(5), {pattern_of()}, at(1767225600123)};
    const auto text = write_owner(owner);
    EXPECT_TRUE(text.ends_with("mark 0000001767225600123\n"));
    const auto read = read_owner(text).value();
    EXPECT_EQ(write_owner(read), text);
    EXPECT_EQ(read.patterns, owner.patterns);
    EXPECT_EQ(read.mark, owner.mark);
    EXPECT_TRUE(read_owner(write_owner({})));
}

TEST(an_entry_of_the_register, is_refused_with_any_byte_changed_or_left_out) {
    const auto text = write_owner({"space", seven, 4711, "/var", "boot", at(5), {pattern_of()}, at(1767225600123)});
    const auto mark_at = text.rfind("mark ") + 5;
    for (std::size_t i = 0; i < text.size(); ++i) {
        auto shorter = text;
        EXPECT_FALSE(read_owner(shorter.erase(i, 1))) << i;
        auto wrong = text;
        wrong[i] = 'x';
        if (i < mark_at || wrong[i] != text[i]) {
            EXPECT_FALSE(read_owner(wrong)) << i;
        }
    }
    EXPECT_FALSE(read_owner(""));
    EXPECT_FALSE(is_of_another_version(text));
}

} // namespace
} // namespace vesta::file
