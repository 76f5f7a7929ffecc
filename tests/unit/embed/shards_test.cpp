#include "open_fixture.hpp"

#include <vesta/embed/sharded.hpp>
#include <vesta/sharded/gate_pass.hpp>

#include <fstream>
#include <thread>

// Generators of kind sharded, from settings to numbers.
namespace vesta::embed {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class shards_of_settings : public settings_test {
  protected:
    std::string yaml(const std::string& more = "") const {
        return "stores: { main: { kind: sqlite, file: " + (folder_ / "var/vesta.db").string() + " } }\n" +
               "generators: { sharded: { kind: sharded, store: main" + (more.empty() ? "" : ", " + more) + " } }\n";
    }
    std::string with_key(const std::string& more = "") const {
        const auto file = folder_ / "key";
        std::ofstream{file} << "000102030405060708090a0b0c0d0e0f\n";
        return yaml("key-file: " + file.string() + more);
    }
    void init(const std::string& text, std::int64_t app = 1) const {
        ASSERT_EQ(init_sharded(read(text), "", app, "test").value(), 64U);
    }

    static stream_query bob(std::int64_t app = 1) { return {.generator = "sharded", .app = app, .gate_pass = "bob"}; }
    static std::vector<std::uint64_t> take(const service& from, const stream_query& query, std::size_t count) {
        std::vector<id> ids(count);
        answer_of(from.get(query).value(), std::span<id>{ids}).value();
        std::vector<std::uint64_t> next;
        for (const id each : ids) {
            const auto parts = fields_of_sharded(each).value();
            EXPECT_EQ(parts.app.value, static_cast<std::uint32_t>(*query.app));
            EXPECT_EQ(parts.shard, shard_of(*query.gate_pass).value());
            next.push_back(parts.next);
        }
        return next;
    }
    template <class T>
    static std::string refusal(const result<T>& of) {
        return of ? "" : of.error().message;
    }

