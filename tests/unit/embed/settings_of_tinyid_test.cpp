#include "settings_fixture.hpp"

#include <vesta/embed/tinyid.hpp>

namespace vesta::embed {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* tinyid_shipped = R"(server.port=9999
server.context-path=/tinyid

batch.size.max=100000

datasource.tinyid.names=primary
#datasource.tinyid.names=primary,secondary
datasource.tinyid.type=org.apache.tomcat.jdbc.pool.DataSource

datasource.tinyid.primary.driver-class-name=com.mysql.jdbc.Driver
datasource.tinyid.primary.url=jdbc:mysql://10.0.0.9:3307/db_local?autoReconnect=true&useUnicode=true&characterEncoding=UTF-8
datasource.tinyid.primary.username=root
datasource.tinyid.primary.password=geheim
datasource.tinyid.primary.maxActive=10
)";

constexpr const char* second = "datasource.tinyid.names=primary,second-one\n"
                               "datasource.tinyid.second-one.url=jdbc:mysql://[fd00::1]/db2?useSSL=true\n"
                               "datasource.tinyid.second-one.username=other\n"
                               "datasource.tinyid.second-one.password=secret\n";

class settings_of_tinyid : public settings_test {
  protected:
    static std::string yaml(const std::string& properties) {
        return settings_from_tinyid(properties, "application.properties").value();
    }
    static settings all(const std::string& properties) { return read(yaml(properties)); }
    static std::string why_not(const std::string& properties) {
        const auto made = settings_from_tinyid(properties, "application.properties");
        return made ? "fine" : made.error().message;
    }
    /// What was tinyid_shipped with @p line in place of the line of the same key.
    static std::string with(const std::string& line) { return std::string{tinyid_shipped} + line + "\n"; }
};

TEST_F(settings_of_tinyid, name_the_same_table_and_paths) {
    const auto made = all(tinyid_shipped);
    const auto& tags = std::get<segment_settings>(made.generator("tinyid")->of);
    EXPECT_EQ(tags.format, "tinyid");
    EXPECT_EQ(tags.table, "") << "tiny_id_info";
    EXPECT_EQ(tags.refill, "step") << "max_id moves by a step there";
    EXPECT_EQ(tags.order, number_order::strict) << "a node's numbers increase there";
    EXPECT_EQ(tags.store, "primary");
    const auto& store = made.stores.at("primary");
    EXPECT_EQ(store.host, "10.0.0.9");
    EXPECT_EQ(store.port, 3307);
    EXPECT_EQ(store.database, "db_local");
    EXPECT_EQ(store.user, "root");
    EXPECT_EQ(made.rest.listen.front(), "0.0.0.0:9999");
    EXPECT_EQ(made.rest.limits.tinyid_batch, 100'000U);
    EXPECT_THAT(yaml(tinyid_shipped), HasSubstr("# datasource.tinyid.primary.maxActive is not needed."));
    EXPECT_EQ(all(with("batch.size.max=500")).rest.limits.tinyid_batch, 500U);
}

TEST_F(settings_of_tinyid, never_hold_a_password) {
    const std::string two = std::string{tinyid_shipped} + second;
    EXPECT_THAT(yaml(two), Not(AnyOf(HasSubstr("geheim"), HasSubstr("secret"))));
    EXPECT_EQ(all(two).stores.at("primary").password_env, "TINYID_PRIMARY_PASSWORD");
    EXPECT_EQ(all(two).stores.at("second-one").password_env, "TINYID_SECOND_ONE_PASSWORD");
}

TEST_F(settings_of_tinyid, use_the_database_that_their_node_is_given) {
    const auto made =
        settings_from_tinyid(std::string{tinyid_shipped} + second, "application.properties", {.store = "second-one"});
    EXPECT_EQ(read(made.value()).generator("tinyid")->numbers()->store, "second-one");
    EXPECT_FALSE(settings_from_tinyid(tinyid_shipped, "application.properties", {.store = "no-such"}));
}

TEST_F(settings_of_tinyid, have_a_store_for_each_database_and_use_all) {
    const auto made = all(std::string{tinyid_shipped} + second);
    EXPECT_EQ(made.generators.size(), 1U);
    const auto& tags = std::get<segment_settings>(made.generator("tinyid")->of);
    EXPECT_THAT(tags.masters, ::testing::ElementsAre("primary", "second-one"));
    EXPECT_EQ(tags.order, number_order::lanes) << "ranges of two databases do not rise";
    const auto& store = made.stores.at("second-one");
    EXPECT_EQ(store.host, "fd00::1");
    EXPECT_EQ(store.tls, store_tls::verified);
    const auto one = settings_from_tinyid(std::string{tinyid_shipped} + second, "a.properties", {.store = "primary"});
    EXPECT_THAT(one.value(), HasSubstr("In place of store, masters: [primary, second-one] lets this node use all"));
}

TEST_F(settings_of_tinyid, need_the_values_of_placeholders_except_for_a_password) {
    EXPECT_THAT(why_not(with("datasource.tinyid.primary.url=jdbc:mysql://${DB}:3306/ids")),
                HasSubstr(":15: datasource.tinyid.primary.url has a ${...}"));
    const std::string secret = with("datasource.tinyid.primary.password=${DB_PASSWORD}");
    EXPECT_EQ(all(secret).stores.at("primary").password_env, "TINYID_PRIMARY_PASSWORD");
}

TEST_F(settings_of_tinyid, make_no_rows) {
    const std::string line = "generators:\n  t: { kind: segment, store: l, format: tinyid, auto-create: { step: 5 } }";
    const auto refused = parse_settings("stores: { l: { kind: sqlite, file: f } }\n" + line, "test.yaml");
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("generators.t.auto-create is not for format: tinyid"));
}

TEST_F(settings_of_tinyid, say_what_is_wrong_and_in_which_line) {
    EXPECT_EQ(why_not(""), "application.properties: server.servlet.context-path is '/'; this program has TinyId's "
                           "operations below /tinyid/id: let a proxy add /tinyid for clients that leave it out");
    EXPECT_THAT(why_not("server.context-path=/ids\n"),
                HasSubstr("application.properties:1: server.context-path is '/ids'"));
    EXPECT_THAT(why_not(with("datasource.tinyid.names=")),
                HasSubstr(":15: datasource.tinyid.names is missing or empty"));
    for (const std::string names : {"a b", ",primary", "primary,primary"})
        EXPECT_THAT(why_not(with("datasource.tinyid.names=" + names)), HasSubstr("must be the names of databases"))
            << names;
    EXPECT_THAT(why_not(with("datasource.tinyid.names=none")), HasSubstr("datasource.tinyid.none.url is missing"));
    EXPECT_THAT(why_not(with("datasource.tinyid.primary.url=jdbc:oracle:x")),
                HasSubstr(":15: datasource.tinyid.primary.url cannot be read"));
    EXPECT_THAT(why_not(with("datasource.tinyid.primary.username=")), HasSubstr("primary.username is missing"));
    EXPECT_THAT(why_not(with("batch.size.max=many")), HasSubstr("batch.size.max is 'many'"));
    EXPECT_THAT(why_not(with("server.port=x")), Not(HasSubstr("fine")));
}

} // namespace
} // namespace vesta::embed
