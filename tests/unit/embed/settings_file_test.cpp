#include "settings_fixture.hpp"
#include "support/temp_folder.hpp"

#include <filesystem>

namespace vesta::embed {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using vesta::testing::temp_folder;
using vesta::testing::variable;
using vesta::testing::write_all;

class a_settings_file : public settings_test {
  protected:
    void SetUp() override { std::filesystem::current_path(folder_.path()); }
    void TearDown() override { std::filesystem::current_path("/"); }

    temp_folder folder_;
};

TEST_F(a_settings_file, is_read) {
    write_all("a.yaml", with("instance: node-a"));
    EXPECT_EQ(load_settings("a.yaml").value().instance, "node-a");
}

TEST_F(a_settings_file, is_named_in_errors) {
    write_all("a.yaml", with("nonsense: 1"));
    EXPECT_THAT(load_settings("a.yaml").error().message, ::testing::StartsWith("a.yaml:3: nonsense is not a setting"));
}

TEST_F(a_settings_file, that_cannot_be_read_is_an_error_with_the_reason) {
    EXPECT_EQ(load_settings("none.yaml").error().message,
              "no settings: cannot read none.yaml: No such file or directory");
    EXPECT_EQ(load_settings("/").error().message, "no settings: cannot read /: Is a directory");
    EXPECT_EQ(load_settings("none.yaml").error().code, errc::invalid_settings);
}

TEST_F(a_settings_file, that_is_empty_has_no_generator) {
    write_all("a.yaml", "");
    EXPECT_THAT(load_settings("a.yaml").error().message, HasSubstr("generators is empty"));
}

TEST_F(a_settings_file, is_not_without_end) {
    EXPECT_EQ(load_settings("/dev/zero").error().message,
              "no settings: cannot read /dev/zero: it is larger than 1 MiB");
}

TEST_F(a_settings_file, is_where_relative_paths_of_certificates_begin) {
    write_all("a.yaml",
              "generators: { a: }\npeers: ['b:1']\npeers-tls: { ca-file: ca.pem, certificate: c.pem, key: /k.pem }\n"
              "stores: { m: { kind: mysql, database: d, tls: verified, ca-file: ca.pem, certificate: c, key: k } }");
    const auto all = load_settings("a.yaml").value();
    const auto here = std::filesystem::current_path();
    EXPECT_EQ(all.peers_tls->ca_file, here / "ca.pem");
    EXPECT_EQ(all.peers_tls->certificate, here / "c.pem");
    EXPECT_EQ(all.peers_tls->key, "/k.pem");
    EXPECT_EQ(all.stores.at("m").ca_file, here / "ca.pem");
    EXPECT_EQ(all.stores.at("m").certificate, here / "c");
    EXPECT_EQ(all.stores.at("m").key, here / "k");
}

TEST_F(a_settings_file, is_where_relative_paths_of_outward_keys_begin) {
    write_all("a.yaml", "generators: { a: { outward: { keys: { 0: { key-file: k }, 1: { key-env: E } } } } }");
    const auto all = load_settings("a.yaml").value();
    const auto& keys = all.generator("a")->outward->keys;
    EXPECT_EQ(keys.at("0").key_file, std::filesystem::current_path() / "k");
    EXPECT_EQ(keys.at("1").key_file, "");
}

TEST_F(a_settings_file, is_looked_for_where_the_environment_says) {
    config_.put("somewhere.yaml");
    std::filesystem::create_directory("conf");
    write_all("conf/vesta.yaml", with(""));
    EXPECT_EQ(find_settings().value(), "somewhere.yaml") << "there or not: what was asked for is what is used";
}

TEST_F(a_settings_file, is_looked_for_below_conf) {
    std::filesystem::create_directory("conf");
    write_all("conf/vesta.yaml", with(""));
    EXPECT_EQ(find_settings().value(), "./conf/vesta.yaml");
}

TEST_F(a_settings_file, that_is_nowhere_is_an_error_that_says_where_it_may_be) {
    const auto found = find_settings();
    ASSERT_FALSE(found) << "this host has a settings file of its own: " << *found;
    EXPECT_EQ(found.error().code, errc::invalid_settings);
    for (const char* place : {"--config", "VESTA_CONFIG", "./conf/vesta.yaml", "/etc/vesta/vesta.yaml"})
        EXPECT_THAT(found.error().message, HasSubstr(place));
}

TEST_F(a_settings_file, keeps_secrets_in_other_files) {
    write_all("secret", "s3cr3t with spaces \r\n\n");
    EXPECT_EQ(read_secret("secret", "", "stores.main").value(), "s3cr3t with spaces ");
    EXPECT_EQ(read_secret("", "", "stores.main").value(), "");
    write_all("empty", "\n");
    EXPECT_EQ(read_secret("empty", "", "stores.main").error().message, "stores.main.password-file empty is empty");
    EXPECT_EQ(read_secret("none", "", "stores.main").error().message,
              "stores.main.password-file: cannot read none: No such file or directory");
    EXPECT_EQ(read_secret("/", "", "rpc").error().message, "rpc.password-file: cannot read /: Is a directory");
}

TEST_F(a_settings_file, keeps_secrets_in_the_environment) {
    variable secret{"VESTA_TEST_SECRET", "s3cr3t"};
    EXPECT_EQ(read_secret("", "VESTA_TEST_SECRET", "rpc").value(), "s3cr3t");
    secret.put(nullptr);
    EXPECT_EQ(read_secret("", "VESTA_TEST_SECRET", "rpc").error().message,
              "rpc.password-env names VESTA_TEST_SECRET, which is not set");
}

} // namespace
} // namespace vesta::embed
