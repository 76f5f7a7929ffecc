#include "assembly/plan.hpp"
#include "settings_fixture.hpp"

#include <vesta/embed/backfill.hpp>
#include <vesta/id/scheme.hpp>

// Machine IDs that are set aside for IDs of the past.
namespace vesta::embed {
namespace {

using ::testing::HasSubstr;

class machine_ids_set_aside : public settings_test {
  protected:
    static settings lent(const std::string& more) {
        return read("machine-id: { provider: database, database: { store: main }" + more +
                    " }\nstores: { main: { kind: sqlite, file: a.db } }\ngenerators: { default: { kind: vesta } }\n");
    }
    static std::uint32_t most_asked_for(const settings& of) {
        return request_for(of, plan_generators(of, {}).value(), {}).max_id;
    }
};

TEST_F(machine_ids_set_aside, are_none_that_a_store_is_asked_for) {
    EXPECT_EQ(most_asked_for(lent("")), 1023U);
    EXPECT_EQ(most_asked_for(lent(", backfill: 1000")), 999U);
    EXPECT_EQ(most_asked_for(lent(", backfill: 4294967295")), 1023U);
}

TEST_F(machine_ids_set_aside, are_not_among_those_of_the_settings) {
    EXPECT_THAT(refusal("machine-id: { backfill: 9, property: { ids: [7, 9] } }\ngenerators: { a: }"),
                HasSubstr("machine-id.property.ids gives machine ID 9; those from 9 on are set aside"));
    EXPECT_THAT(refusal("machine-id: { backfill: 9, provider: ip-map, ip-map: { 10.0.0.1: 10 } }\ngenerators: { a: }"),
                HasSubstr("machine-id.ip-map gives machine ID 10"));
    EXPECT_EQ(refusal("machine-id: { backfill: 9, property: { id: 8 } }\ngenerators: { a: }"), "accepted");
}

TEST_F(machine_ids_set_aside, are_needed_for_an_id_of_the_past) {
    const layout& type = find_scheme("vesta")->types().front();
    EXPECT_EQ(backfill_machine(lent(", backfill: 1000"), type, {}).value(), machine_id{1000});
    EXPECT_EQ(backfill_machine(lent(", backfill: 1000"), type, machine_id{1023}).value(), machine_id{1023});
    EXPECT_EQ(backfill_machine(lent(", backfill: 1000"), type, machine_id{999}).error().code, errc::invalid_argument);
    EXPECT_EQ(backfill_machine(lent(", backfill: 1024"), type, {}).error().code, errc::invalid_argument);
    EXPECT_EQ(backfill_machine(lent(""), type, {}).error().code, errc::invalid_settings);
}

TEST_F(machine_ids_set_aside, are_compared_with_no_generator_whose_ids_leave_in_another_form) {
    const auto beside = [](const std::string& form) {
        return read(
            "machine-id: { backfill: 1, property: { id: 0 } }\ngenerators: { default: { kind: snowflake }, other: { "
            "kind: custom, layout: { time: 41, seq: 10, machine: 12, epoch: 1423014174657 }" +
            form + " } }\n");
    };
    const id met{1895806220497850368}; // the other layout's, of machine ID 0, in 2029
    const auto refused = check_not_met(beside(""), met);
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("generator other too, of machine ID 0 at 2029-06-01T12:00:00.000Z"));
    EXPECT_TRUE(check_not_met(beside(", outward: { keys: { 0: { key-env: A, fingerprint: ff1-1 } } }"), met));
}

} // namespace
} // namespace vesta::embed
