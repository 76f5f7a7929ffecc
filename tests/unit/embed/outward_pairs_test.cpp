#include "open_fixture.hpp"

#include <fstream>
#include <set>

// Several generators of one layout whose IDs leave in different forms.
namespace vesta::embed {
namespace {

class generators_of_one_layout : public open_test {
  protected:
    generators_of_one_layout() { std::ofstream{folder_ / "first.key"} << "000102030405060708090a0b0c0d0e0f\n"; }

    std::string under_first(const std::string& form) const {
        return "outward: { keys: { 0: { key-file: " + (folder_ / "first.key").string() +
               ", fingerprint: ff1-c6a13b37878f5b82-" + form + " } } }";
    }
    static std::string under_second(const std::string& form) {
        return "outward: { keys: { 0: { key-env: VESTA_TEST_KEY, fingerprint: ff1-ebc95850798949f8-" + form + " } } }";
    }

    /// What leaves is unique for each of the two, also when the process starts again.
    void expect_each_unique(const std::string& text) {
        std::set<id> of_default;
        std::set<id> of_other;
        for (int started = 1; started <= 2; ++started) {
            auto opened = serve(text);
            ASSERT_TRUE(opened) << opened.error().message;
            for (int i = 0; i < 500; ++i) {
                EXPECT_TRUE(of_default.insert(answer_of(opened->get("default").value()).value()).second);
                EXPECT_TRUE(of_other.insert(answer_of(opened->get("other").value()).value()).second);
            }
            EXPECT_TRUE(opened->close());
        }
        EXPECT_EQ(of_default.size(), 1000U);
        EXPECT_EQ(of_other.size(), 1000U);
    }

    const testing::variable second_{"VESTA_TEST_KEY", "ffeeddccbbaa99887766554433221100"};
};

TEST_F(generators_of_one_layout, may_be_one_as_it_is_and_one_in_outward_form) {
    expect_each_unique(yaml("default: { kind: snowflake }, other: { kind: snowflake, " + under_first("63") + " }"));
}

TEST_F(generators_of_one_layout, may_leave_under_two_keys_so_that_one_goes_on_where_the_other_has_no_identifier_left) {
    expect_each_unique(
        yaml("default: { kind: js, " + under_first("53") + " }, other: { kind: js, " + under_second("53") + " }"));
}

TEST_F(generators_of_one_layout, are_refused_where_both_leave_as_they_are) {
    expect_refused(serve(yaml("default: { kind: snowflake }, other: { kind: snowflake }")), errc::invalid_settings,
                   "generators.default and generators.other would make the same IDs: both could make ");
}

TEST_F(generators_of_one_layout, need_one_epoch_too_since_marks_know_what_is_behind) {
    const std::string near = "kind: custom, layout: { time: 41, seq: 12, machine: 10, epoch: 1288834975657 }, ";
    expect_refused(serve(yaml("default: { kind: snowflake }, other: { " + near + under_first("63") + " }")),
                   errc::invalid_settings,
                   "generators.default and generators.other would make the same IDs behind their outward forms, and "
                   "marks know those of each layout alone: both could make ");
}

} // namespace
} // namespace vesta::embed
