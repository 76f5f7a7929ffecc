#include "known_rig.hpp"

#include <vesta/file/tag_memory.hpp>

namespace vesta::file {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class a_file_of_tags : public known_file_test {
  protected:
    a_file_of_tags() : known_file_test{"segments-orders.known"} {}

    std::shared_ptr<tag_memory> open() { return remember_tags(path, say()); }
};

TEST_F(a_file_of_tags, keeps_what_was_saved_last) {
    const tag_memory::ends all{{"order", 6}, {"with space", 9223372036854775806}, {"größe 1", 1}};
    for (const bool for_good : {false, true}) {
        open()->save({{"old", 1}}, for_good);
        open()->save(all, for_good);
        EXPECT_EQ(open()->load(), all);
    }
    EXPECT_THAT(log, IsEmpty());
    EXPECT_EQ(files_beside(), 0);
}

TEST_F(a_file_of_tags, looks_as_documented) {
    open()->save({{"order", 6}, {"user", 1001}}, true);
    EXPECT_EQ(text(), "vesta-known 1\nend 6 order\nend 1001 user\ncrc32 be705311\n");
}

TEST_F(a_file_of_tags, is_empty_where_it_is_not_there_and_makes_no_folder_for_that) {
    expect_nothing_made([this] { return open()->load(); });
}

TEST_F(a_file_of_tags, is_as_good_as_none_where_it_is_damaged_and_says_so) {
    open()->save({{"order", 6}, {"user", 1001}}, true);
    expect_damage_noticed([this] { return open()->load(); });
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
