#include "support/identity_permutations.hpp"

#include <vesta/crypto/keyed_permutations.hpp>
#include <vesta/segment/segment_store.hpp>
#include <vesta/sharded/outward_form.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <vector>

// How IDs look outside.
namespace vesta {
namespace {

using ::testing::HasSubstr;

std::shared_ptr<const permutation_family> outward_key(std::uint8_t first) {
    return crypto::keyed_permutations::make(std::array<std::uint8_t, 16>{first}).value();
}

outward_shape shape_of_bits(unsigned bits, unsigned most_bits = 64) {
    return {.bits = bits, .most_bits = most_bits, .keys = {{0, outward_key(7)}}};
}

id outward_of(const outward_form& form, id inward) {
    EXPECT_TRUE(form.takes(inward));
    EXPECT_TRUE(form.apply({&inward, 1}));
    return inward;
}

std::string refusal_of(const outward_shape& shape) {
    const auto made = outward_form::make(shape, "");
    return made ? "" : made.error().message;
}

/// Gives what it is told to.
class told_source final : public id_source {
  public:
    explicit told_source(std::vector<id> all) : left_{std::move(all)} {}
    grant try_generate(std::span<id> out) noexcept override {
        if (left_.empty()) return {.why = errc::exhausted};
        const std::size_t made = std::min(out.size(), left_.size());
        std::copy_n(left_.begin(), made, out.begin());
        left_.erase(left_.begin(), left_.begin() + static_cast<std::ptrdiff_t>(made));
        return {made};
    }
    range_grant try_range(std::uint64_t count) noexcept override { return {{left_.front(), count, 1}}; }
    error explain_refusal(errc why) const override { return {why, "nothing is left"}; }

