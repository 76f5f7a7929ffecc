#include "settings_fixture.hpp"

#include <vesta/embed/leaf.hpp>

#include <settings/properties.hpp>

namespace vesta::embed {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* shipped = R"(leaf.name=com.sankuai.leaf.opensource.test
leaf.segment.enable=true
leaf.jdbc.url=jdbc:mysql://10.0.0.9:3307/leaf?useUnicode=true&characterEncoding=utf8
leaf.jdbc.username=root
leaf.jdbc.password=geheim

leaf.snowflake.enable=true
leaf.snowflake.zk.address=10.0.0.1:2181,10.0.0.2:2181
leaf.snowflake.port=2182
)";

class settings_of_leaf : public settings_test {
  protected:
    static std::string yaml(const std::string& properties) {
        return settings_from_leaf(properties, "leaf.properties").value();
    }
    static settings all(const std::string& properties) { return read(yaml(properties)); }
    static std::string why_not(const std::string& properties) {
        const auto made = settings_from_leaf(properties, "leaf.properties");
        return made ? "fine" : made.error().message;
    }
};

TEST_F(settings_of_leaf, name_the_same_table_tree_and_generators) {
    const auto made = all(shipped);
    EXPECT_EQ(made.generator("segment")->numbers()->table, "leaf_alloc");
    EXPECT_EQ(made.generator("segment")->numbers()->order, number_order::strict) << "a node's numbers increase there";
    EXPECT_EQ(made.generator("leaf")->kind, "snowflake");
    const auto& store = made.stores.at("leaf");
    EXPECT_EQ(store.host, "10.0.0.9");
    EXPECT_EQ(store.port, 3307);
    EXPECT_EQ(store.database, "leaf");
    EXPECT_EQ(store.user, "root");
    EXPECT_EQ(made.machine_id.zookeeper->hosts, "10.0.0.1:2181,10.0.0.2:2181");
    EXPECT_EQ(made.machine_id.zookeeper->mode, "leaf-forever");
    EXPECT_EQ(made.machine_id.zookeeper->name, "com.sankuai.leaf.opensource.test");
    EXPECT_EQ(made.rest.listen.front(), "0.0.0.0:8080");
    EXPECT_EQ(all(std::string{shipped} + "server.port=9000\n").rest.listen.front(), "0.0.0.0:9000");
}

TEST_F(settings_of_leaf, never_hold_the_password) {
    EXPECT_THAT(yaml(shipped), Not(HasSubstr("geheim")));
    EXPECT_EQ(all(shipped).stores.at("leaf").password_env, "LEAF_JDBC_PASSWORD");
}

TEST_F(settings_of_leaf, may_come_from_the_starters_keys) {
    const auto made = all("leaf.name: x\nleaf.segment.url = jdbc:mysql://db/leaf\nleaf.segment.username root\n"
                          "leaf.snowflake.address=zk:2181\n");
    EXPECT_EQ(made.stores.at("leaf").host, "db");
    EXPECT_EQ(made.stores.at("leaf").port, 3306);
    EXPECT_EQ(made.stores.at("leaf").password_env, "");
    EXPECT_EQ(made.machine_id.zookeeper->hosts, "zk:2181");
}

TEST_F(settings_of_leaf, leave_out_what_is_switched_off) {
    const auto only_segments = all(std::string{shipped} + "leaf.snowflake.enable=false\n");
    EXPECT_EQ(only_segments.generator("leaf"), nullptr);
    EXPECT_FALSE(only_segments.machine_id.zookeeper);
    const auto only_snowflakes = all(std::string{shipped} + "leaf.segment.enable=false\n");
    EXPECT_EQ(only_snowflakes.generator("segment"), nullptr);
    EXPECT_TRUE(only_snowflakes.stores.empty());
}

TEST_F(settings_of_leaf, name_the_one_node_that_they_are_for) {
    const auto of_node = [](const std::string& place, const std::string& more = "") {
        return settings_from_leaf(std::string{shipped} + more, "leaf.properties", {.place = place});
    };
    const auto in_tree = read(of_node("10.0.0.7:2182").value());
    EXPECT_EQ(in_tree.instance, "10.0.0.7:2182");
    EXPECT_EQ(in_tree.machine_id.leaf_file, "/tmp/com.sankuai.leaf.opensource.test/leafconf/2182/workerID.properties");
    EXPECT_THAT(of_node("10.0.0.7:8080").error().message, HasSubstr("10.0.0.7:8080 has another port"));
    const std::string map = "leaf.snowflake.mode=local\nleaf.snowflake.local.workIdMap={\"10.0.0.7:2182\":5}\n";
    const auto by_map = read(of_node("10.0.0.7:2182", map).value());
    EXPECT_EQ(by_map.machine_id.address, "10.0.0.7");
    EXPECT_THAT(by_map.machine_id.leaf_file, HasSubstr("workerID.json"));
    EXPECT_THAT(of_node("10.0.0.8:2182", map).error().message, HasSubstr("has no worker ID for 10.0.0.8:2182"));
}

TEST_F(settings_of_leaf, know_the_modes_of_the_fork) {
    const auto mode = [](const std::string& of) { return all(std::string{shipped} + "leaf.snowflake.mode=" + of); };
    EXPECT_EQ(mode("mysql").machine_id.database->mode, "leaf-mysql");
    EXPECT_THAT(why_not(std::string{shipped} + "leaf.snowflake.mode=zk"),
                HasSubstr("leaf.properties:10: leaf.snowflake.mode is zk;"));
}