    testing::temp_folder folder_;
};

TEST_F(shards_of_settings, need_no_server_and_no_machine_id) {
    init(yaml());
    auto ids = service::open_text(yaml()).value();
    EXPECT_THAT(take(ids, bob(), 3), ElementsAre(1, 2, 3));
    EXPECT_THAT(take(ids, {.generator = "sharded", .app = 1, .gate_pass = "alice"}, 1), ElementsAre(1));
}

TEST_F(shards_of_settings, go_on_where_a_clean_stop_left_them) {
    init(yaml());
    {
        auto ids = service::open_text(yaml()).value();
        EXPECT_THAT(take(ids, bob(), 3), ElementsAre(1, 2, 3));
        EXPECT_TRUE(ids.close());
    }
    auto ids = service::open_text(yaml()).value();
    EXPECT_THAT(take(ids, bob(), 1), ElementsAre(4));
}

TEST_F(shards_of_settings, take_an_app_and_a_gate_pass_and_nothing_else) {
    init(yaml());
    auto ids = service::open_text(yaml()).value();
    EXPECT_EQ(refusal(ids.get("sharded")), "generator sharded is of kind sharded, which needs an app and a gatePass");
    EXPECT_THAT(refusal(ids.get({.generator = "sharded", .app = 1})), HasSubstr("needs an app and a gatePass"));
    EXPECT_THAT(refusal(ids.get({.generator = "sharded", .tag = "order"})), HasSubstr("takes no tag"));
    EXPECT_THAT(refusal(ids.get(bob(256))), HasSubstr("must be from 0 to 255"));
    EXPECT_THAT(refusal(ids.get(bob(-1))), HasSubstr("must be from 0 to 255"));
    EXPECT_THAT(refusal(ids.get({.generator = "sharded", .app = 1, .gate_pass = "\xff"})), HasSubstr("UTF-8"));
}

TEST_F(shards_of_settings, are_ready_before_any_application_is_made_and_name_the_command_that_makes_one) {
    auto ids = service::open_text(yaml()).value();
    EXPECT_THAT(refusal(answer_of(ids.get(bob()).value())), HasSubstr("`vesta sharded init --app 1` makes it"));
    EXPECT_TRUE(ids.opened().published(gen_method::embedded).status()[0].ready);
}

TEST_F(shards_of_settings, say_how_they_are) {
    init(yaml());
    init(yaml(), 200);
    auto ids = service::open_text(yaml()).value();
    take(ids, bob(), 2);
    catalogue& published = ids.opened().published(gen_method::embedded);
    const auto read = [&] { // the table may be read after the first numbers came
        const auto now = published.status()[0];
        return now.apps.size() == 2 && now.numbers && now.numbers->streams == 128;
    };
    while (!read())
        std::this_thread::yield();
    const auto status = published.status();
    ASSERT_EQ(status.size(), 1U);
    ASSERT_TRUE(status[0].numbers);
    EXPECT_EQ(status[0].numbers->counts.served, 2U);
    EXPECT_EQ(status[0].numbers->streams, 128U);
    ASSERT_EQ(status[0].apps.size(), 2U);
    EXPECT_EQ(status[0].apps[0].counts.served, 2U);
    EXPECT_EQ(status[0].apps[1].app.value, 200U);
    EXPECT_EQ(status[0].apps[1].name, "test");
}

TEST_F(shards_of_settings, hide_their_order_by_a_key_and_are_explained_with_it) {
    init(with_key());
    auto ids = service::open_text(with_key()).value();
    const id first = answer_of(ids.get(bob()).value()).value();
    const auto read_with_key = explain_sharded(read(with_key()), "sharded", first).value();
    EXPECT_EQ(read_with_key.number, 1U);
    EXPECT_NE(read_with_key.parts.next, 1U);
    EXPECT_EQ(explain_sharded(read(yaml()), "", first).value().number, read_with_key.parts.next);
}

TEST_F(shards_of_settings, are_explained_by_an_open_instance_found_by_name_or_kind) {
    auto ids = service::open_text(yaml()).value();
    catalogue& published = ids.opened().published(gen_method::embedded);
    named_generator& of = *published.find("sharded").value();
    EXPECT_EQ(&of, published.first_of("sharded"));
    EXPECT_EQ(of.sharded().value()->explain({16384}).value().number, 1U);
    EXPECT_EQ(std::get<sharded_disclosure>(of.explain({16384}).value()).number, 1U);
    EXPECT_EQ(refusal(published.find("other")), "there is no generator 'other'; there are sharded");
    EXPECT_EQ(refusal(of.segments()), "generator sharded is of kind sharded, not segment");
}

TEST_F(shards_of_settings, are_refused_to_who_has_another_key_or_none) {
    init(with_key());
    {
        auto ids = service::open_text(with_key()).value();
        take(ids, bob(), 1);
    }
    // It is refused as not ready, for the table may be mended; and before the table has answered, too.
    const auto is_refused = [](generator from) {
        auto made = from.generate();
        while (!made && made.error().message.find("use the key it began with") == std::string::npos)
            made = from.generate();
        return !made;
    };
    auto without = service::open_text(yaml()).value();
    EXPECT_TRUE(is_refused(without.get(bob()).value()));
    auto narrower = service::open_text(with_key(", permutation-bits: 30")).value();
    EXPECT_TRUE(is_refused(narrower.get(bob()).value()));
}

TEST_F(shards_of_settings, are_refused_with_a_key_file_that_holds_none) {
    const auto opened = service::open_text(yaml("key-file: " + (folder_ / "nowhere").string()));
    EXPECT_THAT(refusal(opened), HasSubstr("generators.sharded: the key file"));
}

TEST_F(shards_of_settings, are_made_once) {
    init(yaml());
    EXPECT_EQ(init_sharded(read(yaml()), "sharded", 1, "test").value(), 0U);
    EXPECT_THAT(refusal(init_sharded(read(yaml()), "", 256, "test")), HasSubstr("must be from 0 to 255"));
    EXPECT_THAT(refusal(init_sharded(read(yaml()), "", 1, "")), HasSubstr("1 to 128 bytes"));
    EXPECT_THAT(refusal(init_sharded(read(yaml()), "other", 1, "test")), HasSubstr("there is no generator 'other'"));
    EXPECT_THAT(refusal(init_sharded(read("generators: { default: { kind: vesta } }\n"), "", 1, "test")),
                HasSubstr("no generator of kind sharded"));
    EXPECT_THAT(refusal(init_sharded(read("generators: { default: { kind: vesta } }\n"), "default", 1, "test")),
                HasSubstr("of kind vesta, not sharded"));
}

TEST_F(shards_of_settings, need_one_redis_for_a_queue_in_redis) {
    const auto with_stores = [&](const std::string& stores, const std::string& more) {
        return refusal(parse_settings("stores: { main: { kind: sqlite, file: x.db }" + stores +
                                          " }\ngenerators: { s: { kind: sharded, store: main, " + more + " } }\n",
                                      "test.yaml"));
    };
    const std::string one = ", a: { kind: redis }";
    const std::string two = one + ", b: { kind: redis }";
    EXPECT_EQ(with_stores(one, "queue: redis"), "");
    EXPECT_EQ(with_stores(two, "queue: redis, queue-store: b"), "");
    EXPECT_EQ(with_stores(two, "queue: redis-list, queue-store: b"), "");
    EXPECT_THAT(with_stores("", "queue: redis"), HasSubstr("generators.s.queue-store is needed"));
    EXPECT_THAT(with_stores(two, "queue: redis"), HasSubstr("generators.s.queue-store is needed"));
    EXPECT_THAT(with_stores(one, "queue: redis, queue-store: c"), HasSubstr("which is not below stores"));
    EXPECT_THAT(with_stores(one, "queue: redis, queue-store: main"), HasSubstr("which is not of kind redis"));
    EXPECT_THAT(with_stores(one, "queue-store: a"), HasSubstr("only for queue: redis"));
    EXPECT_THAT(with_stores(one, "permutation-bits: 30"), HasSubstr("only for a key-file"));
    EXPECT_THAT(with_stores(one, "queue: redis-list, key-file: k"), HasSubstr("not for queue: redis-list"));
    EXPECT_THAT(with_stores(one, "table: other"), HasSubstr("must be id_alloc"));
    EXPECT_THAT(refusal(parse_settings("generators: { default: { kind: vesta, key-file: k } }\n", "test.yaml")),
                HasSubstr("key-file is not a setting of kind vesta"));
}

TEST_F(shards_of_settings, serve_from_the_table_while_redis_is_not_there) {
    const std::string text = "stores: { main: { kind: sqlite, file: " + (folder_ / "var/vesta.db").string() +
                             " }, queue: { kind: redis, port: 1 } }\n" +
                             "generators: { sharded: { kind: sharded, store: main, queue: redis } }\n";
    init(text);
    auto ids = service::open_text(text).value();
    EXPECT_THAT(take(ids, bob(), 3), ElementsAre(1, 2, 3));
}

} // namespace
} // namespace vesta::embed
