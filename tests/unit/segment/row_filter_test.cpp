// Which rows the generator of plain numbers has beside formatted ones, and how much it reserves in them.
#include "rig.hpp"

#include <vesta/segment/formatted_numbers.hpp>

#include <gmock/gmock.h>

namespace vesta::testing {
namespace {

using ::testing::HasSubstr;

class rows_of_formatted_tags : public segment_test {
  protected:
    static number_formats formats() {
        number_formats made;
        made.emplace("invoice",
                     number_format::make({.text = "{year}{month}{day}-{number}", .every = restart::daily}).value());
        made.emplace("slip", number_format::make({.text = "S{number}", .width = 5}).value());
        return made;
    }
};

// A table that ignores case or blanks takes these for a row of a day, and then nobody could make that.
TEST_F(rows_of_formatted_tags, keep_the_names_of_their_days_from_plain_tags) {
    const auto plain = without_periods(table, formats());
    for (const char* const name : {"invoice@2026-11-24", "INVOICE@2026-11-24", "invoice@2026-11-24 ", "x@2@1"}) {
        EXPECT_EQ(plain->create(name, 1).error().code, errc::invalid_argument) << name;
        EXPECT_EQ(plain->reserve({.tag = name, .width = 1}).error().code, errc::invalid_argument) << name;
    }
    EXPECT_TRUE(table->list().value().empty());
    EXPECT_TRUE(plain->create("mail@example", 1).value());
    EXPECT_TRUE(without_periods(table, {})->create("x@2", 1).value()) << "without formats";
}

TEST_F(rows_of_formatted_tags, do_not_use_their_width_up_by_reserving) {
    const auto plain = without_periods(table, formats());
    EXPECT_TRUE(plain->create("slip", 1000).value());
    EXPECT_TRUE(plain->create("other", 1000).value());
    const segment few = plain->reserve({.tag = "slip", .width = 5000}).value();
    EXPECT_EQ(few.end - few.first, 99) << "a thousandth of 99,999";
    const segment many = plain->reserve({.tag = "other", .width = 5000}).value();
    EXPECT_EQ(many.end - many.first, 5000);
}

// A block is one piece, so all of it is reserved at once: small ranges of several nodes would never join.
TEST_F(rows_of_formatted_tags, are_reserved_in_the_pieces_that_callers_wait_for) {
    const auto plain = without_periods(table, formats());
    const auto rival = without_periods(table, formats());
    segment_generator node{plain, {.auto_create = 10}};
    id_source& source = *node.tag("slip").value();
    range_grant given;
    until([&] {
        static_cast<void>(rival->reserve({.tag = "slip", .width = 10})); // so that no range of node's joins the next
        given = source.try_block(5000);
        return given.range.count != 0;
    });
    EXPECT_EQ(given.range.count, 5000U);
    EXPECT_LT(node.status().counts.dropped, 5000U);
}

TEST_F(rows_of_formatted_tags, are_handed_out_in_ranges_only_where_they_are_ids) {
    segment_generator plain{without_periods(table, formats()), {.auto_create = 5}};
    EXPECT_THAT(plain.hand_out("invoice").error().message, HasSubstr("unique as formatted texts only"));
    EXPECT_EQ(plain.hand_out("invoice@2026-11-23").error().code, errc::invalid_argument);
    EXPECT_TRUE(table->list().value().empty());
    EXPECT_TRUE(plain.hand_out("slip"));
}

} // namespace
} // namespace vesta::testing
