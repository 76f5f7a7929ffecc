#include "open_fixture.hpp"

#include <vesta/embed/outward.hpp>

#include <fstream>
#include <map>
#include <mutex>
#include <set>
#include <thread>

// Generators whose IDs leave in outward form, from settings to IDs and back.
namespace vesta::embed {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view old_fingerprint = "ff1-c6a13b37878f5b82"; // of 000102...0f, FIPS 197's key
constexpr std::string_view new_fingerprint = "ff1-ebc95850798949f8";
constexpr std::string_view of_vesta = "-62-4000000000000000"; // what its fingerprints end with: bits and constant

class outward_settings_test : public open_test {
  protected:
    outward_settings_test() { std::ofstream{folder_ / "old.key"} << "000102030405060708090a0b0c0d0e0f\n"; }

    std::string key_of_print(const std::string& fingerprint) const {
        return "0: { key-file: " + (folder_ / "old.key").string() + ", fingerprint: " + fingerprint + " }";
    }
    std::string old_key(std::string_view form = of_vesta) const {
        return key_of_print(std::string{old_fingerprint} + std::string{form});
    }
    std::string outward(std::string_view form = of_vesta) const {
        return "outward: { keys: { " + old_key(form) + " } }";
    }
    static std::string new_key(std::string_view form = of_vesta) {
        return "1: { key-env: VESTA_TEST_KEY, fingerprint: " + std::string{new_fingerprint} + std::string{form} + " }";
    }
    /// Why @p kind with @p form, the rest of its settings, cannot be used; "" if it can.
    std::string refusal_of_kind(const std::string& kind, const std::string& form) const {
        const auto checked = check_generators(read(yaml("default: { kind: " + kind + ", " + form + " }")));
        return checked ? "" : checked.error().message;
    }

    std::string tags(const std::string& form) const {
        return "stores: { main: { kind: sqlite, file: " + (folder_ / "var/vesta.db").string() +
               " } }\ngenerators: { default: { kind: segment, store: main, auto-create: {}, " + form +
               " } }\nstate: { dir: " + (folder_ / "var").string() + " }\n";
    }

