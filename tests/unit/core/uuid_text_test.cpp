// Texts of IDs of 128 bits: UUIDs, ULIDs, TypeIDs by their specification's rules, and the others; and check characters.
#include "support/random.hpp"

#include <vesta/id/text_form.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace vesta::testing {
namespace {

using ::testing::HasSubstr;

constexpr std::array uuid_forms{text_form::hex,  text_form::base32,       text_form::base58, text_form::base62,
                                text_form::uuid, text_form::base32_check, text_form::type_id};
constexpr uuid largest_uuid{~std::uint64_t{0}, ~std::uint64_t{0}};

std::vector<uuid> some_uuids() {
    std::vector<uuid> all{{}, {0, 1}, {1, 0}, largest_uuid};
    auto random = random_source::announced();
    for (int i = 0; i < 1000; ++i)
        all.push_back({random.bits() >> random.below(64), random.bits()});
    return all;
}

TEST(a_text_of_128_bits, is_what_others_write_of_the_same_number) {
    // hex, base58 and base62 by Python's integers; base32 by the ULID specification's alphabet; TypeID 0.3's example.
    const uuid value = parse_uuid("01890a5d-ac96-774b-bcce-b302099a8057", text_form::uuid).value();
    const std::pair<text_form, const char*> all[] = {
        {text_form::hex, "01890a5dac96774bbcceb302099a8057"},
        {text_form::base32, "01H455VB4PEX5VSKNK084SN02Q"},
        {text_form::base58, "1BzmjTFLHWXwiSK4y3H5iW"},
        {text_form::base62, "02tcRIyrxLXTR81B3dqdOx"},
        {text_form::base32_check, "01H455VB4PEX5VSKNK084SN02QA"},
        {text_form::type_id, "01h455vb4pex5vsknk084sn02q"},
    };
    for (const auto& [as, text] : all) {
        EXPECT_EQ(to_text(value, as), text);
        EXPECT_EQ(parse_uuid(text, as).value(), value);
        if (as == text_form::base58 || as == text_form::base62) continue; // each may be the other
        EXPECT_EQ(parse_any_uuid(text).value(), value) << text;
    }
}

TEST(a_text_of_128_bits, is_read_as_what_was_written_and_sorts_as_the_ids) {
    auto all = some_uuids();
    std::ranges::sort(all);
    for (const text_form as : uuid_forms) {
        for (const uuid& each : all)
            EXPECT_EQ(parse_uuid(to_text(each, as), as).value(), each) << to_text(each, as);
        EXPECT_TRUE(std::ranges::is_sorted(all, {}, [&](const uuid& of) { return to_text(of, as); })) << name(as);
    }
}

TEST(a_text_of_128_bits, is_refused_with_what_would_be_right) {
    struct wrong {
        text_form as;
        const char* text;
        const char* why;
    };
    const wrong all[] = {
        {text_form::uuid, "01890a5dac96774bbcceb302099a8057", "it has 32 characters, and must have 36"},
        {text_form::uuid, "01890a5d-ac96-774b-bcce-b302099a805g", "'g' is no place 36 of xxxxxxxx-"},
        {text_form::uuid, "01890a5dxac96-774b-bcce-b302099a8057", "'x' is no place 9 of xxxxxxxx-"},
        {text_form::hex, "01890a5dac96774bbcceb302099a805", "it has 31 characters, and must have 32"},
        {text_form::base32, "01H455VB4PEX5VSKNK084SN02U",
         "'U' is none of its digits, 0123456789ABCDEFGHJKMNPQRSTVWXYZ"},
        {text_form::base32, "80000000000000000000000000", "it is above the largest, 7ZZZZZZZZZZZZZZZZZZZZZZZZZ"},
        {text_form::base58, "zzzzzzzzzzzzzzzzzzzzzz", "it is above the largest, YcVfxkQb6JRzqk5kF2tNLv"},
        {text_form::base62, "zzzzzzzzzzzzzzzzzzzzzz", "it is above the largest, 7n42DGM5Tflk9n8mt7Fhc7"},
        {text_form::base32_check, "01H455VB4PEX5VSKNK084SN02Q9", "its check character is '9'; that of the rest is A"},
        {text_form::decimal, "1", "of IDs of 64 bits"},
    };
    for (const wrong& each : all)
        EXPECT_THAT(parse_uuid(each.text, each.as).error().message, HasSubstr(each.why)) << each.text;
    EXPECT_THAT(parse_any_uuid("01890a5d").error().message, HasSubstr("is not an ID of 128 bits: expected a UUID"));
    EXPECT_THAT(parse_any_uuid("1111111111111111111112").error().message,
                HasSubstr("in base58 and another ID in base62"));
}

TEST(a_type_id, is_read_by_the_rules_of_its_specification) {
    for (const std::string suffix : {"00000000000000000000000000", "7zzzzzzzzzzzzzzzzzzzzzzzzz"})
        for (const std::string& prefix : {std::string{}, std::string{"order_"}, std::string{"pre_fix_"},
                                          std::string{"a_"}, std::string(63, 'a') + "_"}) {
            const auto value = parse_uuid(prefix + suffix, text_form::type_id).value();
            EXPECT_EQ(to_text(value, text_form::type_id), suffix);
            EXPECT_TRUE(check_prefix(prefix, text_form::type_id)) << prefix;
        }
    const std::string good = "01h455vb4pex5vsknk084sn02q";
    for (const std::string prefix :
         {"ORDER_", "order1_", "or.der_", "or der_", "\xc3\xb6rder_", "_order_", "order__", "_", "or-der_"})
        EXPECT_FALSE(parse_uuid(prefix + good, text_form::type_id)) << prefix;
    EXPECT_FALSE(parse_uuid(std::string(64, 'a') + "_" + good, text_form::type_id));
    for (const std::string suffix :
         {"", "01h455vb4pex5vsknk084sn02", "01h455vb4pex5vsknk084sn02qq", "01H455VB4PEX5VSKNK084SN02Q",
          "01h455vb4pex5vsknk084sn02o", "01h455vb4pex5vsknk084sn02i", "01h455vb4pex5vsknk084sn02l",
          "01h455vb4pex5vsknk084sn02u", "01h455vb-pex5vsknk084sn02q", "8zzzzzzzzzzzzzzzzzzzzzzzzz"})
        EXPECT_FALSE(parse_uuid("order_" + suffix, text_form::type_id)) << suffix;
}

TEST(a_check_character, finds_each_wrong_digit_and_each_swapped_pair_of_digits) {
    auto random = random_source::announced();
    const std::string good = to_text(id::from_bits(random.bits() | 1), text_form::base32_check);
    for (std::size_t i = 0; i + 1 < good.size(); ++i) {
        for (const char other : std::string_view{"0123456789ABCDEFGHJKMNPQRSTVWXYZ"}) {
            std::string wrong = good;
            wrong[i] = other;
            EXPECT_EQ(parse_text(wrong, text_form::base32_check).has_value(), other == good[i]) << wrong;
        }
        if (i + 2 == good.size()) break; // the last digit and the check character may be swapped unnoticed
        std::string swapped = good;
        std::swap(swapped[i], swapped[i + 1]);
        EXPECT_EQ(parse_text(swapped, text_form::base32_check).has_value(), swapped == good) << swapped;
    }
    EXPECT_EQ(to_text(id{36}, text_form::base32_check), "0000000000014U") << "the last of Crockford's check characters";
    EXPECT_EQ(parse_text("0000000000014u", text_form::base32_check).value(), id{36});
    EXPECT_FALSE(parse_text("", text_form::base32_check));
}

TEST(the_shape_of_ids, suits_their_size) {
    EXPECT_EQ(shape_for({}, {}, "order_").value().as, text_form::decimal);
    EXPECT_EQ(shape_for(uuid_kind::uuid7, {}, "").value().as, text_form::uuid);
    EXPECT_EQ(shape_for(uuid_kind::uuid7, {}, "order_").value().as, text_form::type_id);
    EXPECT_EQ(shape_for(uuid_kind::ulid, {}, "order_").value().as, text_form::base32);
    EXPECT_EQ(shape_for(uuid_kind::uuid7, text_form::uuid, "Order-1_").value().as, text_form::uuid);
    EXPECT_THAT(shape_for({}, text_form::type_id, "").error().message, HasSubstr("these have 64"));
    EXPECT_THAT(shape_for(uuid_kind::ulid, text_form::decimal, "").error().message, HasSubstr("have 128"));
    EXPECT_THAT(shape_for(uuid_kind::uuid7, {}, "Order_").error().message,
                HasSubstr("that of a TypeID has at most 63"));
    EXPECT_THAT(shape_for({}, {}, "order").error().message, HasSubstr("ends in _, as in order_"));
}

} // namespace
} // namespace vesta::testing
