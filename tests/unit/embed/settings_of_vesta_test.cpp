#include <vesta/embed/settings.hpp>
#include <vesta/embed/vesta_java.hpp>

#include <gmock/gmock.h>

namespace vesta::embed {
namespace {

using ::testing::HasSubstr;

/// What the settings are, once read again.
settings translated(std::string_view properties, std::string_view layout = "vesta") {
    return parse_settings(settings_from_vesta(properties, "v.properties", layout).value(), "test").value();
}

std::string java_refusal(std::string_view properties, std::string_view layout = "vesta") {
    const auto made = settings_from_vesta(properties, "v.properties", layout);
    return made ? "none" : made.error().message;
}

TEST(settings_of_vesta, carry_a_rest_server_over) {
    const auto all = translated("vesta.machine=1021\nvesta.genMethod=2\nvesta.type=1\nvesta.port=8088\n");
    EXPECT_EQ(all.machine_id.property.id, 1021U);
    const auto& generator = *all.generator("default");
    EXPECT_EQ(generator.kind, "vesta");
    EXPECT_EQ(generator.timed()->type, "min-granularity");
    EXPECT_EQ(generator.timed()->gen_method, 2U);
    EXPECT_EQ(all.rest.listen, std::vector<std::string>{"0.0.0.0:8088"});
    EXPECT_FALSE(all.rpc.enabled);
}

TEST(settings_of_vesta, say_which_of_its_servers_clients_know) {
    const auto manners = [](const std::string& more, std::string_view layout) {
        return translated("vesta.machine=1\nvesta.genMethod=2\n" + more, layout).rest.compatibility;
    };
    EXPECT_EQ(manners("vesta.port=8088\n", "vesta"), rest::compatibility::netty_2017);
    EXPECT_EQ(manners("vesta.port=8088\n", "vesta-2018"), rest::compatibility::netty);
    EXPECT_EQ(manners("", "vesta"), rest::compatibility::boot);
    EXPECT_EQ(translated("vesta.machine=1\n").rest.compatibility, rest::compatibility::own) << "no server";
}

TEST(settings_of_vesta, carry_an_embedded_generator_and_a_dubbo_server_over) {
    const auto embedded = translated("vesta.machine=1\n");
    EXPECT_EQ(embedded.generator("default")->timed()->type, "max-peak");
    EXPECT_FALSE(embedded.generator("default")->timed()->gen_method);
    EXPECT_FALSE(embedded.rest.enabled);
    const auto served =
        translated("vesta.service.register.center=multicast://224.5.6.7:1234\nvesta.service.port=20880\n"
                   "vesta.machine=1023\nvesta.genMethod=1\n");
    EXPECT_TRUE(served.rpc.enabled);
    EXPECT_EQ(served.generator("default")->timed()->gen_method, 1U);
}

TEST(settings_of_vesta, name_the_one_node_that_they_are_for) {
    const auto of_node = [](std::string_view properties) {
        return parse_settings(settings_from_vesta(properties, "v.properties", "vesta",
                                                  {.place = "10.0.0.6", .margin = std::chrono::seconds{2}})
                                  .value(),
                              "test")
            .value();
    };
    const auto listed = of_node("vesta.ips=10.0.0.5,10.0.0.6\n");
    EXPECT_EQ(listed.machine_id.address, "10.0.0.6");
    EXPECT_EQ(listed.machine_id.takeover_margin, std::chrono::seconds{2});
    EXPECT_EQ(of_node("vesta.db.url=db:3306\nvesta.db.dbname=v\nvesta.db.user=u\n").instance, "10.0.0.6");
    EXPECT_EQ(of_node("vesta.machine=3\n").machine_id.takeover_margin, std::chrono::seconds{2});
}

TEST(settings_of_vesta, keep_a_rest_server_of_2018_apart_from_the_ids_that_it_made) {
    const auto all = translated("vesta.machine=1022\nvesta.genMethod=2\nvesta.type=0\n", "vesta-2018");
    EXPECT_EQ(all.generator("default")->timed()->gen_method, 1U);
    EXPECT_EQ(translated("vesta.machine=1\nvesta.type=2\n", "vesta-2018").generator("default")->timed()->type, "short");
    EXPECT_THAT(java_refusal("vesta.machine=1\nvesta.type=2\n"), HasSubstr("which only vesta-2018 has"));
}

TEST(settings_of_vesta, take_machine_ids_from_addresses_or_the_table) {
    const auto by_address = translated("vesta.ips=10.0.0.11,10.0.0.12\n");
    EXPECT_EQ(by_address.machine_id.ip_map.at("10.0.0.12"), 1U);
    const auto by_table = translated("providerType=DB\nvesta.machine=1\nvesta.db.url=db1:3307\nvesta.db.dbname="
                                     "ids\nvesta.db.user=u\nvesta.db.password=p\n");
    EXPECT_EQ(by_table.machine_id.database->mode, "vesta-table");
    EXPECT_EQ(by_table.stores.at("vesta").host, "db1");
    EXPECT_EQ(by_table.stores.at("vesta").port, 3307);
    EXPECT_EQ(by_table.stores.at("vesta").password_env, "VESTA_DB_PASSWORD");
}

TEST(settings_of_vesta, are_refused_where_they_cannot_be_carried_over) {
    EXPECT_EQ(java_refusal("\nvesta.machine=1024\n"), "v.properties:2: machine is '1024'; it must be 0 to 1023");
    EXPECT_THAT(java_refusal("vesta.machine=1\nvesta.ips=10.0.0.1\n"), HasSubstr("add providerType=PROPERTY"));
    EXPECT_THAT(java_refusal("vesta.type=1\n"), HasSubstr("machine is missing"));
    EXPECT_THAT(java_refusal("machineId=${vesta.machine}\n"), HasSubstr("which stands in a properties file"));
    EXPECT_THAT(java_refusal("vesta.machine=1\nvesta.epoch=5\n"), HasSubstr("vesta.epoch is not known here"));
    EXPECT_THAT(java_refusal("providerType=ZOOKEEPER\n"), HasSubstr("it must be PROPERTY, IP_CONFIGURABLE or DB"));
    EXPECT_THAT(java_refusal("vesta.machine=1\nversion=1\n"), HasSubstr("keeps for a layout to come"));
}

} // namespace
} // namespace vesta::embed