    const testing::variable key_{"VESTA_TEST_KEY", "ffeeddccbbaa99887766554433221100"};
};

TEST_F(outward_settings_test, hide_time_and_machine_and_show_them_to_the_process) {
    auto ids = serve(yaml("default: { kind: vesta, " + outward() + " }")).value();
    std::vector<id> made(1000);
    ASSERT_TRUE(ids.generate(made));
    EXPECT_FALSE(std::ranges::is_sorted(made));
    const auto from = ids.get("default").value();
    for (const id each : made) {
        const auto told = from.explain(each).value();
        EXPECT_EQ(told.parts.machine, 1U);
        EXPECT_GE(told.at, start);
        EXPECT_LT(told.at, start + std::chrono::minutes{1});
        EXPECT_EQ(each.bits() >> 62, 0U) << "key 0 needs no bits";
    }
}

TEST_F(outward_settings_test, leave_no_way_to_ids_as_they_are) {
    auto ids = serve(yaml("default: { kind: vesta, " + outward() + " }")).value();
    auto from = ids.get("default").value();
    expect_refused(from.range(10), errc::invalid_argument, "without ranges and prefetching");
    expect_refused(ids.inward({.tag = "a"}, {1}), errc::invalid_argument, "takes no tag");
    expect_refused(from.make({.time = 1, .seq = 1}), errc::invalid_argument, "in outward form");
    const auto* const published = ids.opened().published(gen_method::embedded).find("").value();
    expect_refused(published->time_based(), errc::invalid_argument, "only who has the key takes them apart");
    expect_refused(published->explain({1}), errc::invalid_argument, "only who has the key");
    expect_refused(published->explains(), errc::invalid_argument, "only who has the key");
    expect_refused(published->explain_text("1", {}), errc::invalid_argument, "only who has the key");
}

TEST_F(outward_settings_test, suit_every_kind_of_64_bits) {
    const std::pair<std::string, std::string> kinds[] = {
        {"vesta, type: max-peak", "-62"},
        {"vesta-2018, gen-method: 1", "-60-3000000000000000"},
        {"vesta-2018, type: short, gen-method: 0", "-50-0010000000000000"},
        {"vesta-2015", "-62-4000000000000000"},
        {"snowflake", "-63"},
        {"sonyflake", "-63"},
        {"vesta, gen-method: 2", "-60-6000000000000000"},
        {"vesta, version: 1", "-62-c000000000000000"},
        {"custom, layout: { time: 42, seq: 6, machine: 6 }", "-54"}};
    unsigned machine = 1; // one for each, since layouts meet
    for (const auto& [kind, form] : kinds) {
        const std::string property = "property: { id: " + std::to_string(++machine) + " }";
        auto ids = serve(yaml("default: { kind: " + kind + ", " + outward(form) + " }", property)).value();
        const id made = ids.generate().value();
        EXPECT_EQ(ids.get("default").value().explain(made).value().parts.machine, machine) << kind;
    }
}

TEST_F(outward_settings_test, keep_ids_for_javascript_below_2_53) {
    auto ids = serve(yaml("default: { kind: js, " + outward("-53") + " }")).value();
    for (int i = 0; i < 100; ++i)
        EXPECT_EQ(ids.generate().value().bits() >> 53, 0U);
    EXPECT_THAT(find_outward_form(read(yaml("default: { kind: js, outward: { keys: { " + old_key("-53") + ", " +
                                            new_key("-53") + " } } }")),
                                  "")
                    .error()
                    .message,
                HasSubstr("generators.default.outward: key 1 has no room: above 53 bits there are 0"));
}

TEST_F(outward_settings_test, show_ids_of_before_a_rotation_after_it) {
    id before;
    {
        auto ids = serve(yaml("default: { kind: vesta, " + outward() + " }")).value();
        before = ids.generate().value();
    }
    clock_.jump(std::chrono::seconds{10});
    auto ids =
        serve(yaml("default: { kind: vesta, outward: { key: 1, keys: { " + old_key() + ", " + new_key() + " } } }"))
            .value();
    const auto from = ids.get("default").value();
    const id after = ids.generate().value();
    EXPECT_EQ(after.bits() >> 62, 1U);
    EXPECT_LT(from.explain(before).value().at, from.explain(after).value().at);
}

TEST_F(outward_settings_test, give_each_tag_numbers_of_its_own) {
    const std::string text = tags(outward("-48"));
    auto ids = service::open_text(text).value();
    const auto take = [&](std::string_view tag) { return answer_of(ids.get({.tag = tag}).value()).value(); };
    for (const std::string_view tag : {"a", "b"}) {
        const id first = take(tag);
        const id second = take(tag);
        EXPECT_EQ(first.bits() >> 48, 0U);
        const auto form = *find_outward_form(read(text), "", tag).value();
        EXPECT_EQ(form.inward(first).value(), id{1});
        EXPECT_EQ(ids.inward({.tag = tag}, second).value(), id{2});
    }
    EXPECT_NE(ids.inward({.tag = "b"}, take("a")).value(), id{3}) << "of another tag";
    expect_refused(ids.get({.tag = "a"}).value().range(5), errc::invalid_argument, "without ranges");
    expect_refused(ids.inward({}, {1}), errc::invalid_argument, "needs a tag");
}

TEST_F(outward_settings_test, do_not_name_what_could_be_pasted_in_the_place_of_a_fingerprint_in_use) {
    const auto refused = [&](const std::string& key) {
        return find_outward_form(read(yaml("default: { kind: vesta, outward: { keys: { " + key + " } } }")), "");
    };
    const std::string former = "ff1-0123456789abcdef-62-4000000000000000";
    const auto another = refused(key_of_print(former));
    expect_refused(another, errc::invalid_settings,
                   "keys.0: this is another key than that of " + former +
                       ", and IDs of identifier 0 would repeat: put that one back, or give the new key an identifier "
                       "of its own");
    EXPECT_THAT(another.error().message, Not(HasSubstr("c6a13b37878f5b82")));
}

TEST_F(outward_settings_test, name_the_fingerprint_where_none_is_given) {
    const auto refused = [&](const std::string& key) {
        return find_outward_form(read(yaml("default: { kind: vesta, outward: { keys: { " + key + " } } }")), "");
    };
    expect_refused(refused(key_of_print("TODO")), errc::invalid_settings,
                   "keys.0.fingerprint is 'TODO', which is none; that of this key is "
                   "ff1-c6a13b37878f5b82-62-4000000000000000");
    expect_refused(refused("0: { key-file: " + (folder_ / "old.key").string() + " }"), errc::invalid_settings,
                   "fingerprint is needed, so that no node uses another key; that of this one is "
                   "ff1-c6a13b37878f5b82-62-4000000000000000");
    expect_refused(refused("0: { key-env: VESTA_NO_KEY }"), errc::invalid_settings,
                   "keys.0.key-env names VESTA_NO_KEY, which is not set");
    expect_refused(refused("0: { key-file: /nowhere, fingerprint: ff1-1 }"), errc::invalid_settings,
                   "keys.0.key-file: cannot read /nowhere");
    for (const char* const same : {"00000000000000000000000000000000", "a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5"}) {
        const testing::variable undrawn{"VESTA_TEST_KEY", same};
        expect_refused(refused("0: { key-env: VESTA_TEST_KEY, fingerprint: ff1-1 }"), errc::invalid_settings,
                       "keys.0: $VESTA_TEST_KEY has one byte again and again");
    }
    const testing::variable wrong{"VESTA_TEST_KEY", "not hexadecimal"};
    expect_refused(refused("0: { key-env: VESTA_TEST_KEY }"), errc::invalid_settings,
                   "keys.0: $VESTA_TEST_KEY has the wrong length");
}

TEST_F(outward_settings_test, that_would_repeat_ids_of_before_are_refused) {
    EXPECT_EQ(refusal_of_kind("vesta", outward()), "");
    for (const std::string kind :
         {"vesta, type: max-peak", "vesta, version: 1", "vesta, gen-method: 2", "snowflake", "js"}) {
        EXPECT_THAT(refusal_of_kind(kind, outward()), HasSubstr(", and IDs would repeat: put them back")) << kind;
        expect_refused(serve(yaml("default: { kind: " + kind + ", " + outward() + " }")), errc::invalid_settings,
                       ", and IDs would repeat: put them back");
    }
    const std::string print = "ff1-c6a13b37878f5b82-62-4000000000000000";
    EXPECT_EQ(refusal_of_kind("vesta", "outward: { bits: 63, keys: { " + old_key() + " } }"),
              "generators.default.outward.keys.0: kind, version, type, gen-method or bits have changed since " + print +
                  ", and IDs would repeat: put them back, or add a generator with a key of its own");
}

TEST_F(outward_settings_test, have_room_for_ids_of_now) {
    const auto of_bits = [&](int bits) {
        const std::string key = old_key("-" + std::to_string(bits));
        return yaml("default: { kind: cosid-js, outward: { bits: " + std::to_string(bits) + ", keys: { " + key +
                    " } } }");
    };
    expect_refused(check_generators(read(of_bits(30))), errc::invalid_settings,
                   "generators.default.outward.bits is 30; IDs of now have ");
    expect_refused(serve(of_bits(49)), errc::invalid_settings, "bits is 49; IDs of now have 50, and more bits last");
    EXPECT_TRUE(serve(of_bits(50)).value().generate());
}

TEST_F(outward_settings_test, of_a_time_to_come_are_refused) {
    auto ids = serve(yaml("default: { kind: vesta, " + outward() + " }")).value();
    const auto from = ids.get("default").value();
    int refused = 0;
    for (std::int64_t made_up = 1; made_up <= 100; ++made_up) {
        const auto told = from.explain({made_up});
        if (told) {
            EXPECT_LE(told->at, start + std::chrono::days{2});
            continue;
        }
        EXPECT_THAT(told.error().message, HasSubstr("is no outward ID of this generator: under key 0 it would be of"));
        ++refused;
    }
    EXPECT_GT(refused, 0);
}

TEST_F(outward_settings_test, of_new_tags_are_unique_among_threads) {
    auto ids = service::open_text(tags(outward("-48"))).value();
    std::mutex guard;
    std::map<std::string, std::set<id>> made;
    std::vector<std::thread> all;
    for (int i = 0; i < 4; ++i)
        all.emplace_back([&] {
            for (int number = 0; number < 40; ++number) {
                const std::string tag = "t" + std::to_string(number % 10);
                const id next = answer_of(ids.get({.tag = tag}).value()).value();
                const std::lock_guard lock{guard};
                EXPECT_TRUE(made[tag].insert(next).second);
            }
        });
    for (auto& thread : all)
        thread.join();
    for (const auto& [tag, numbers] : made)
        for (const id each : numbers)
            EXPECT_LE(ids.inward({.tag = tag}, each).value(), id{16}) << tag;
}

TEST_F(outward_settings_test, of_tags_are_found_by_tag) {
    const settings from = read(tags(outward("-48")));
    expect_refused(find_outward_form(from, ""), errc::invalid_argument, "which needs a tag");
    EXPECT_TRUE(check_generators(from));
}

TEST_F(outward_settings_test, have_no_key_in_common) {
    const auto both = [&](const std::string& one, const std::string& other) {
        return refusal(yaml("default: { kind: vesta, " + one + " }, b: { kind: vesta, version: 1, " + other + " }"));
    };
    const std::string words = "b.outward.keys.0 has the same key as generators.default.outward.keys.0: their IDs would";
    EXPECT_THAT(both(outward(), outward("-62-c000000000000000")), HasSubstr(words)) << "other bits shared by its IDs";
    EXPECT_THAT(both(outward(), outward()), HasSubstr(words));
    const std::string other_key = "outward: { key: 1, keys: { " + new_key("-62-c000000000000000") + " } }";
    EXPECT_EQ(both(outward(), other_key), "accepted");
    const std::string undone = "outward: { keys: { 0: { key-env: A, fingerprint: TODO } } }";
    EXPECT_EQ(both(undone, undone), "accepted") << "each is told its own when the keys are read";
    const std::string twice = "0: { key-env: A, fingerprint: ff1-0123456789abcdef-62 }, 1: "
                              "{ key-env: B, fingerprint: ff1-0123456789abcdef-62 }";
    EXPECT_THAT(refusal(yaml("default: { kind: vesta, outward: { keys: { " + twice + " } } }")),
                HasSubstr("keys.1 has the same key as generators.default.outward.keys.0"))
        << "that rotates nothing";
}

TEST_F(outward_settings_test, are_checked_with_the_others) {
    const std::string wrong =
        yaml("default: { kind: vesta, outward: { keys: { " + key_of_print("ff1-0123456789abcdef-62") + " } } }");
    expect_refused(check_generators(read(wrong)), errc::invalid_settings, "this is another key");
    expect_refused(serve(wrong), errc::invalid_settings, "this is another key");
    EXPECT_TRUE(check_generators(read(yaml("default: { kind: vesta, " + outward() + " }"))));
}

TEST_F(outward_settings_test, that_contradict_each_other_are_refused) {
    const auto one = [&](const std::string& kind, const std::string& form) {
        return refusal("machine-id: { property: { id: 1 } }\nstores: { main: { kind: sqlite, file: a.db } }\n"
                       "generators: { default: { kind: " +
                       kind + ", outward: { " + form + " } } }");
    };
    const std::string key = "keys: { 0: { key-env: K } }";
    EXPECT_THAT(one("vesta", ""), HasSubstr("outward.keys is needed"));
    EXPECT_THAT(one("vesta", "key: 1, " + key), HasSubstr("outward.key is 1, which is not below keys"));
    EXPECT_THAT(one("vesta", "keys: { 00: { key-env: K } }"),
                HasSubstr("outward.keys.00 is not the identifier of a key"));
    EXPECT_THAT(one("vesta", "keys: { 0: {} }"), HasSubstr("outward.keys.0 needs key-file or key-env"));
    EXPECT_THAT(one("vesta", "keys: { 0: { key-env: K, key-file: f } }"), HasSubstr("keep one"));
    EXPECT_THAT(one("uuid7", key), HasSubstr("is not for kinds uuid7 and ulid"));
    EXPECT_THAT(one("sharded, store: main", key), HasSubstr("is not for kind sharded, which has key-file"));
    EXPECT_THAT(one("segment, store: main, format: tinyid", key), HasSubstr("whose clients take ranges"));
}

} // namespace
} // namespace vesta::embed
