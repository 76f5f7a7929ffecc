#include <gmock/gmock.h>
#include <settings/jdbc.hpp>

namespace vesta::embed {
namespace {

using ::testing::HasSubstr;

jdbc_url read(std::string_view text) {
    auto made = read_jdbc(text);
    EXPECT_TRUE(made) << text << ": " << made.error().message;
    return made ? *made : jdbc_url{};
}

TEST(a_jdbc_url, tells_host_port_and_database) {
    const auto made = read("jdbc:mysql://10.0.0.9:3307/leaf?useUnicode=true&characterEncoding=utf8");
    EXPECT_EQ(made.host, "10.0.0.9");
    EXPECT_EQ(made.port, "3307");
    EXPECT_EQ(made.database, "leaf");
    EXPECT_EQ(made.tls, "");
    EXPECT_EQ(made.others, "");
    EXPECT_EQ(read("jdbc:mariadb://db/ids").port, "3306");
    EXPECT_EQ(to_yaml(made), "host: \"10.0.0.9\", port: 3307, database: \"leaf\"");
}

TEST(a_jdbc_url, may_have_several_hosts_the_first_of_which_is_written_to) {
    for (const std::string scheme : {"jdbc:mysql", "jdbc:mysql:replication", "jdbc:mariadb:sequential",
                                     "jdbc:mariadb:failover", "jdbc:mariadb:aurora"}) {
        const auto made = read(scheme + "://one:3307,two:3308,three/ids");
        EXPECT_EQ(made.host, "one") << scheme;
        EXPECT_EQ(made.port, "3307") << scheme;
        EXPECT_EQ(made.others, "two:3308,three:3306") << scheme;
    }
}

TEST(a_jdbc_url, may_have_addresses_of_ipv6) {
    const auto made = read("jdbc:mysql://[fd00::1]:3307,[fd00::2]/ids");
    EXPECT_EQ(made.host, "fd00::1");
    EXPECT_EQ(made.port, "3307");
    EXPECT_EQ(made.others, "[fd00::2]:3306");
    EXPECT_EQ(read("jdbc:mysql://[::1]/ids").port, "3306");
}

TEST(a_jdbc_url, may_name_hosts_in_parentheses) {
    const auto made = read("jdbc:mysql://address=(protocol=tcp)(host=one)(port=3307),address=(host=two)/ids");
    EXPECT_EQ(made.host, "one");
    EXPECT_EQ(made.port, "3307");
    EXPECT_EQ(made.others, "two:3306");
    EXPECT_EQ(read("jdbc:mysql://(host=one,port=3308)/ids").port, "3308");
    EXPECT_EQ(read("jdbc:mariadb://address=(HOST=fd00::1)/ids").host, "fd00::1");
}

TEST(a_jdbc_url, says_whether_there_is_tls) {
    const auto tls = [](const std::string& parameters) { return read("jdbc:mysql://h/d?" + parameters).tls; };
    EXPECT_EQ(tls("useSSL=false"), "");
    EXPECT_EQ(tls("useSSL=true"), "verified") << "Connector/J 5.1 verifies unless it is told not to";
    EXPECT_EQ(tls("useSSL=true&verifyServerCertificate=false"), "required");
    EXPECT_EQ(tls("useSSL=true&trustServerCertificate=true"), "required");
    EXPECT_EQ(tls("a=b&requireSSL=true"), "required");
    EXPECT_EQ(tls("useSSL=true&verifyServerCertificate=true"), "verified");
    EXPECT_EQ(tls("sslMode=DISABLED&useSSL=true"), "");
    EXPECT_EQ(tls("sslMode=PREFERRED"), "");
    EXPECT_EQ(tls("sslmode=REQUIRED"), "required");
    EXPECT_EQ(tls("sslMode=trust"), "required");
    EXPECT_EQ(tls("sslMode=VERIFY_CA"), "verified");
    EXPECT_EQ(tls("sslMode=verify-full"), "verified");
    EXPECT_THAT(to_yaml(read("jdbc:mysql://h/d?useSSL=true")), HasSubstr(", tls: verified"));
}

TEST(a_jdbc_url, is_refused_where_it_is_none_or_unclear) {
    for (const std::string bad :
         {"", "jdbc:oracle:thin:@x", "jdbc:mysql://h", "jdbc:mysql://h/", "jdbc:mysql:///d", "jdbc:mysql://h:x/d",
          "jdbc:mysql://u:p@h/d", "jdbc:mysql://[::1/d", "jdbc:mysql://h:123456/d", "jdbc:mysql:loadbalance://a,b/d",
          "jdbc:mysql+srv://h/d", "mysql://h/d", "jdbc:mysql://fd00::1/d", "jdbc:mysql://h:/d"}) {
        const auto made = read_jdbc(bad);
        ASSERT_FALSE(made) << bad;
        EXPECT_EQ(made.error().code, errc::invalid_settings);
        EXPECT_THAT(made.error().message, HasSubstr("it must be jdbc:mysql://host:port/database")) << bad;
    }
}

TEST(a_jdbc_url, with_a_user_or_a_password_is_refused_without_telling_it) {
    for (const std::string hosts : {"one,me:geheim@two", "one,address=(host=two)(user=me)(password=geheim)",
                                    "(host=one,user=me,password=geheim)", "one,(host=two,password=geheim)"}) {
        const auto made = read_jdbc("jdbc:mysql://" + hosts + "/ids");
        ASSERT_FALSE(made) << hosts;
        EXPECT_THAT(made.error().message, HasSubstr("has a user or a password")) << hosts;
        EXPECT_THAT(made.error().message, ::testing::Not(HasSubstr("geheim")));
    }
    EXPECT_EQ(read("jdbc:mysql://one,(host=two,port=1,secret=geheim)/ids").others, "two:1");
}

} // namespace
} // namespace vesta::embed
