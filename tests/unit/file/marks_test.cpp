#include "mark_text.hpp"
#include "support/child.hpp"
#include "support/temp_folder.hpp"

#include <vesta/file/marks.hpp>

#include <gmock/gmock.h>

namespace vesta::file {
namespace {

using std::chrono::milliseconds;
using ::testing::HasSubstr;
using vesta::testing::child;
using vesta::testing::read_all;
using vesta::testing::temp_folder;
using vesta::testing::write_all;

constexpr unix_ms at(std::int64_t ms) {
    return unix_ms{milliseconds{ms}};
}

lease_request wants(std::vector<gen_method> methods, bool without_method = false) {
    return {.instance = "test", .methods = std::move(methods), .without_method = without_method};
}

const lease_request embedded = wants({gen_method::embedded});
constexpr machine_id seven{7};

class mark_files_of_a_host : public ::testing::Test {
  protected:
    auto open(const lease_request& request = embedded, machine_id machine = seven) const {
        return open_mark(folder_ / "var", machine, request);
    }

    error refusal(const lease_request& request = embedded) const {
        auto opened = open(request);
        return opened ? error{errc::internal, "opened"} : opened.reason();
    }

    std::filesystem::path file(const std::string& name) const { return folder_.path() / "var" / name; }

    temp_folder folder_;
};

TEST_F(mark_files_of_a_host, start_at_nothing_in_a_folder_that_is_made) {
    const auto opened = open();
    ASSERT_TRUE(opened) << opened.reason().message;
    EXPECT_EQ((*opened)->value(), at(0));
    EXPECT_FALSE(std::filesystem::exists(file("machine-7.embedded.mark"))) << "nothing is written before it is needed";
}

TEST_F(mark_files_of_a_host, hold_the_mark_once_it_moved) {
    auto opened = open();
    ASSERT_TRUE((*opened)->advance(at(5000)));
    EXPECT_EQ((*opened)->value(), at(5000));
    EXPECT_EQ(read_all(file("machine-7.embedded.mark")), write_mark({seven, "embedded", at(5000)}));
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
    EXPECT_THAT(refusal().message, HasSubstr("process " + std::to_string(owner.pid())));
    EXPECT_EQ(refusal().code, errc::in_use);
    owner.kill(SIGKILL);
    EXPECT_EQ((*open())->value(), at(5000));
}

TEST_F(mark_files_of_a_host, take_back_what_was_not_used_and_let_the_next_one_in) {
    auto opened = open();
    ASSERT_TRUE((*opened)->advance(at(5000)));
    ASSERT_TRUE((*opened)->release(at(2345)));
    EXPECT_EQ((*open())->value(), at(2345)) << "though the first object is still there";
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
    for (const auto* name : {"machine-7.rpc.mark", "machine-7.rest.mark", "machine-7.mark"})
        EXPECT_EQ(read_mark(read_all(file(name)))->mark, at(5000)) << name;
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
    EXPECT_TRUE(std::filesystem::exists(file("machine-7.embedded.mark")));
}

TEST_F(mark_files_of_a_host, that_are_corrupt_are_an_error_that_names_the_file_and_the_reason) {
    ASSERT_TRUE((*open())->advance(at(5000)));
    const auto path = file("machine-7.embedded.mark");
    const auto right = read_all(path);
    for (const auto& [content, reason] : std::vector<std::pair<std::string, std::string>>{
             {"", "it is empty"},
             {right.substr(0, 40), "cut off"},
             {right + "\n", "bytes after its checksum"},
             {std::string{right}.replace(13, 9, "machine 6"), "checksum does not match"},
             {"vesta-mark 9\n", "format version '9'"},
             {std::string(5000, 'x'), "larger than any state file"}}) {
        write_all(path, content);
        const auto refused = refusal();
        EXPECT_EQ(refused.code, errc::state_unusable);
        EXPECT_THAT(refused.message, HasSubstr(path.string()));
        EXPECT_THAT(refused.message, HasSubstr(reason));
        EXPECT_EQ(read_all(path), content) << "and it is left as it was found";
    }
}

TEST_F(mark_files_of_a_host, of_another_machine_or_method_are_foreign) {
    ASSERT_TRUE((*open(embedded, {6}))->advance(at(5000)));
    std::filesystem::copy_file(file("machine-6.embedded.mark"), file("machine-7.embedded.mark"));
    std::filesystem::copy_file(file("machine-6.embedded.mark"), file("machine-6.rest.mark"));
    EXPECT_EQ(refusal().code, errc::state_unusable);
    EXPECT_THAT(refusal().message, HasSubstr("it belongs to machine ID 6, method embedded"));
    EXPECT_THAT(open(wants({gen_method::rest}), {6}).reason().message, HasSubstr("machine ID 6, method embedded"));
}

TEST_F(mark_files_of_a_host, are_not_opened_where_one_of_them_is_corrupt) {
    ASSERT_TRUE((*open(wants({gen_method::rpc, gen_method::rest})))->advance(at(5000)));
    write_all(file("machine-7.rest.mark"), "nonsense");
    EXPECT_EQ(refusal(wants({gen_method::rpc, gen_method::rest})).code, errc::state_unusable);
    EXPECT_TRUE(open(wants({gen_method::rpc}))) << "the other one's lock is free again";
}

TEST_F(mark_files_of_a_host, on_a_full_disk_stay_as_they_are_and_recover) {
    auto opened = open();
    ASSERT_TRUE((*opened)->advance(at(5000)));
    const auto beside = file("machine-7.embedded.mark.new");
    std::filesystem::create_symlink("/dev/full", beside);
    const auto moved = (*opened)->advance(at(6000));
    ASSERT_FALSE(moved);
    EXPECT_EQ(moved.reason().code, errc::state_unusable);
    EXPECT_THAT(moved.reason().message, HasSubstr("No space left on device"));
    EXPECT_EQ((*opened)->value(), at(5000));
    EXPECT_EQ(read_mark(read_all(file("machine-7.embedded.mark")))->mark, at(5000));
    std::filesystem::remove(beside);
    EXPECT_TRUE((*opened)->advance(at(7000)));
    EXPECT_EQ((*opened)->value(), at(7000));
}

TEST_F(mark_files_of_a_host, cannot_be_in_a_folder_that_is_a_file) {
    write_all(folder_ / "var", "");
    EXPECT_EQ(refusal().code, errc::state_unusable);
    EXPECT_THAT(refusal().message, HasSubstr((folder_ / "var").string()));
}

} // namespace
} // namespace vesta::file