  private:
    std::vector<id> left_;
};

TEST(outward_forms, are_what_they_were_in_the_first_version) {
    // A change here breaks every outward ID that was ever given out.
    const auto plain = outward_form::make(shape_of_bits(48, 63), "").value();
    EXPECT_EQ(outward_of(plain, {1}).value, 278757321429937);
    EXPECT_EQ(outward_of(plain, {2}).value, 147267291883499);
    const auto of_tag = outward_form::make(shape_of_bits(48, 63), "orders").value();
    EXPECT_EQ(outward_of(of_tag, {1}).value, 117981809600230);
    outward_shape timed = shape_of_bits(62);
    timed.constant = std::uint64_t{1} << 62;
    timed.keys.emplace(3, outward_key(8));
    timed.current = 3;
    EXPECT_EQ(outward_of(outward_form::make(timed, "").value(), {5005325683573915649}).value, -2767948132481474911);
}

TEST(outward_forms, of_two_keys_never_meet_and_each_is_undone) {
    outward_shape shape = shape_of_bits(20, 53);
    shape.keys.emplace(5, outward_key(8));
    const auto before = outward_form::make(shape, "").value();
    shape.current = 5;
    const auto after = outward_form::make(shape, "").value();
    std::vector<id> all(200'000);
    const std::span<id> of_old{all.data(), all.size() / 2};
    const std::span<id> of_new{all.data() + of_old.size(), of_old.size()};
    for (std::size_t number = 0; number < of_old.size(); ++number)
        of_old[number] = of_new[number] = id::from_bits(number);
    ASSERT_TRUE(before.apply(of_old));
    ASSERT_TRUE(after.apply(of_new));
    EXPECT_TRUE(std::ranges::all_of(of_old, [](id each) { return each.bits() >> 20 == 0; }));
    EXPECT_TRUE(std::ranges::all_of(of_new, [](id each) { return each.bits() >> 20 == 5; }));
    std::ranges::sort(all);
    EXPECT_EQ(std::ranges::adjacent_find(all), all.end());
    for (std::int64_t number = 0; number < 1 << 20; number += 9973)
        for (const auto* const form : {&before, &after})
            EXPECT_EQ(before.inward(outward_of(*form, {number})).value(), id{number}) << "after a rotation, too";
}

TEST(outward_forms, take_off_what_all_ids_share_and_put_it_back) {
    outward_shape shape = shape_of_bits(60);
    shape.keys[0] = std::make_shared<const testing::identity_permutations>();
    shape.constant = std::uint64_t{0xd} << 60;
    const auto form = outward_form::make(shape, "").value();
    const id inward = id::from_bits(shape.constant | 12345);
    EXPECT_EQ(outward_of(form, inward), id{12345});
    EXPECT_EQ(form.inward({12345}).value(), inward);
    EXPECT_FALSE(form.takes({12345})) << "an ID of another type";
}

TEST(outward_forms, of_the_highest_identifiers_are_negative_and_are_undone) {
    outward_shape shape = shape_of_bits(63);
    shape.keys.emplace(1, outward_key(9));
    shape.current = 1;
    const auto form = outward_form::make(shape, "").value();
    const id outward = outward_of(form, {123});
    EXPECT_LT(outward.value, 0);
    EXPECT_EQ(form.inward(outward).value(), id{123});
}

TEST(outward_forms, of_64_bits_have_one_key_and_are_undone) {
    const auto form = outward_form::make(shape_of_bits(64), "").value();
    for (const id each : {id{-1}, id{0}, id{1}})
        EXPECT_EQ(form.inward(outward_of(form, each)).value(), each);
}

TEST(outward_forms, differ_from_domain_to_domain) {
    const auto one = outward_form::make(shape_of_bits(48), "a").value();
    const auto other = outward_form::make(shape_of_bits(48), "b").value();
    for (std::int64_t number = 1; number <= 100; ++number)
        EXPECT_NE(outward_of(one, {number}), outward_of(other, {number}));
}

TEST(outward_forms, without_a_sound_shape_are_refused) {
    EXPECT_THAT(refusal_of(shape_of_bits(19)), HasSubstr("20 to 64 are"));
    EXPECT_THAT(refusal_of(shape_of_bits(54, 53)), HasSubstr("bits is 54; these outward IDs have 53 at most"));
    outward_shape shape = shape_of_bits(52, 53);
    shape.keys.emplace(2, outward_key(8));
    EXPECT_THAT(refusal_of(shape), HasSubstr("key 2 has no room: above 52 bits there are 1 for"));
    shape = shape_of_bits(48);
    shape.current = 4;
    EXPECT_EQ(refusal_of(shape), "key is 4, which is not among keys");
}

TEST(outward_forms, of_an_unknown_key_are_refused) {
    outward_shape shape = shape_of_bits(48);
    shape.keys.emplace(2, outward_key(8));
    const auto told = outward_form::make(shape, "").value().inward(id::from_bits(std::uint64_t{3} << 48));
    ASSERT_FALSE(told);
    EXPECT_EQ(told.error().code, errc::invalid_argument);
    EXPECT_EQ(told.error().message, "844424930131968 names key 3; the settings have 0, 2");
}

TEST(outward_streams, give_no_ranges_and_end_where_their_bits_end) {
    told_source ids{{{1}, {2}, {1 << 20}}};
    outward_source outside{ids, outward_form::make(shape_of_bits(20), "").value()};
    EXPECT_EQ(outside.try_range(5).why, errc::invalid_argument);
    EXPECT_EQ(outside.try_block(2).why, errc::invalid_argument);
    EXPECT_THAT(outside.explain_refusal(errc::invalid_argument).message, HasSubstr("without ranges and prefetching"));
    const auto form = outward_form::make(shape_of_bits(20), "").value();
    EXPECT_EQ(form.inward(outside.try_block(1).range.first).value(), id{1});
    id one;
    EXPECT_EQ(outside.try_generate({&one, 1}).made, 1U);
    EXPECT_EQ(form.inward(one).value(), id{2});
    EXPECT_EQ(outside.explain_refusal(errc::exhausted).message, "nothing is left") << "its own reason, so far";
    const grant over = outside.try_generate({&one, 1});
    EXPECT_EQ(over.made, 0U);
    EXPECT_EQ(over.why, errc::exhausted);
    EXPECT_EQ(outside.explain_refusal(over.why).message, "the IDs have outgrown the 20 bits of their outward form");
}

TEST(outward_streams, leave_no_inward_id_with_a_caller_who_is_refused) {
    told_source ids{{{123}, {1 << 20}}};
    outward_source outside{ids, outward_form::make(shape_of_bits(20), "").value()};
    std::array<id, 2> room{id{7}, id{7}};
    EXPECT_EQ(outside.try_generate(room).why, errc::exhausted);
    EXPECT_EQ(room, (std::array<id, 2>{}));
}

TEST(outward_forms, take_the_longest_tag) {
    std::string tag;
    for (int i = 0; i < 128; ++i)
        tag += "\U0001F600";
    ASSERT_TRUE(check_tag(tag));
    const auto form = outward_form::make(shape_of_bits(48), tag).value();
    EXPECT_EQ(form.inward(outward_of(form, {5})).value(), id{5});
}

} // namespace
} // namespace vesta
