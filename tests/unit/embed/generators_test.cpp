#include "settings_fixture.hpp"

#include <vesta/embed/instance.hpp>

namespace vesta::embed {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// What check_generators finds without opening anything: `vesta check`.
class generators_of_settings : public settings_test {
  protected:
    static std::string verdict(const std::string& generators,
                               const std::string& more = "machine-id: { property: { id: 1 } }") {
        const auto checked = check_generators(read(more + "\ngenerators: { " + generators + " }"));
        if (checked) return "fine";
        EXPECT_EQ(checked.error().code, errc::invalid_settings);
        return checked.error().message;
    }
};

TEST_F(generators_of_settings, may_differ_in_kind_or_type) {
    EXPECT_EQ(verdict("a: { kind: vesta, type: max-peak }, b: { kind: vesta, type: min-granularity }, "
                      "c: { kind: snowflake }, d: { kind: vesta-2015 }"),
              "fine");
}

TEST_F(generators_of_settings, keep_what_threads_set_aside_for_a_bounded_time) {
    EXPECT_EQ(verdict("a: { kind: vesta, order: lanes, max-age: 5ms }, b: { kind: snowflake, order: lanes }"), "fine");
    EXPECT_EQ(verdict("a: { kind: vesta, max-age: 5ms }, b: { kind: snowflake, max-age: 0ms }"), "fine");
    EXPECT_EQ(refusal("generators:\n  a: { kind: vesta, populator: mutex, max-age: 5ms }"),
              "test.yaml:2: generators.a.max-age is only for order: lanes, and for populator: cas");
    EXPECT_EQ(refusal("generators:\n  a: { kind: vesta, order: lanes, max-age: 0ms }"),
              "test.yaml:2: generators.a.max-age must be at least 1ms with order: lanes");
    EXPECT_THAT(refusal("generators:\n  a: { kind: vesta, order: lanes, max-age: 11s }"),
                AllOf(StartsWith("test.yaml:2: generators.a.max-age is '11s'; "), EndsWith(", from 0ms to 10s")));
}

TEST_F(generators_of_settings, that_could_make_the_same_number_are_refused) {
    const auto refused = AllOf(StartsWith("generators.a and generators.b would make the same IDs: both could make "),
                               EndsWith("Z; give one another kind, type, version or gen-method"));
    EXPECT_THAT(verdict("a: { kind: vesta }, b: { kind: vesta }"), refused);
    EXPECT_THAT(verdict("a: { kind: vesta, type: max-peak }, b: { kind: vesta, type: max-peak, populator: mutex }"),
                refused);
    EXPECT_THAT(verdict("a: { kind: vesta }, b: { kind: vesta, type: min-granularity }"), refused)
        << "the default type";
    EXPECT_THAT(verdict("a: { kind: snowflake }, b: { kind: snowflake, gen-method: 1 }"), refused)
        << "a layout without genMethod cannot tell them apart";
}

TEST_F(generators_of_settings, are_told_apart_by_gen_method_and_version) {
    EXPECT_EQ(verdict("a: { kind: vesta, gen-method: 3 }, b: { kind: vesta }"), "fine");
    EXPECT_EQ(verdict("a: { kind: vesta, version: 1 }, b: { kind: vesta }"), "fine");
    EXPECT_THAT(verdict("a: { kind: vesta, gen-method: 1 }, b: { kind: vesta }"), HasSubstr("would make the same IDs"))
        << "b's RPC IDs carry 1 as well";
}

TEST_F(generators_of_settings, of_custom_layouts_are_compared_bit_by_bit) {
    const std::string snowflake = "kind: custom, layout: { time: 41, seq: 12, machine: 10, epoch: 1288834974657, "
                                  "order: [version, type, genMethod, time, machine, seq] }";
    EXPECT_THAT(verdict("a: { kind: snowflake }, b: { " + snowflake + " }"), HasSubstr("would make the same IDs"));
    const std::string same_bits = "kind: custom, layout: { time: 41, seq: 12, machine: 10, epoch: 1288834974657, "
                                  "order: [time, machine, seq, genMethod, type, version] }";
    EXPECT_THAT(verdict("a: { kind: snowflake }, b: { " + same_bits + " }"), HasSubstr("would make the same IDs"))
        << "fields of no bits may lie anywhere";
    const std::string later = "kind: custom, layout: { time: 41, seq: 12, machine: 10, epoch: 1288834974658, "
                              "order: [version, type, genMethod, time, machine, seq] }";
    EXPECT_THAT(verdict("a: { kind: snowflake }, b: { " + later + " }"), HasSubstr("would make the same IDs"))
        << "a millisecond later it makes what the other makes now";
}

TEST_F(generators_of_settings, have_a_gen_method_that_fits_their_layout) {
    EXPECT_EQ(verdict("a: { kind: vesta-2018 }"),
              "generators.a: genMethod 2 (rest) does not fit layout vesta-2018, which takes 0 to 1; set gen-method");
    EXPECT_EQ(verdict("a: { kind: vesta-2018, gen-method: 1 }"), "fine");
    EXPECT_EQ(verdict("a: { kind: vesta-2018 }", "machine-id: { property: { id: 1 } }\nrest: { enabled: false }"),
              "fine");
    EXPECT_THAT(verdict("a: { kind: vesta-2018, gen-method: 3 }"), HasSubstr("genMethod 3 (reserved) does not fit"));
}

TEST_F(generators_of_settings, have_machine_ids_that_fit_all_layouts) {
    EXPECT_EQ(verdict("a: { kind: vesta }", "machine-id: { property: { id: 1024 } }"),
              "machine ID 1024 (machine-id.property.id) does not fit the layout: it must be 0 to 1023");
    EXPECT_EQ(verdict("a: { kind: vesta }, b: { kind: custom, layout: { time: 41, seq: 12, machine: 3 } }",
                      "machine-id: { property: { ids: [7, 8] } }"),
              "machine ID 8 (machine-id.property.ids) does not fit the layout: it must be 0 to 7");
    EXPECT_EQ(
        verdict("a: { kind: vesta }", "machine-id: { provider: ip-map, ip-map: { 10.0.0.1: 5, 10.0.0.2: 1024 } }"),
        "machine ID 1024 (machine-id.ip-map) does not fit the layout: it must be 0 to 1023");
    EXPECT_EQ(verdict("a: { kind: vesta }", "machine-id: { property: { ids: [7, 7] } }"),
              "machine ID 7 (machine-id.property.ids) is given twice");
}

TEST_F(generators_of_settings, have_no_machine_id_that_nobody_chose) {
    EXPECT_THAT(verdict("a: { kind: vesta }", ""), HasSubstr("no machine ID: set machine-id.property.id"));
    EXPECT_EQ(verdict("a: { kind: vesta }", "machine-id: { property: { host-name-ordinal: true } }"), "fine")
        << "only the host itself can say";
    EXPECT_EQ(verdict("a: { kind: vesta }", "machine-id: { provider: ordinal }"), "fine");
    EXPECT_EQ(verdict("s: { kind: segment, store: m }", "stores: { m: { kind: sqlite, file: f } }"), "fine")
        << "numbers need none";
}

} // namespace
} // namespace vesta::embed
