#include "support/temp_folder.hpp"

#include <vesta/file/tag_memory.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

namespace vesta::file {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class a_file_of_tags : public ::testing::Test {
  protected:
    std::shared_ptr<tag_memory> open() {
        return remember_tags(path, [this](std::string_view line) { log.emplace_back(line); });
    }
    std::string text() const {
        std::ifstream in{path};
        return {std::istreambuf_iterator<char>{in}, {}};
    }
    void put(const std::string& content) const { std::ofstream{path} << content; }

    testing::temp_folder folder;
    const std::filesystem::path path = folder.path() / "var" / "segments-orders.known";
    std::vector<std::string> log;
};

TEST_F(a_file_of_tags, keeps_what_was_saved_last) {
    const tag_memory::ends all{{"order", 6}, {"with space", 9223372036854775806}, {"größe 1", 1}};
    for (const bool for_good : {false, true}) {
        open()->save({{"old", 1}}, for_good);
        open()->save(all, for_good);
        EXPECT_EQ(open()->load(), all);
    }
    EXPECT_THAT(log, IsEmpty());
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator{path.parent_path()}, {}), 1) << "nothing else is left";
}

TEST_F(a_file_of_tags, looks_as_documented) {
    open()->save({{"order", 6}, {"user", 1001}}, true);
    EXPECT_EQ(text(), "vesta-known 1\nend 6 order\nend 1001 user\ncrc32 be705311\n");
}

TEST_F(a_file_of_tags, is_empty_where_it_is_not_there_and_makes_no_folder_for_that) {
    EXPECT_THAT(open()->load(), IsEmpty());
    EXPECT_THAT(log, IsEmpty());
    EXPECT_FALSE(std::filesystem::exists(path.parent_path()));
}

TEST_F(a_file_of_tags, is_as_good_as_none_where_it_is_damaged_and_says_so) {
    open()->save({{"order", 6}, {"user", 1001}}, true);
    const std::string whole = text();
    for (std::size_t length = 0; length < whole.size(); ++length) {
        put(whole.substr(0, length));
        EXPECT_THAT(open()->load(), IsEmpty()) << length;
    }
    for (std::size_t at = 0; at < whole.size(); ++at) {
        std::string changed = whole;
        changed[at] ^= 1;
        put(changed);
        EXPECT_THAT(open()->load(), IsEmpty()) << at;
    }
    EXPECT_EQ(log.size(), 2 * whole.size());
    EXPECT_THAT(log.front(), HasSubstr("segments-orders.known: it is damaged"));
    open()->save({{"order", 7}}, true);
    EXPECT_EQ(open()->load(), (tag_memory::ends{{"order", 7}}));
}

TEST_F(a_file_of_tags, follows_no_link_planted_in_its_place) {
    std::filesystem::create_directories(path.parent_path());
    const auto victim = folder.path() / "victim";
    std::ofstream{victim} << "precious";
    std::filesystem::create_symlink(victim, path);
    EXPECT_THAT(open()->load(), IsEmpty());
    EXPECT_THAT(log, ElementsAre(HasSubstr("cannot open")));
    open()->save({{"order", 7}}, true);
    EXPECT_EQ(std::filesystem::file_size(victim), 8U);
    EXPECT_EQ(open()->load(), (tag_memory::ends{{"order", 7}})) << "the link was replaced";
}

TEST_F(a_file_of_tags, that_cannot_be_written_says_so_once_and_when_it_can_again) {
    std::ofstream{path.parent_path()} << "a file where the folder should be";
    const auto tested = open();
    tested->save({{"order", 7}}, false);
    tested->save({{"order", 8}}, false);
    std::filesystem::remove(path.parent_path());
    tested->save({{"order", 9}}, false);
    EXPECT_THAT(log, ElementsAre(HasSubstr("cannot create"), HasSubstr("it is written again")));
}

} // namespace
} // namespace vesta::file
