#include "../core/flawed_node.hpp"
#include "open_fixture.hpp"

// Vesta (Java) handed over to this program and back, one machine ID, IDs by the second. It keeps no mark: who came
// after it within its last second began that second again at sequence 0, and 802 IDs of four moves were there twice.
namespace vesta::embed {
namespace {

using namespace std::chrono_literals;

class a_machine_id_handed_over : public open_test {
  protected:
    static constexpr std::size_t many = 400;

    const layout& seconds() const { return *find_scheme("vesta")->type("max-peak").value(); }

    std::string settings_with(const std::string& margin = "") const {
        return "machine-id: { " + margin +
               "property: { id: 1 } }\ngenerators: { default: { kind: vesta, type: max-peak } }\n" +
               "state: { dir: " + (folder_ / "var").string() + " }\n";
    }

    /// What the Java program makes on @p clock, whose sequences start at 0 in each second.
    std::vector<id> made_by_java(testing::manual_clock& clock) const {
        testing::flawed_node java{seconds(), clock, testing::flawed_node::after_waiting::notes_the_new_tick};
        std::vector<id> all;
        while (all.size() < many)
            all.push_back(java.generate().value());
        return all;
    }

    std::vector<id> made_here(const std::string& text, std::string* said = nullptr) {
        auto ids = serve(text, {.log =
                                    [said](severity, std::string_view line) {
                                        if (said != nullptr) *said = line;
                                    }})
                       .value();
        std::vector<id> all(many);
        ids.generate(all).value();
        EXPECT_TRUE(ids.close());
        return all;
    }

    static std::vector<id> both(std::vector<id> a, const std::vector<id>& b) {
        a.insert(a.end(), b.begin(), b.end());
        return a;
    }
};

TEST_F(a_machine_id_handed_over, starts_in_a_second_that_java_cannot_have_been_in) {
    const auto before = made_by_java(clock_);
    EXPECT_EQ(testing::duplicates(both(before, made_here(settings_with()))), 0U);
}

TEST_F(a_machine_id_handed_over, starts_above_a_host_whose_clock_was_ahead_by_the_margin) {
    testing::manual_clock ahead{start + 999ms};
    const auto before = made_by_java(ahead);
    EXPECT_EQ(testing::duplicates(both(before, made_here(settings_with()))), 0U);
}

TEST_F(a_machine_id_handed_over, would_repeat_its_ids_without_the_margin) {
    const auto before = made_by_java(clock_);
    EXPECT_GT(testing::duplicates(both(before, made_here(settings_with("takeover-margin: 0, ")))), 0U);
}

TEST_F(a_machine_id_handed_over, waits_at_the_very_first_start_only) {
    made_here(settings_with());
    const auto first_took = clock_.now() - unix_ns{start};
    EXPECT_GE(first_took, 1s);
    EXPECT_LE(first_took, 2s);
    const auto before = clock_.now();
    made_here(settings_with());
    EXPECT_LT(clock_.now() - before, 10ms);
}

TEST_F(a_machine_id_handed_over, tells_at_its_end_from_when_on_java_may_have_it_back) {
    std::string said;
    const auto here = made_here(settings_with(), &said);
    const auto from = said.find(" from ");
    ASSERT_NE(from, std::string::npos) << said;
    const unix_ms stated = parse_rfc3339(said.substr(from + 6, 24)).value();
    testing::manual_clock too_early{stated - 1ms};
    EXPECT_GT(testing::duplicates(both(here, made_by_java(too_early))), 0U) << "it is not stated later than need be";
    testing::manual_clock then{stated};
    EXPECT_EQ(testing::duplicates(both(here, made_by_java(then))), 0U) << said;
}

} // namespace
} // namespace vesta::embed
