#include "open_fixture.hpp"

#include <vesta/segment/segment_generator.hpp>
#include <vesta/source/waiting.hpp>

#include <fstream>

// Generators of kind segment, from settings to numbers.
namespace vesta::embed {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class segments_of_settings : public settings_test {
  protected:
    std::string yaml(const std::string& of = "auto-create: { step: 100 }") const {
        return "stores: { main: { kind: sqlite, file: " + file() + " } }\n" +
               "generators: { segment: { kind: segment, store: main" + (of.empty() ? "" : ", " + of) + " } }\n";
    }
    std::string file() const { return (folder_ / "var/vesta.db").string(); }

    static std::vector<std::int64_t> take(generator from, std::size_t count) {
        std::vector<id> ids(count);
        answer_of(from, std::span<id>{ids}).value();
        std::vector<std::int64_t> numbers;
        for (const id each : ids)
            numbers.push_back(each.value);
        return numbers;
    }
    static generator tag(const service& of, std::string_view name) {
        return of.get({.generator = "segment", .tag = name}).value();
    }
    static error refusal(const result<generator>& of) { return of ? error{} : of.error(); }

    testing::temp_folder folder_;
};

TEST_F(segments_of_settings, need_no_server_and_no_machine_id) {
    auto ids = service::open_text(yaml()).value();
    EXPECT_THAT(take(tag(ids, "order"), 3), ElementsAre(1, 2, 3));
    EXPECT_THAT(take(tag(ids, "user"), 1), ElementsAre(1));
    EXPECT_TRUE(std::filesystem::exists(file()));
    EXPECT_FALSE(std::filesystem::exists(folder_ / "var/machine-1.embedded.mark"));
}

TEST_F(segments_of_settings, go_on_where_a_clean_stop_left_them) {
    {
        auto ids = service::open_text(yaml()).value();
        EXPECT_THAT(take(tag(ids, "order"), 3), ElementsAre(1, 2, 3));
        auto handle = tag(ids, "order");
        EXPECT_TRUE(ids.close());
        EXPECT_EQ(handle.generate().error().code, errc::closed);
        EXPECT_EQ(refusal(ids.get({.generator = "segment", .tag = "order"})).code, errc::closed);
    }
    auto ids = service::open_text(yaml()).value();
    EXPECT_THAT(take(tag(ids, "order"), 1), ElementsAre(4));
}

TEST_F(segments_of_settings, are_shared_by_all_ways_of_publishing) {
    auto opened = instance::open(read(yaml()), {.methods = {gen_method::rpc, gen_method::rest}}).value();
    const auto one = [&](gen_method how) {
        id made;
        id_source& from = *opened->published(how).stream({.generator = "segment", .tag = "order"}).value();
        generate_all(from, {&made, 1}, system_wall_clock()).value();
        return made.value;
    };
    EXPECT_EQ(one(gen_method::rpc), 1);
    EXPECT_EQ(one(gen_method::rest), 2);
    EXPECT_EQ(opened->published(gen_method::rpc).find("segment").value()->segments().value(),
              opened->published(gen_method::rest).find("segment").value()->segments().value());
}

TEST_F(segments_of_settings, say_how_they_are) {
    auto opened = instance::open(read(yaml())).value();
    catalogue& all = opened->published(gen_method::embedded);
    id made;
    generate_all(**all.stream({.generator = "segment", .tag = "order"}), {&made, 1}, system_wall_clock()).value();
    const auto status = all.status();
    ASSERT_EQ(status.size(), 1U);
    EXPECT_EQ(status[0].kind, "segment");
    EXPECT_TRUE(status[0].numbers.has_value());
    EXPECT_EQ(status[0].numbers->counts.reserved, 100U);
    EXPECT_EQ(status[0].numbers->counts.served, 1U);
    EXPECT_EQ(status[0].numbers->counts.held, 99U);
    EXPECT_FALSE(status[0].per_second || status[0].ends_at || status[0].reserved_until || status[0].lead);
}

TEST_F(segments_of_settings, are_not_ready_while_the_store_cannot_be_read_and_say_why) {
    std::filesystem::create_directories(folder_ / "var");
    std::ofstream{file()} << "this is no database, and long enough to be seen as none: ............................";
    auto opened = instance::open(read(yaml())).value();
    catalogue& all = opened->published(gen_method::embedded);
    std::string why;
    while (why.find("no database") == std::string::npos) // until its thread has tried
        why = all.status()[0].why_not;
    EXPECT_FALSE(all.status()[0].ready);
    EXPECT_TRUE(all.status()[0].numbers->trouble);
}

TEST_F(segments_of_settings, take_a_tag_and_nothing_else) {
    auto ids = service::open_text(yaml()).value();
    EXPECT_EQ(refusal(ids.get("segment")).message, "generator segment is of kind segment, which needs a tag");
    EXPECT_THAT(refusal(ids.get({.generator = "segment", .tag = "a", .app = 1})).message, HasSubstr("no app"));
    EXPECT_EQ(refusal(ids.get({.generator = "segment", .tag = ""})).code, errc::invalid_argument);
    const auto order = tag(ids, "order");
    EXPECT_THAT(order.explain({1}).error().message, HasSubstr("whose numbers hold no time"));
    EXPECT_EQ(order.make({}).error().code, errc::invalid_argument);
    EXPECT_EQ(order.to_time(1).error().code, errc::invalid_argument);
}

TEST_F(segments_of_settings, refuse_tags_without_a_row_unless_they_may_be_created) {
    auto ids = service::open_text(yaml("")).value();
    auto nobody = tag(ids, "nobody");
    EXPECT_EQ(answer_of(nobody).error().code, errc::not_found);
    EXPECT_EQ(refusal(ids.get({.generator = "segment", .tag = "nobody"})).code, errc::not_found);
}

TEST_F(segments_of_settings, can_be_in_strict_order_and_refilled_as_leaf_does) {
    auto ids = service::open_text(yaml("order: strict, refill: leaf, auto-create: { step: 10 }")).value();
    EXPECT_EQ(take(tag(ids, "order"), 25).back(), 25);
    const auto status = ids.opened().published(gen_method::embedded).status();
    EXPECT_LE(status[0].numbers->counts.reserved, 10U + 10U + 20U + 40U) << "step, step, and doubled from then on";
}

TEST_F(segments_of_settings, refuse_a_table_that_cannot_be_named) {
    const auto opened = service::open_text(yaml("table: 'a b'"));
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().code, errc::invalid_settings);
    EXPECT_THAT(opened.error().message, HasSubstr("generators.segment: "));
}

TEST_F(segments_of_settings, are_the_only_thing_opened_where_only_they_are_wanted) {
    const std::string both =
        yaml() + "machine-id: { property: { id: 1 } }\nstate: { dir: " + (folder_ / "var").string() + " }\n";
    const auto with_time = both.substr(0, both.find("generators: { ") + 14) + "default: { kind: vesta }, " +
                           both.substr(both.find("generators: { ") + 14);
    auto ids = service::open_text(with_time, {.only = "segment"}).value();
    EXPECT_THAT(take(tag(ids, "order"), 1), ElementsAre(1));
    EXPECT_EQ(refusal(ids.get("default")).code, errc::not_found);
    auto other = service::open_text(with_time, {.only = "default"}).value();
    EXPECT_TRUE(other.generate());
    EXPECT_EQ(refusal(other.get({.generator = "segment", .tag = "order"})).code, errc::not_found);
}

} // namespace
} // namespace vesta::embed
