#include "mark_rig.hpp"
#include "support/child.hpp"

#include <vesta/testing/manual_clock.hpp>

namespace vesta::file {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using vesta::testing::child;
using vesta::testing::read_all;
using vesta::testing::write_all;

const lease_request embedded = wants({gen_method::embedded});

class mark_files_of_a_host : public mark_test {};

TEST_F(mark_files_of_a_host, start_at_nothing_in_a_folder_that_is_made) {
    const auto opened = open();
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_EQ((*opened)->value(), at(0));
    EXPECT_EQ(stored().mark, at(0)) << "the machine ID is its owner's before anything is served";
}

TEST_F(mark_files_of_a_host, hold_the_mark_once_it_moved_and_say_who_moved_it) {
    auto opened = open();
    const auto first = stored();
    ASSERT_TRUE((*opened)->advance(at(5000)));
    EXPECT_EQ((*opened)->value(), at(5000));
    const auto second = stored();
    EXPECT_EQ(second.mark, at(5000));
    EXPECT_EQ(second.number, first.number + 1);
    EXPECT_EQ(second.process, ::getpid());
    EXPECT_EQ(second.owner, first.owner);
    EXPECT_TRUE(second.where.has_value());
    EXPECT_EQ(second.clock->boot.size(), 36U);
}

TEST_F(mark_files_of_a_host, are_one_file_with_a_number_and_a_note_for_version_0_1) {
    auto opened = open();
    for (int i = 1; i <= 20; ++i)
        ASSERT_TRUE((*opened)->advance(at(1000 * i)));
    EXPECT_THAT(numbered(), ElementsAre("machine-7.embedded.mark.21"));
    EXPECT_EQ(read_all(file("machine-7.embedded.mark")), fence_text);
    const auto names = open_disk(folder_ / "var").value()->list().value();
    EXPECT_EQ(names.size(), 3U) << "and the lock";
}

TEST_F(mark_files_of_a_host, are_never_overwritten) {
    auto opened = open();
    std::filesystem::create_hard_link(highest(), folder_ / "the-old-one");
    const auto old = read_all(highest());
    ASSERT_TRUE((*opened)->advance(at(5000)));
    ASSERT_TRUE((*opened)->release(at(4000)));
    EXPECT_EQ(read_all(folder_ / "the-old-one"), old);
}

TEST_F(mark_files_of_a_host, keep_the_mark_when_the_owner_goes_without_a_word) {
    ASSERT_TRUE((*open())->advance(at(5000)));
    EXPECT_EQ((*open())->value(), at(5000));
}

TEST_F(mark_files_of_a_host, keep_the_mark_when_the_owner_is_killed) {
    child owner{[this](auto stay) {
        auto opened = open();
        stay((*opened)->advance(at(5000)) ? "moved" : "not moved");
    }};
    ASSERT_EQ(owner.words(), "moved");
    EXPECT_THAT(refusal().message,
                HasSubstr("process " + std::to_string(owner.pid()) + ", which uses this machine ID"));
    EXPECT_EQ(refusal().code, errc::in_use);
    owner.kill(SIGKILL);
    EXPECT_EQ((*open())->value(), at(5000));
}

TEST_F(mark_files_of_a_host, take_back_what_was_not_used_and_let_the_next_one_in) {
    auto opened = open();
    ASSERT_TRUE((*opened)->advance(at(5000)));
    ASSERT_TRUE((*opened)->release(at(2345)));
    EXPECT_EQ((*opened)->value(), at(2345)) << "what the caller says of it";
    EXPECT_EQ((*open())->value(), at(2345)) << "though the first object is still there";
}

// What a clock showed before a time server set it says nothing about the one after.
TEST_F(mark_files_of_a_host, recall_what_a_predecessors_clock_showed_unless_it_was_set_by_a_server_since) {
    vesta::testing::manual_clock clock{at(1767225600000)};
    const auto recalled = [&] {
        std::optional<unix_ms> shown;
        open_mark(folder_ / "var", seven, wants({gen_method::embedded}),
                  {.clock = &clock, .recall = [&](unix_ms wall, boot_clock::time_point) { shown = wall; }})
            .value()
            ->advance(at(1767225600000))
            .value();
        return shown;
    };
    EXPECT_FALSE(recalled()) << "there was none";
    EXPECT_EQ(recalled(), at(1767225600000));
    clock.set_by_server(at(1893456000000));
    EXPECT_FALSE(recalled());
    clock.set(at(1767225600000));
    EXPECT_EQ(recalled(), at(1893456000000)) << "that one was set";
}

TEST_F(mark_files_of_a_host, are_one_owners_at_a_time) {
    const auto opened = open();
    EXPECT_EQ(refusal().code, errc::in_use);
    EXPECT_THAT(refusal().message, HasSubstr("process " + std::to_string(::getpid())));
    EXPECT_TRUE(open(embedded, {8})) << "another machine ID is another's";
}

TEST_F(mark_files_of_a_host, keep_embedded_and_served_generators_apart) {
    const auto embedded_one = open();
    const auto servers = open(wants({gen_method::rpc, gen_method::rest}));
    const auto without_method = open(wants({}, true));
    ASSERT_TRUE(embedded_one && servers && without_method);
    EXPECT_EQ(refusal(wants({gen_method::rest})).code, errc::in_use);
    EXPECT_EQ(refusal(wants({gen_method::rpc})).code, errc::in_use);
    EXPECT_EQ(refusal(wants({gen_method::reserved}, true)).code, errc::in_use) << "for its layout without a genMethod";
    EXPECT_TRUE(open(wants({gen_method::reserved}))) << "what the refused one had taken is free again";
}

TEST_F(mark_files_of_a_host, of_several_methods_move_as_one) {
    auto opened = open(wants({gen_method::rpc, gen_method::rest}, true));
    ASSERT_TRUE((*opened)->advance(at(5000)));
    for (const auto* stem : {"machine-7.rpc", "machine-7.rest", "machine-7"})
        EXPECT_EQ(stored(stem).mark, at(5000)) << stem;
}

TEST_F(mark_files_of_a_host, of_several_methods_count_the_highest) {
    ASSERT_TRUE((*open(wants({gen_method::rpc})))->advance(at(9000)));
    ASSERT_TRUE((*open(wants({gen_method::rest})))->advance(at(4000)));
    EXPECT_EQ((*open(wants({gen_method::rest, gen_method::rpc})))->value(), at(9000));
}

TEST_F(mark_files_of_a_host, may_be_asked_for_a_method_twice) {
    EXPECT_TRUE(open(wants({gen_method::rpc, gen_method::rpc})));
}

TEST_F(mark_files_of_a_host, stay_where_they_were_when_the_process_changes_its_folder) {
    child owner{[this](auto stay) {
        std::filesystem::current_path(folder_.path());
        auto opened = open_mark("var", seven, embedded);
        std::filesystem::current_path("/");
        stay((*opened)->advance(at(5000)) ? "moved" : "not moved");
    }};
    EXPECT_EQ(owner.words(), "moved");
    EXPECT_EQ(stored().mark, at(5000));
}

TEST_F(mark_files_of_a_host, lose_what_crashes_left_half_written_once_a_mark_is_written) {
    static_cast<void>(open());
    const auto left = "machine-7.embedded.mark." + std::string(32, 'a') + ".tmp";
    for (const auto& each : {left, std::string{"machine-7.embedded.mark.new"}, std::string{"machine-7.rest.mark.new"}})
        write_all(file(each), "half");
    ASSERT_TRUE((*open())->advance(at(5000)));
    EXPECT_FALSE(std::filesystem::exists(file(left)));
    EXPECT_FALSE(std::filesystem::exists(file("machine-7.embedded.mark.new")));
    EXPECT_TRUE(std::filesystem::exists(file("machine-7.rest.mark.new"))) << "another method's";
}

TEST_F(mark_files_of_a_host, that_are_damaged_are_an_error_that_names_the_file_and_the_reason) {
    ASSERT_TRUE((*open())->advance(at(5000)));
    const auto path = highest();
    const auto right = read_all(path);
    for (const auto& [content, reason] : std::vector<std::pair<std::string, std::string>>{
             {"", "it is empty"},
             {right.substr(0, 40), "cut off"},
             {right + "\n", "bytes after its checksum"},
             {std::string{right}.replace(13, 9, "machine 6"), "checksum does not match"},
             {"vesta-mark 9\n", "format version '9'"},
             {std::string(largest_file + 1, 'x'), "larger than any state file"}}) {
        write_all(path, content);
        const auto refused = refusal();
        EXPECT_EQ(refused.code, errc::state_unusable);
        EXPECT_THAT(refused.message, HasSubstr(path.string()));
        EXPECT_THAT(refused.message, HasSubstr(reason));
        EXPECT_EQ(read_all(path), content) << "and it is left as it was found";
        EXPECT_TRUE(open(embedded, {8})) << "another machine ID is not touched by it";
    }
}

TEST_F(mark_files_of_a_host, of_another_machine_method_or_number_are_foreign) {
    ASSERT_TRUE((*open(embedded, {6}))->advance(at(5000)));
    const auto right = highest("machine-6.embedded");
    std::filesystem::copy_file(right, file("machine-7.embedded.mark.2"));
    std::filesystem::copy_file(right, file("machine-6.rest.mark.2"));
    EXPECT_EQ(refusal().code, errc::state_unusable);
    EXPECT_THAT(refusal().message, HasSubstr("it belongs to machine ID 6, method embedded, number 2"));
    EXPECT_THAT(refusal(wants({gen_method::rest}), {6}).message, HasSubstr("machine ID 6, method embedded"));
    std::filesystem::copy_file(right, file("machine-6.embedded.mark.3"));
    EXPECT_THAT(refusal(embedded, {6}).message, HasSubstr("number 2"));
}

TEST_F(mark_files_of_a_host, are_not_opened_where_one_of_them_is_damaged) {
    ASSERT_TRUE((*open(wants({gen_method::rpc, gen_method::rest})))->advance(at(5000)));
    const auto right = read_all(highest("machine-7.rest"));
    write_all(highest("machine-7.rest"), "nonsense");
    EXPECT_EQ(refusal(wants({gen_method::rpc, gen_method::rest})).code, errc::state_unusable);
    EXPECT_EQ(refusal(wants({gen_method::rpc})).code, errc::state_unusable) << "nobody knows what it was used for";
    write_all(highest("machine-7.rest"), right);
    EXPECT_TRUE(open(wants({gen_method::rpc}))) << "the other one's lock is free again";
}

TEST_F(mark_files_of_a_host, that_are_gone_from_beside_the_note_are_no_first_start) {
    ASSERT_TRUE((*open())->advance(at(5000)));
    std::filesystem::remove(highest());
    EXPECT_EQ(refusal().code, errc::state_unusable);
    EXPECT_THAT(refusal().message, HasSubstr("the numbered marks next to it are missing"));
}

TEST_F(mark_files_of_a_host, cannot_be_in_a_folder_that_is_a_file) {
    write_all(folder_ / "var", "");
    EXPECT_EQ(refusal().code, errc::state_unusable);
    EXPECT_THAT(refusal().message, HasSubstr((folder_ / "var").string()));
}

TEST_F(mark_files_of_a_host, take_no_mark_that_could_not_be_read_again) {
    auto opened = open();
    EXPECT_EQ((*opened)->advance(latest_mark + std::chrono::milliseconds{1}).error().code, errc::state_unusable);
    EXPECT_TRUE((*opened)->advance(latest_mark));
}

// What version 0.1 left.
class marks_of_version_0_1 : public mark_test {
  protected:
    void SetUp() override {
        std::filesystem::create_directory(folder_ / "var");
        write_all(file("machine-7.embedded.mark"), write_mark({seven, "embedded", at(5000)}));
        write_all(file("machine-7.embedded.lock"), "");
    }
};

TEST_F(marks_of_version_0_1, count_as_number_0_and_are_upgraded) {
    auto opened = open();
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_EQ((*opened)->value(), at(5000));
    ASSERT_TRUE((*opened)->advance(at(6000)));
    EXPECT_EQ(stored().mark, at(6000));
    EXPECT_EQ(read_all(file("machine-7.embedded.mark")), fence_text);
}

TEST_F(marks_of_version_0_1, stay_until_the_new_ones_are_durable) {
    const auto old = read_all(file("machine-7.embedded.mark"));
    const auto opened = open();
    EXPECT_EQ(read_all(file("machine-7.embedded.mark")), old);
}

TEST_F(marks_of_version_0_1, that_came_back_count_where_they_are_higher) {
    ASSERT_TRUE((*open())->advance(at(6000)));
    write_all(file("machine-7.embedded.mark"), write_mark({seven, "embedded", at(9000)}));
    EXPECT_EQ((*open())->value(), at(9000));
    ASSERT_TRUE((*open())->advance(at(9500)));
    EXPECT_EQ(read_all(file("machine-7.embedded.mark")), fence_text);
}

TEST_F(marks_of_version_0_1, that_are_damaged_are_refused) {
    write_all(file("machine-7.embedded.mark"), "vesta-mark 1\nmachine 7\n");
    EXPECT_THAT(refusal().message, HasSubstr("cut off"));
}

TEST_F(marks_of_version_0_1, are_taken_for_those_of_the_patterns_that_are_wanted_now) {
    auto request = wants({gen_method::embedded});
    request.patterns = {pattern_of()};
    ASSERT_TRUE((*open(request))->advance(at(6000)));
    ASSERT_EQ(stored().history.uses.size(), 1U);
    EXPECT_EQ(stored().history.uses[0].of, pattern_of());
    EXPECT_EQ(stored().history.uses[0].from, at(0));
    EXPECT_EQ(stored().history.uses[0].until, at(6000));
}

} // namespace
} // namespace vesta::file