TEST_F(settings_of_leaf, say_what_is_wrong_and_in_which_line) {
    EXPECT_EQ(why_not(""), "leaf.properties: leaf.snowflake.zk.address is missing or empty");
    EXPECT_EQ(why_not("leaf.snowflake.enable=false\nleaf.jdbc.url=jdbc:oracle:thin:@x\n"),
              "leaf.properties:2: leaf.jdbc.url cannot be read; it must be jdbc:mysql://host:port/database, where only "
              "the first of "
              "several hosts is written to");
    EXPECT_THAT(why_not("leaf.snowflake.enable=false\nleaf.jdbc.url=jdbc:mysql:loadbalance://a:1,b:2/leaf\n"),
                HasSubstr("only the first of several hosts"));
    EXPECT_EQ(why_not("leaf.segment.enable=yes"),
              "leaf.properties:1: leaf.segment.enable is yes; it must be true or false");
    EXPECT_THAT(why_not("leaf.segment.enable=false\nleaf.snowflake.enable=false"), HasSubstr("are both false"));
}

TEST_F(settings_of_leaf, mention_what_is_not_needed_and_refuse_what_nobody_knows) {
    EXPECT_THAT(yaml(std::string{shipped} + "leaf.snowflake.local.workIdMap={}\n"),
                HasSubstr("# leaf.snowflake.local.workIdMap is not needed"));
    EXPECT_THAT(why_not(std::string{shipped} + "leaf.snowflake.twepoch=1\n"),
                HasSubstr("leaf.properties:10: leaf.snowflake.twepoch is not known here"));
}

// U10: 0.1.0 threw the map away and gave machine ID 1 to every node: 1,942,656 duplicates of 2 x 2 million.
TEST_F(settings_of_leaf, give_each_node_of_mode_local_its_own_worker_id) {
    const std::string local = "leaf.segment.enable=false\nleaf.snowflake.mode=local\n";
    const std::string map =
        R"(leaf.snowflake.local.workIdMap={"10.1.46.33:8080":1,"10.1.46.34:8080":2,"10.1.46.34:8081":0})";
    const auto made = all(local + map);
    EXPECT_EQ(made.machine_id.provider, id_provider::ip_map);
    EXPECT_EQ(made.machine_id.ip_map, (std::map<std::string, std::uint32_t>{
                                          {"10.1.46.33:8080", 1}, {"10.1.46.34:8080", 2}, {"10.1.46.34:8081", 0}}));
    EXPECT_EQ(all(local + R"(leaf.snowflake.local.workIdMap={"10.1.46.33:2182":1}
leaf.snowflake.port=2182)")
                  .machine_id.ip_map.at("10.1.46.33:8080"),
              1U)
        << "the port of REST";
    for (const std::string wrong :
         {R"({"10.1.46.33:2182":1,"10.1.46.33:2183":2})", R"({"10.1.46.33":1})", "{}", "1", "{", R"({"a:1":1})",
          R"({"10.1.46.33:2182":1024})", R"({"10.1.46.33:2182":1,"10.1.46.34:2182":1})"})
        EXPECT_THAT(why_not(local + "leaf.snowflake.port=2182\nleaf.snowflake.local.workIdMap=" + wrong),
                    HasSubstr("leaf.properties:4: leaf.snowflake.local.workIdMap "))
            << wrong;
    EXPECT_THAT(why_not(local), HasSubstr("leaf.snowflake.local.workIdMap is missing or empty"));
}

// U11: 0.1.0 translated it to leased machine IDs: both programs on worker 452 made 2 duplicates in 16,000.
TEST_F(settings_of_leaf, are_refused_where_worker_ids_come_from_a_pool_that_is_not_read_here) {
    const auto why = why_not(std::string{shipped} + "leaf.snowflake.mode=zk_recycle\n");
    EXPECT_THAT(why, HasSubstr("leaf.properties:10: leaf.snowflake.mode is zk_recycle"));
    EXPECT_THAT(why, HasSubstr("0 to 1024 from /snowflake/com.sankuai.leaf.opensource.test/recycle"));
    EXPECT_THAT(why, HasSubstr("stop every Leaf node first"));
}

// They own (max - step, max], Leaf and we [max - step, max): 108 and 62 duplicates over a view of theirs.
TEST_F(settings_of_leaf, are_refused_for_a_database_whose_ranges_include_their_upper_end) {
    for (const std::string name : {"tinyid", "TINY_ID", "cosid"})
        EXPECT_THAT(
            why_not("leaf.snowflake.enable=false\nleaf.jdbc.url=jdbc:mysql://db/" + name + "\nleaf.jdbc.username=x\n"),
            HasSubstr("leaf.properties:2: leaf.jdbc.url names a database of TinyId or CosId"));
}

TEST(java_properties, are_read_as_java_does) {
    const auto all = read_properties("  # no\n!no\n a = 1 \r\nb:two\nc three\\\n   four\nd\\=e=\\t\\\\\nf\n\na=2");
    EXPECT_EQ(all.size(), 5U);
    EXPECT_EQ(all.at("a").value, "2");
    EXPECT_EQ(all.at("a").line, 10);
    EXPECT_EQ(all.at("b").value, "two");
    EXPECT_EQ(all.at("c").value, "threefour");
    EXPECT_EQ(all.at("d=e").value, "\t\\");
    EXPECT_EQ(all.at("f").value, "");
}

} // namespace
} // namespace vesta::embed
