// Kinds uuid7 and ulid: the bits by RFC 9562 and by the ULID specification, and that 128-bit IDs are ordered and differ
// as their cores do.
#include "support/random.hpp"

#include <vesta/id/text_form.hpp>
#include <vesta/id/uuid.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace vesta::testing {
namespace {

using ::testing::HasSubstr;

constexpr std::uint64_t all_ones = ~std::uint64_t{0};
constexpr std::array kinds{uuid_kind::uuid7, uuid_kind::ulid};

const layout& core_of(uuid_kind kind, unsigned machine_bits = usual_machine_bits) {
    static const std::array schemes{core_scheme(uuid_kind::uuid7), core_scheme(uuid_kind::ulid)};
    static const auto wide = core_scheme(uuid_kind::uuid7, 4);
    return machine_bits == 4 ? wide->types().front() : schemes[static_cast<std::size_t>(kind)]->types().front();
}

uuid read(std::string_view text) {
    return parse_any_uuid(text).value();
}

TEST(a_uuid7, of_rfc_9562_is_read) {
    // RFC 9562, A.6: Tuesday, February 22, 2022 2:22:22.00 PM GMT-05:00.
    const auto told =
        explain(uuid_kind::uuid7, read("017F22E2-79B0-7CC3-98C4-DC0C0C07398F"), core_of(uuid_kind::uuid7)).value();
    EXPECT_EQ(to_rfc3339(told.at), "2022-02-22T19:22:22.000Z");
    EXPECT_EQ(told.parts.version, 7u);
    EXPECT_EQ(told.parts.time, 0x017f22e279b0u);
    EXPECT_EQ(told.random, 0x4dc0c0c07398fu);
}

TEST(a_uuid7, has_its_version_and_variant_whatever_is_inside) {
    for (const std::uint64_t core : {std::uint64_t{1} << 63, all_ones})
        for (const std::uint64_t random : {std::uint64_t{0}, all_ones}) {
            const std::string text = to_text(compose(uuid_kind::uuid7, id::from_bits(core), random), text_form::uuid);
            EXPECT_EQ(text[14], '7') << text;
            EXPECT_THAT(text.substr(19, 1), ::testing::AnyOf("8", "9", "a", "b")) << text;
        }
}

TEST(a_uuid7, is_drawn_as_documented) {
    const layout& core = core_of(uuid_kind::uuid7);
    const fields parts{.version = core_version, .gen_method = 2, .machine = 0x155, .time = 1, .seq = 0x2aa};
    const uuid made = compose(uuid_kind::uuid7, core.encode(parts).value(), 0);
    // 2026-01-01T00:00:00.001Z is 0x019b76daa801; then 10101010 10 10 0101010101: seq, genMethod, machine
    EXPECT_EQ(to_text(made, text_form::uuid), "019b76da-a801-7aaa-9550-000000000000");
    EXPECT_EQ(to_text(compose(uuid_kind::ulid, core_of(uuid_kind::ulid).encode(parts).value(), 0), text_form::hex),
              "019b76daa801aaa52a00000000000000");
}

TEST(a_uuid7, of_another_version_is_refused) {
    for (const char* text : {"017f22e2-79b0-4cc3-98c4-dc0c0c07398f", "017f22e2-79b0-7cc3-d8c4-dc0c0c07398f"})
        EXPECT_THAT(explain(uuid_kind::uuid7, read(text), core_of(uuid_kind::uuid7)).error().message,
                    HasSubstr("is not a UUID of version 7"))
            << text;
    const uuid late = read("ffffffff-ffff-7000-8000-000000000000");
    EXPECT_THAT(explain(uuid_kind::uuid7, late, core_of(uuid_kind::uuid7)).error().message,
                HasSubstr("after the year 9999"));
}

TEST(a_ulid, of_its_specification_is_read) {
    // https://github.com/ulid/spec: ulid(1469918176385), and the largest.
    const auto told = explain(uuid_kind::ulid, read("01ARYZ6S41TSV4RRFFQ69G5FAV"), core_of(uuid_kind::ulid)).value();
    EXPECT_EQ(told.parts.time, 1469918176385u);
    EXPECT_EQ(to_rfc3339(told.at), "2016-07-30T22:36:16.385Z");
    EXPECT_EQ(parse_uuid("7ZZZZZZZZZZZZZZZZZZZZZZZZZ", text_form::base32).value(), (uuid{all_ones, all_ones}));
    EXPECT_THAT(parse_uuid("80000000000000000000000000", text_form::base32).error().message,
                HasSubstr("it is above the largest, 7ZZZZZZZZZZZZZZZZZZZZZZZZZ"));
    EXPECT_THAT(parse_uuid("8ZZZZZZZZZZZZZZZZZZZZZZZZZ", text_form::base32).error().message, HasSubstr("largest"));
}

/// Fields of any value, and random bits.
struct any_core {
    fields parts;
    std::uint64_t random;
};

any_core some_core(const layout& of, random_source& random) {
    fields parts{.version = core_version};
    for (const field each : {field::gen_method, field::machine, field::time, field::seq})
        parts[each] = random.bits() & of.max(each);
    return {parts, random.bits()};
}

TEST(an_id_of_128_bits, tells_the_fields_that_it_was_made_from) {
    auto random = random_source::announced();
    for (const uuid_kind kind : kinds)
        for (const unsigned machine_bits : {usual_machine_bits, 4u})
            for (int i = 0; i < 1000; ++i) {
                const layout& of = core_of(kind, machine_bits);
                const auto [parts, bits] = some_core(of, random);
                const auto told = explain(kind, compose(kind, of.encode(parts).value(), bits), of).value();
                for (const field each : {field::gen_method, field::machine, field::seq})
                    EXPECT_EQ(told.parts[each], parts[each]) << name(each);
                EXPECT_EQ(told.at, of.instant_of(parts.time));
                EXPECT_EQ(told.random, bits >> (64 - told.random_bits));
            }
}

TEST(an_id_of_128_bits, is_ordered_as_its_core_whatever_the_random_bits) {
    auto random = random_source::announced();
    for (const uuid_kind kind : kinds)
        for (int i = 0; i < 2000; ++i) {
            const id core = core_of(kind).encode(some_core(core_of(kind), random).parts).value();
            const id next = id::from_bits(core.bits() + 1);
            if (next.bits() >> 63 == 0) continue; // it was the last
            EXPECT_LT(compose(kind, core, all_ones), compose(kind, next, 0));
        }
}

TEST(an_id_of_128_bits, is_of_one_kind_only) {
    auto random = random_source::announced();
    for (int i = 0; i < 2000; ++i) {
        const id core = id::from_bits(random.bits() | std::uint64_t{1} << 63);
        EXPECT_EQ(compose(uuid_kind::uuid7, core, random.bits()).low >> 62, 2u) << "the variant of RFC 9562";
        EXPECT_EQ(compose(uuid_kind::ulid, core, random.bits()).low >> 63, 0u) << "the variant of none of its UUIDs";
    }
}

TEST(an_id_of_128_bits, has_16_bytes_that_sort_as_it_does) {
    auto random = random_source::announced();
    std::vector<uuid> all;
    for (int i = 0; i < 1000; ++i)
        all.push_back({random.bits(), random.bits()});
    std::ranges::sort(all);
    EXPECT_TRUE(std::ranges::is_sorted(all, {}, [](const uuid& of) { return of.bytes(); }));
    for (const uuid& each : all)
        EXPECT_EQ(uuid::from_bytes(each.bytes()), each);
    EXPECT_EQ(read("00112233-4455-6677-8899-aabbccddeeff").bytes()[1], 0x11);
}

TEST(a_range_of_time, has_its_least_and_greatest_uuid) {
    const unix_ms from = parse_rfc3339("2026-01-01T00:00:00Z").value();
    const unix_ms until = parse_rfc3339("2026-01-01T00:00:00.002Z").value();
    const auto of_uuids = bounds_between(uuid_kind::uuid7, from, until).value();
    EXPECT_EQ(to_text(of_uuids.least, text_form::uuid), "019b76da-a800-7000-8000-000000000000");
    EXPECT_EQ(to_text(of_uuids.greatest, text_form::uuid), "019b76da-a801-7fff-bfff-ffffffffffff");
    const auto of_ulids = bounds_between(uuid_kind::ulid, from, until).value();
    EXPECT_EQ(to_text(of_ulids.least, text_form::hex), "019b76daa80000000000000000000000");
    EXPECT_EQ(to_text(of_ulids.greatest, text_form::hex), "019b76daa801ffffffffffffffffffff");
    EXPECT_THAT(bounds_between(uuid_kind::uuid7, until, from).error().message, HasSubstr("is empty"));
    EXPECT_THAT(bounds_between(uuid_kind::uuid7, unix_ms{std::chrono::milliseconds{-1}}, until).error().message,
                HasSubstr("between the years 1970 and 9999"));
}

} // namespace
} // namespace vesta::testing
