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

} // namespace
} // namespace vesta::testing
