#include "open_fixture.hpp"

#include <vesta/embed/tags.hpp>
#include <vesta/sql/connection.hpp>

#include <filesystem>
#include <set>

// One segment generator on several databases.
namespace vesta::embed {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;
using ::testing::StartsWith;

class several_masters : public open_test {
  protected:
    several_masters() {
        for (const std::string& each : {north_, south_})
            run(each,
                "CREATE TABLE leaf_alloc (biz_tag TEXT PRIMARY KEY, max_id INTEGER NOT NULL DEFAULT 1, step INTEGER "
                "NOT NULL, delta INTEGER NOT NULL, remainder INTEGER NOT NULL, max_limit INTEGER)");
        run(north_, "INSERT INTO leaf_alloc VALUES ('order', 1, 10, 2, 0, NULL)");
        run(south_, "INSERT INTO leaf_alloc VALUES ('order', 1, 10, 2, 1, NULL)");
    }

    static void run(const std::string& file, const std::string& statement) {
        const auto in = sql::connection::open({.kind = sql::dialect::sqlite, .name = "main", .file = file}).value();
        in->execute(statement).value();
    }
    std::string text(const std::string& more = "", const std::string& names = "[north, south]") const {
        return yaml("order: { kind: segment, refill: step, masters: " + names + more + " }", "property: { id: 1 }",
                    "stores: { north: { kind: sqlite, file: " + north_ + " }, south: { kind: sqlite, file: " + south_ +
                        " }, keeper: { kind: etcd, host: 'http://127.0.0.1:1' } }");
    }
    std::string refused(const std::string& more, const std::string& names = "[north, south]") const {
        const auto made = parse_settings(text(more, names), "test.yaml");
        return made ? "" : made.error().message;
    }
    static std::vector<std::int64_t> take(const service& from, std::size_t count) {
        auto of = from.get(stream_query{.generator = "order", .tag = "order"}).value();
        std::vector<std::int64_t> numbers;
        for (std::size_t i = 0; i < count; ++i) // one by one: a batch that finds a range at its end is begun anew
            numbers.push_back(answer_of(of).value().value);
        return numbers;
    }
    std::size_t known_files() const {
        std::size_t count = 0;
        for (const auto& each : std::filesystem::directory_iterator{folder_ / "var"})
            count += each.path().filename().string().starts_with("segments-order-") ? 1 : 0;
        return count;
    }

    const std::string north_ = (folder_ / "north.db").string();
    const std::string south_ = (folder_ / "south.db").string();
};

TEST_F(several_masters, give_numbers_of_both) {
    std::set<std::int64_t> seen;
    std::set<std::int64_t> remainders;
    for (int life = 0; life < 3; ++life) {
        const auto opened = serve(text()).value();
        for (const std::int64_t each : take(opened, 40)) {
            EXPECT_TRUE(seen.insert(each).second) << each << " in life " << life;
            remainders.insert(each % 2);
        }
    }
    EXPECT_THAT(remainders, SizeIs(2));
    EXPECT_EQ(known_files(), 2U) << "one for each table";
}

TEST_F(several_masters, are_listed_each) {
    const auto all = list_tags(read(text()), "").value();
    ASSERT_THAT(all.tags, SizeIs(2));
    EXPECT_THAT(all.tags[0].where, HasSubstr("stores.north"));
    EXPECT_THAT(all.tags[1].where, HasSubstr("stores.south"));
    EXPECT_EQ(all.tags[1].row.remainder, 1U);
}

TEST_F(several_masters, are_refused_where_they_cannot_be) {
    EXPECT_EQ(refused(""), "");
    EXPECT_THAT(refused("", "[north]"), HasSubstr("generators.order.masters has 1; it must have 2 to 16"));
    EXPECT_THAT(refused("", "[north, north]"), HasSubstr("generators.order.masters has 'north' twice"));
    EXPECT_THAT(refused("", "[north, west]"), HasSubstr("generators.order.masters"));
    EXPECT_THAT(refused("", "[north, keeper]"), HasSubstr("generators.order.masters"));
    EXPECT_THAT(refused(", store: north"), HasSubstr("stand in place of store"));
    EXPECT_THAT(refused(", order: strict"), HasSubstr("order must be lanes with several masters"));
    EXPECT_THAT(refused(", auto-create: { step: 5 }"), HasSubstr("auto-create is not for several masters"));
    EXPECT_THAT(refused(", formats: { order: { text: 'A-{n:4}' } }"), HasSubstr("formats is not for several masters"));
}

} // namespace
} // namespace vesta::embed
