#include "support/node.hpp"

#include <gtest/gtest.h>

// Vesta's servers passed the machine ID to makeId where it expects the time: six numbers of one type, side by side.
// Fields that were left out went in as -1 and set all the bits above them.
namespace vesta::testing {
namespace {

/// makeId as it was called: by position.
id by_position(const layout& of, std::int64_t gen_method, std::int64_t time, std::int64_t seq, std::int64_t machine) {
    const auto put = [&of](std::int64_t value, field which) {
        return static_cast<std::uint64_t>(value) << of.shift(which);
    };
    return id::from_bits(put(gen_method, field::gen_method) | put(time, field::time) | put(seq, field::seq) |
                         put(machine, field::machine));
}

// The example of the documents: machine 1021, time 94990103, sequence 0, method 2.
constexpr std::int64_t documented = 2305844108284681216; // what they show
constexpr std::int64_t right = 2407837855670862845;

const layout& seconds() {
    return *find_scheme("vesta")->type("max-peak").value();
}

TEST(fields_given_by_position, landed_in_each_others_places) {
    const std::int64_t machine = 1021;
    const std::int64_t time = 94990103;
    const std::int64_t seq = 0;
    EXPECT_EQ(by_position(seconds(), 2, machine, time, seq).value, documented);
    EXPECT_EQ(by_position(seconds(), 2, time, seq, machine).value, right);
}

TEST(fields_given_by_position, that_were_left_out_flooded_the_bits_above) {
    const fields read = seconds().decode(by_position(seconds(), -1, 94990103, 0, 1021));
    EXPECT_EQ(read.version, 1U);
    EXPECT_EQ(read.type, 1U);
}

TEST(fields_given_by_name, land_in_their_own_places) {
    memory_marks marks;
    manual_clock clock{new_year_2026};
    node ours{marks, clock, {.type = "max-peak"}};
    fields parts;
    parts[field::machine] = 1021;
    parts[field::time] = 94990103;
    parts[field::gen_method] = 2;
    EXPECT_EQ(ours->make(parts).value().value, right);
    EXPECT_NE(ours->make(parts).value().value, documented);
}

TEST(fields_given_by_name, that_are_left_out_are_zero_and_minus_one_is_refused) {
    EXPECT_EQ(seconds().encode({.time = 94990103}).value().bits(), std::uint64_t{94990103} << 30);
    for (const field which : all_fields) {
        fields parts;
        parts[which] = static_cast<std::uint64_t>(std::int64_t{-1});
        EXPECT_EQ(seconds().encode(parts).error().code, errc::invalid_argument) << name(which);
    }
}

} // namespace
} // namespace vesta::testing
