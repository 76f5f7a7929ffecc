#pragma once

#include <vesta/id/scheme.hpp>
#include <vesta/migrate/plan.hpp>

#include <gmock/gmock.h>

#include <string>
#include <vector>

/// Fleets that have nothing in the way, for tests to put something there.
namespace vesta::migrate {

using namespace std::chrono_literals;
using ::testing::AnyOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

inline constexpr unix_ms now{1'795'392'000'000ms}; // 2026-11-23

inline std::vector<id_pattern> patterns_of(const char* family, const char* type = "",
                                           gen_method method = gen_method::rest) {
    return {id_pattern::make(*find_scheme(family)->type(type).value(), 0, method).value()};
}

inline id_assignment::entry worker(const std::string& instance, std::uint32_t id,
                                   std::chrono::milliseconds ago = 2'000ms) {
    return {.instance = instance, .id = machine_id{id}, .last = now - ago, .written = now - ago};
}

inline node_facts leaf_node(const std::string& name) {
    return {.name = name,
            .file = "leaf.properties",
            .settings = "generators: { leaf: { kind: snowflake } }\n",
            .how = assignment::leaf_tree,
            .layout = "snowflake",
            .patterns = patterns_of("snowflake"),
            .port = 8080,
            .leaf_file = "/tmp/x/leafconf/8080/workerID.properties",
            .secrets = {"LEAF_JDBC_PASSWORD"}};
}

inline seen_tag tag(const std::string& name, std::int64_t max_id = 70'001, std::int64_t step = 2000) {
    return {.tag = name, .row = tag_row{.tag = name, .max_id = max_id, .step = step}};
}

inline table_facts leaf_table() {
    return {.where = "leaf_alloc of db:3306/leaf",
            .name = "leaf_alloc",
            .seen = {.columns = {{"biz_tag", "varchar"}, {"max_id", "bigint"}, {"step", "int"}},
                     .engine = "InnoDB",
                     .tags = {tag("order")}}};
}

/// Two of three nodes are to be replaced.
inline facts leaf_fleet() {
    return {.from = old_program::leaf,
            .now = now,
            .nodes = {leaf_node("10.0.0.1:8080"), leaf_node("10.0.0.2:8080")},
            .assigned = register_facts{.where = "the tree",
                                       .entries = {worker("10.0.0.1:8080", 1), worker("10.0.0.2:8080", 2),
                                                   worker("10.0.0.3:8080", 3)}},
            .tables = {leaf_table()},
            .folder = "plan"};
}

inline node_facts vesta_node(const std::string& name, std::uint32_t machine, gen_method method = gen_method::rest) {
    return {.name = name,
            .file = name + ".properties",
            .settings = "generators: { default: { kind: vesta } }\n",
            .how = assignment::by_settings,
            .machine = machine_id{machine},
            .layout = "vesta",
            .patterns = patterns_of("vesta", "max-peak", method),
            .port = 8080};
}

/// Two nodes whose settings give them their machine IDs.
inline facts vesta_fleet() {
    return {.from = old_program::vesta, .now = now, .nodes = {vesta_node("a", 1021), vesta_node("b", 1022)}};
}

inline std::vector<std::string> whats(const plan& of) {
    std::vector<std::string> all;
    for (const refusal& each : of.refusals)
        all.push_back(each.what);
    return all;
}

inline std::vector<std::string> rights(const plan& of) {
    std::vector<std::string> all;
    for (const refusal& each : of.refusals)
        all.push_back(each.right);
    return all;
}

} // namespace vesta::migrate
