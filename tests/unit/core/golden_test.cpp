#include "support/layouts.hpp"

#include <vesta/id/scheme.hpp>

#include <gtest/gtest.h>

// IDs that the systems before us made or documented: ours are the same to the bit.
namespace vesta {
namespace {

struct golden {
    const char* scheme;
    const char* type;
    fields parts;
    std::int64_t value;
};

const golden vectors[] = {
    // vesta-2015: the examples of Vesta's documents
    {"vesta-2015", "max-peak", {.gen_method = 2, .machine = 1022, .time = 12758739}, 3456526092514361344},
    {"vesta-2015", "max-peak", {.machine = 1, .time = 12235264}, 1138729511026688},
    {"vesta-2015", "max-peak", {.machine = 1, .time = 12078681}, 1138565321850880},
    // vesta: the documented layout
    {"vesta", "max-peak", {.gen_method = 2, .machine = 1022, .time = 12758739}, 2319542600899494910},
    {"vesta", "max-peak", {.gen_method = 2, .machine = 1021, .time = 94990103}, 2407837855670862845},
    {"vesta",
     "min-granularity",
     {.type = 1, .gen_method = 2, .machine = 1021, .time = 123456789012, .seq = 5},
     7046982853636134909},
    // vesta-2018: made by the Java program
    {"vesta-2018", "max-peak", {.machine = 1022, .time = 280467827}, 301150036136297470},
    {"vesta-2018", "max-peak", {.gen_method = 1, .machine = 1022, .time = 280467827}, 1454071540743144446},
    {"vesta-2018", "min-granularity", {.type = 1, .machine = 1022, .time = 280467827095}, 2599934841477661694},
    {"vesta-2018", "short", {.type = 2, .machine = 1022, .time = 280467827}, 4797691459535870},
    // snowflake: a well-known tweet of 2022-06-28T16:07:40.105Z
    {"snowflake", "snowflake", {.machine = 378, .time = 367597485448}, 1541815603606036480},
    // the example of Discord's reference for developers
    {"discord", "discord", {.machine = 32, .time = 41944705796, .seq = 7}, 175928847299117063},
    // the example of Instagram's article on sharding
    {"instagram", "instagram", {.machine = 1341, .time = 1387263000, .seq = 905}, 11637205501278089},
};

TEST(golden_vectors, are_made_and_explained_to_the_bit) {
    for (const auto& [scheme_name, type, parts, value] : vectors) {
        const scheme& family = *find_scheme(scheme_name);
        const layout& of = *family.type(type).value();
        const auto made = family.make(of, parts);
        ASSERT_TRUE(made) << scheme_name << " " << value << ": " << made.error().message;
        EXPECT_EQ(made->value, value) << scheme_name;
        const auto read = family.explain(id{value});
        ASSERT_TRUE(read) << scheme_name << " " << value << ": " << read.error().message;
        EXPECT_EQ(read->parts, parts) << scheme_name << " " << value;
        EXPECT_EQ(read->type, type) << scheme_name << " " << value;
    }
}

TEST(golden_vectors, tell_the_time_they_were_made_at) {
    const auto at = [](const char* family, std::int64_t value) {
        return to_rfc3339(find_scheme(family)->explain(id{value}).value().at);
    };
    EXPECT_EQ(at("snowflake", 1541815603606036480), "2022-06-28T16:07:40.105Z");
    EXPECT_EQ(at("vesta-2018", 2599934841477661694), "2026-11-20T19:43:47.095Z");
    EXPECT_EQ(at("discord", 175928847299117063), "2016-04-30T11:18:25.796Z");
    EXPECT_EQ(at("vesta-2015", 3456526092514361344), "2015-05-28T08:05:39.000Z");
}

TEST(last_instants, are_those_the_documents_state) {
    const auto last = [](const char* family, const char* type) {
        return to_rfc3339(find_scheme(family)->type(type).value()->end() - std::chrono::milliseconds{1});
    };
    EXPECT_EQ(last("vesta", "max-peak"), "2049-01-09T05:37:03.999Z");
    EXPECT_EQ(last("vesta", "min-granularity"), "2049-11-03T11:53:47.775Z");
    EXPECT_EQ(last("vesta-2015", "max-peak"), "2049-01-09T05:37:03.999Z");
    EXPECT_EQ(last("vesta-2015", "min-granularity"), "2049-11-03T11:53:47.775Z");
    EXPECT_EQ(last("vesta-2018", "max-peak"), "2052-01-10T05:37:03.999Z");
    EXPECT_EQ(last("vesta-2018", "min-granularity"), "2052-11-03T11:53:47.775Z");
    EXPECT_EQ(last("vesta-2018", "short"), "2052-01-10T05:37:03.999Z");
    EXPECT_EQ(last("snowflake", "snowflake"), "2080-07-10T17:30:30.208Z");
    EXPECT_EQ(last("js", "js"), "2113-02-08T13:44:29.439Z");
    EXPECT_EQ(last("sonyflake", "sonyflake"), "2188-11-16T03:28:58.879Z");
    EXPECT_EQ(last("uid-generator", "uid-generator"), "2024-11-20T13:24:15.999Z");
}

struct place {
    unsigned width, shift;
    friend bool operator==(const place&, const place&) = default;
};

std::array<place, 6> places(const char* family, const char* type) {
    const layout& of = *find_scheme(family)->type(type).value();
    std::array<place, 6> all{};
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = {of.width(all_fields[i]), of.shift(all_fields[i])};
    return all;
}

TEST(presets, lay_their_fields_where_the_contract_says) {
    using row = std::array<place, 6>; // version, type, genMethod, machine, time, seq
    EXPECT_EQ(places("vesta", "max-peak"), (row{{{1, 63}, {1, 62}, {2, 60}, {10, 0}, {30, 30}, {20, 10}}}));
    EXPECT_EQ(places("vesta", "min-granularity"), (row{{{1, 63}, {1, 62}, {2, 60}, {10, 0}, {40, 20}, {10, 10}}}));
    EXPECT_EQ(places("vesta-2018", "max-peak"), (row{{{1, 62}, {1, 61}, {1, 60}, {10, 0}, {30, 30}, {20, 10}}}));
    EXPECT_EQ(places("vesta-2018", "min-granularity"), (row{{{1, 62}, {1, 61}, {1, 60}, {10, 0}, {40, 20}, {10, 10}}}));
    EXPECT_EQ(places("vesta-2015", "max-peak"), (row{{{1, 63}, {1, 62}, {2, 60}, {10, 50}, {30, 20}, {20, 0}}}));
    EXPECT_EQ(places("vesta-2015", "min-granularity"), (row{{{1, 63}, {1, 62}, {2, 60}, {10, 50}, {40, 10}, {10, 0}}}));
    const row leaf = places("snowflake", "snowflake");
    EXPECT_EQ(leaf[3], (place{10, 12}));
    EXPECT_EQ(leaf[4], (place{41, 22}));
    EXPECT_EQ(leaf[5], (place{12, 0}));
}

TEST(presets, of_one_type_lay_their_fields_as_their_programs_do) {
    struct row {
        const char* name;
        place time, seq, machine;
    };
    for (const auto& [name, time, seq, machine] : {row{"js", {38, 15}, {7, 8}, {8, 0}},
                                                   {"discord", {41, 22}, {12, 0}, {10, 12}},
                                                   {"instagram", {40, 23}, {10, 0}, {13, 10}},
                                                   {"sonyflake", {39, 24}, {8, 16}, {16, 0}},
                                                   {"mastodon", {46, 16}, {16, 0}, {0, 16}},
                                                   {"yitter", {46, 12}, {6, 0}, {6, 6}},
                                                   {"seata", {41, 12}, {12, 0}, {10, 53}},
                                                   {"cosid", {41, 22}, {12, 0}, {10, 12}},
                                                   {"cosid-second", {31, 32}, {22, 0}, {10, 22}},
                                                   {"cosid-js", {41, 12}, {9, 0}, {3, 9}},
                                                   {"cosid-js-1970", {41, 12}, {9, 0}, {3, 9}},
                                                   {"uid-generator", {28, 35}, {13, 0}, {22, 13}}}) {
        const auto all = places(name, name);
        EXPECT_EQ(all[4], time) << name;
        EXPECT_EQ(all[5], seq) << name;
        EXPECT_EQ(all[3], machine) << name;
    }
}

TEST(presets, for_javascript_stay_below_its_largest_whole_number) {
    const layout& js = *find_scheme("js")->type("").value();
    const fields most{.machine = js.max(field::machine), .time = js.max(field::time), .seq = js.max(field::seq)};
    EXPECT_EQ(js.encode(most).value().value, 9007199254740991);
    EXPECT_EQ(find_scheme("cosid-js")->type("").value()->total_width(), 53U);
}

} // namespace
} // namespace vesta
