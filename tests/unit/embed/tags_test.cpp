#include "open_fixture.hpp"

#include <vesta/embed/tags.hpp>
#include <vesta/sql/segment_table.hpp>

#include <chrono>
#include <thread>

// What an operator sees and changes of tags, without serving from them.
namespace vesta::embed {
namespace {

using ::testing::HasSubstr;

class tags_of_settings : public settings_test {
  protected:
    settings two() const {
        return read("stores: { main: { kind: sqlite, file: " + file_ +
                    " } }\nstate: { dir: " + folder_.path().string() +
                    " }\ngenerators: { segment: { kind: segment, store: main }, default: { kind: snowflake },"
                    " other: { kind: segment, store: main, table: others } }\n");
    }
    settings one() const {
        return read("stores: { main: { kind: sqlite, file: " + file_ + " } }\nstate: { dir: " +
                    folder_.path().string() + " }\ngenerators: { segment: { kind: segment, store: main } }\n");
    }
    void put(const std::string& row) const {
        const auto in = sql::connection::open({.kind = sql::dialect::sqlite, .name = "main", .file = file_}).value();
        in->execute("INSERT INTO leaf_alloc (biz_tag, max_id, step, max_limit) VALUES (" + row + ")").value();
    }
    static std::string refusal(const result<void>& of) { return of ? "" : of.error().message; }

    testing::temp_folder folder_;
    const std::string file_ = (folder_ / "vesta.db").string();
};

TEST_F(tags_of_settings, are_created_once_and_listed) {
    create_tag(one(), "", "order", 250).value();
    const auto all = list_tags(one(), "").value();
    ASSERT_EQ(all.tags.size(), 1U);
    EXPECT_EQ(all.doubt, "");
    EXPECT_EQ(all.tags[0].generator, "segment");
    EXPECT_EQ(all.tags[0].where, "leaf_alloc (stores.main)");
    EXPECT_EQ(all.tags[0].row.step, 250);
    EXPECT_FALSE(all.tags[0].rate);
    std::this_thread::sleep_for(std::chrono::milliseconds{2}); // two looks in one millisecond have no rate
    EXPECT_TRUE(list_tags(one(), "").value().tags[0].rate) << "a later look";
    EXPECT_THAT(refusal(create_tag(one(), "", "order", 250)), HasSubstr("tag 'order' has numbers already"));
    EXPECT_THAT(refusal(create_tag(one(), "", "new", 0)), HasSubstr("step is 0"));
}

TEST_F(tags_of_settings, are_raised_where_that_gives_them_numbers) {
    static_cast<void>(list_tags(one(), "").value());
    put("'order', 500, 10, 100");
    put("'free', 500, 10, NULL");
    EXPECT_THAT(refusal(raise_tag(one(), "", "order", 499)), HasSubstr("has used its numbers below 500"));
    EXPECT_THAT(refusal(raise_tag(one(), "", "order", 100)), HasSubstr("that is no higher"));
    EXPECT_THAT(refusal(raise_tag(one(), "", "free", 1000)), HasSubstr("has no limit"));
    EXPECT_THAT(refusal(raise_tag(one(), "", "ordre", 1000)), HasSubstr("no tag 'ordre'; did you mean 'order'?"));
    raise_tag(one(), "segment", "order", 500).value();
    EXPECT_EQ(list_tags(one(), "").value().tags[1].row.limit, 500);
}

TEST_F(tags_of_settings, need_a_generator_where_there_are_several) {
    EXPECT_THAT(refusal(create_tag(two(), "", "order", 1)), HasSubstr("name one of segment, other with -g"));
    create_tag(two(), "other", "order", 1).value();
    EXPECT_EQ(list_tags(two(), "").value().tags.size(), 1U);
    EXPECT_TRUE(list_tags(two(), "segment").value().tags.empty());
    EXPECT_EQ(list_tags(two(), "default").error().code, errc::invalid_argument);
    EXPECT_THAT(list_tags(two(), "othre").error().message, HasSubstr("did you mean 'other'?"));
    EXPECT_EQ(list_tags(read("generators: { default: { kind: snowflake } }"), "").error().code, errc::not_found);
}

TEST_F(tags_of_settings, are_not_created_among_several_masters) {
    static_cast<void>(list_tags(one(), "").value());
    put("'order', 1, 10, NULL");
    const auto in = sql::connection::open({.kind = sql::dialect::sqlite, .name = "main", .file = file_}).value();
    in->execute("UPDATE leaf_alloc SET delta = 2, remainder = 1").value();
    EXPECT_THAT(refusal(create_tag(one(), "", "invoice", 1)), HasSubstr("several masters"));
}

TEST_F(tags_of_settings, that_may_be_meant_are_named) {
    create_tag(one(), "", "order", 1).value();
    EXPECT_EQ(tag_meant_by("oder", one(), "segment"), "; did you mean 'order'?");
    EXPECT_EQ(tag_meant_by("invoice", one(), "segment"), "");
    EXPECT_EQ(tag_meant_by("oder", one(), "none"), "");
}

} // namespace
} // namespace vesta::embed
