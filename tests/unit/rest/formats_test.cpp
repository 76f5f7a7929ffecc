// Text forms of IDs below /v1: ?format=
#include "talk.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vesta::testing {
namespace {

using ::testing::HasSubstr;

class formats : public ::testing::Test {
  protected:
    heard ask(std::string_view target, std::string_view fields = {}) {
        talk with{world};
        with.say(get(target, fields));
        return with.answers().back();
    }

    rest_world world;
};

TEST_F(formats, write_ids_in_the_form_that_is_asked_for) {
    EXPECT_EQ(ask("/v1/generators/segment/ids?tag=order&count=2&format=hex").content,
              R"({"generator":"segment","ids":["0000000000000001","0000000000000002"]})");
    EXPECT_EQ(ask("/v1/generators/segment/ids?tag=order&format=base58", "Accept: text/plain\r\n").content,
              "11111111114\n");
    EXPECT_EQ(ask("/v1/generators/segment/ids?tag=order&format=decimal").content,
              R"({"generator":"segment","ids":["4"]})");
    EXPECT_EQ(ask("/v1/generators/segment/ids?tag=order&format=uuid", "Accept: text/plain\r\n").content,
              "00000000-0000-8000-9400-000000000000\n");
    const std::string parts = R"({"type":"max-peak","genMethod":2,"machine":1021,"time":94990103,"seq":0})";
    talk with{world};
    with.say("POST /v1/generators/default/make?format=base32 HTTP/1.1\r\nHost: a\r\nContent-Length: " +
             std::to_string(parts.size()) + "\r\n\r\n" + parts);
    EXPECT_EQ(with.answers().back().content, R"({"id":"22TJVRQ0000ZX"})");
}

TEST_F(formats, are_named_where_one_is_unknown) {
    for (const std::string path : {"ids?format=base64", "ids?format=HEX", "ids/5?format=x"}) {
        const heard refused = ask("/v1/generators/default/" + path);
        EXPECT_EQ(refused.status, 400) << path;
        EXPECT_THAT(refused.content, HasSubstr("it is one of decimal, hex, base32, base58, base62, uuid")) << path;
    }
    EXPECT_EQ(ask("/genid?format=hex").status, 400); // Vesta's path is as Vesta had it
}

TEST_F(formats, are_all_read_by_explain) {
    const std::string told = ask("/v1/generators/default/ids/2407837855670862845").content;
    for (const std::string text : {"216a5bc5c00003fd", "22TJVRQ0000ZX", "216a5bc5-c000-803f-b400-000000000000"})
        EXPECT_EQ(ask("/v1/generators/default/ids/" + text).content, told) << text;
    EXPECT_EQ(ask("/v1/generators/default/ids/216a5bc5c00003fd?format=base58").status, 400);
}

class formats_of_uuids : public formats {
  protected:
    formats_of_uuids() {
        world.generators.add_uuids("u", uuid_kind::uuid7).add_uuids("l", uuid_kind::ulid);
        world.open();
    }
};

TEST_F(formats_of_uuids, are_texts_of_128_bits) {
    const std::pair<std::string, std::string> all[] = {
        {"u/ids", "[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\n"},
        {"u/ids?prefix=order_&count=2", "(order_0[0-9a-z]{25}\n){2}"},
        {"u/ids?prefix=Order_&format=base58", "Order_[1-9A-Za-z]{22}\n"},
        {"l/ids?count=20", "([0-7][0-9A-HJKMNP-TV-Z]{25}\n){20}"},
        {"l/ids?format=base32-check", "[0-7][0-9A-HJKMNP-TV-Z]{25}.\n"}};
    for (const auto& [target, pattern] : all)
        EXPECT_THAT(ask("/v1/generators/" + target, "Accept: text/plain\r\n").content,
                    ::testing::ContainsRegex("^" + pattern + "$"))
            << target;
    EXPECT_THAT(ask("/v1/generators/u/ids?prefix=order_").content, HasSubstr(R"("ids":["order_0)"));
    for (const char* wrong :
         {"u/ids?format=decimal", "u/ids?prefix=Order_", "default/ids?format=typeid", "l/ids?tag=a"})
        EXPECT_EQ(ask(std::string{"/v1/generators/"} + wrong).status, 400) << wrong;
}

TEST_F(formats_of_uuids, are_read_by_explain) {
    const std::string made = ask("/v1/generators/u/ids?prefix=order_", "Accept: text/plain\r\n").content;
    const heard told = ask("/v1/generators/u/ids/" + made.substr(0, made.size() - 1));
    EXPECT_EQ(told.status, 200) << told.content;
    EXPECT_THAT(told.content, HasSubstr(R"("scheme":"uuid7")"));
    EXPECT_THAT(told.content, HasSubstr(R"("genMethod":2,"machine":1)"));
    const heard refused = ask("/v1/generators/l/ids/8ZZZZZZZZZZZZZZZZZZZZZZZZZ?format=base32");
    EXPECT_EQ(refused.status, 400);
    EXPECT_THAT(refused.content, HasSubstr("it is above the largest, 7ZZZZZZZZZZZZZZZZZZZZZZZZZ"));
}

TEST_F(formats_of_uuids, are_no_numbers_on_the_paths_of_64_bits) {
    talk with{world};
    with.say("POST /v1/generators/u/make HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}");
    EXPECT_EQ(with.answers().back().status, 400);
    EXPECT_THAT(with.answers().back().content, HasSubstr("makes IDs of 128 bits"));
}

} // namespace
} // namespace vesta::testing
