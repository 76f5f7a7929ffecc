#include "support/random.hpp"

#include <vesta/id/text_form.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

namespace vesta::testing {
namespace {

using ::testing::HasSubstr;

constexpr std::array forms{text_form::decimal, text_form::hex,    text_form::base32,
                           text_form::base58,  text_form::base62, text_form::uuid};
constexpr id largest{std::numeric_limits<std::int64_t>::max()};
constexpr id all_bits{-1};

std::vector<id> some_ids() {
    std::vector<id> ids{{0},     {1}, {57}, {58}, {61}, {62}, largest, {std::numeric_limits<std::int64_t>::min()},
                        all_bits};
    auto random = random_source::announced();
    for (int i = 0; i < 2000; ++i)
        ids.push_back(id::from_bits(random.bits() >> random.below(64)));
    return ids;
}

TEST(a_text_form, is_what_others_write_of_the_same_number) {
    // base58: Bitcoin's alphabet padded with its zero; base62: CosId's radix 62; base32: Crockford's.
    struct vector {
        std::int64_t value;
        text_form as;
        const char* text;
    };
    const vector all[] = {
        {2708777873275093023, text_form::decimal, "2708777873275093023"},
        {2708777873275093023, text_form::hex, "2597831fc000001f"},
        {2708777873275093023, text_form::base32, "2B5W33Z00000Z"},
        {2708777873275093023, text_form::base58, "7HguNTGGfm8"},
        {2708777873275093023, text_form::base62, "3E6ELUXWsFL"},
        {2708777873275093023, text_form::uuid, "2597831f-c000-8001-bc00-000000000000"},
        {0, text_form::hex, "0000000000000000"},
        {0, text_form::base32, "0000000000000"},
        {0, text_form::base58, "11111111111"},
        {0, text_form::base62, "00000000000"},
        {0, text_form::uuid, "00000000-0000-8000-8000-000000000000"},
        {-1, text_form::hex, "ffffffffffffffff"},
        {-1, text_form::base32, "FZZZZZZZZZZZZ"},
        {-1, text_form::base58, "jpXCZedGfVQ"},
        {-1, text_form::base62, "LygHa16AHYF"},
        {-1, text_form::uuid, "ffffffff-ffff-8fff-bc00-000000000000"},
    };
    for (const vector& each : all) {
        EXPECT_EQ(to_text(id{each.value}, each.as), each.text);
        EXPECT_EQ(parse_text(each.text, each.as).value(), id{each.value}) << each.text;
    }
}

TEST(a_text_form, is_read_as_what_was_written) {
    for (const id each : some_ids())
        for (const text_form as : forms)
            EXPECT_EQ(parse_text(to_text(each, as), as).value(), each) << to_text(each, as);
}

TEST(a_text_form, other_than_decimal_sorts_as_the_ids) {
    auto ids = some_ids();
    std::ranges::sort(ids, {}, &id::bits);
    for (const text_form as : forms) {
        if (as == text_form::decimal) continue;
        EXPECT_TRUE(std::ranges::is_sorted(ids, {}, [&](id of) { return to_text(of, as); })) << name(as);
    }
}

TEST(a_text_form, is_refused_where_it_is_no_id_in_it) {
    const std::pair<text_form, const char*> wrong[] = {
        {text_form::hex, "ffffffffffffff"},
        {text_form::hex, "0ffffffffffffffff"},
        {text_form::hex, "fffffffffffffffg"},
        {text_form::base32, "G000000000000"}, // above 2^64 - 1
        {text_form::base32, "U000000000000"},
        {text_form::base32, ""},
        {text_form::base58, "jpXCZedGfVR"},
        {text_form::base58, "0pXCZedGfVR"},
        {text_form::base62, "LygHa16AHYG"},
        {text_form::base62, "00000000-00"},
        {text_form::uuid, "2597831f-c000-7001-bc00-000000000000"}, // another version
        {text_form::uuid, "2597831f-c000-8001-3c00-000000000000"}, // another variant
        {text_form::uuid, "2597831f-c000-8001-bd00-000000000000"},
        {text_form::uuid, "2597831f-c000-8001-bc00-000000000001"},
        {text_form::uuid, "2597831f9c000-8001-bc00-000000000000"},
        {text_form::uuid, "2597831f-c000-8001-bc00-00000000000"},
        {text_form::decimal, "12a"},
    };
    for (const auto& [as, text] : wrong)
        EXPECT_EQ(parse_text(text, as).error().code, errc::invalid_argument) << text;
}

TEST(a_text_form, is_read_as_people_write_it) {
    EXPECT_EQ(parse_text("2597831FC000001F", text_form::hex).value().value, 2708777873275093023);
    EXPECT_EQ(parse_text("2b5w33zoO0o0z", text_form::base32).value().value, 2708777873275093023);
    EXPECT_EQ(parse_text("iIlL000000000", text_form::base32).value(),
              parse_text("1111000000000", text_form::base32).value());
    EXPECT_EQ(parse_text("2597831F-C000-8001-BC00-000000000000", text_form::uuid).value().value, 2708777873275093023);
}

TEST(a_text_form, need_not_be_named_where_only_one_fits) {
    EXPECT_EQ(parse_any_text("2708777873275093023").value().value, 2708777873275093023);
    EXPECT_EQ(parse_any_text("0x2597831fc000001f").value().value, 2708777873275093023);
    EXPECT_EQ(parse_any_text("-1").value(), all_bits);
    for (const char* text : {"2597831fc000001f", "2B5W33Z00000Z", "2597831f-c000-8001-bc00-000000000000",
                             "order_2708777873275093023", "my_order_2B5W33Z00000Z"})
        EXPECT_EQ(parse_any_text(text).value().value, 2708777873275093023) << text;
    EXPECT_EQ(parse_any_text("0E6ELUXWsFL").value(), parse_text("0E6ELUXWsFL", text_form::base62).value());
}

TEST(a_text_form, must_be_named_where_two_fit) {
    const auto two = parse_any_text("3E6ELUXWsFL").error();
    EXPECT_EQ(two.code, errc::invalid_argument);
    EXPECT_THAT(two.message, HasSubstr("in base58 and another ID in base62; say which"));
    EXPECT_THAT(parse_any_text("order-5").error().message, HasSubstr("decimal, hex, base32, base58, base62, uuid"));
    EXPECT_THAT(parse_any_text("order_").error().message, HasSubstr("is not an ID"));
}

TEST(a_text_form, has_one_name_and_decimal_two) {
    for (const text_form each : forms)
        EXPECT_EQ(find_text_form(name(each)), each);
    EXPECT_EQ(find_text_form("text"), text_form::decimal);
    EXPECT_EQ(find_text_form("base64"), std::nullopt);
}

} // namespace
} // namespace vesta::testing
