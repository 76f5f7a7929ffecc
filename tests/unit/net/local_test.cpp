// Unix sockets, and several addresses at once.
#include "support/local_peer.hpp"
#include "tls_world.hpp"

#include <gmock/gmock.h>
#include <sys/stat.h>

namespace vesta::net {
namespace {

using ::testing::HasSubstr;
using vesta::testing::local_peer;

class local_places : public tls_world {
  protected:
    std::string listen_there() const { return "unix:" + path_; }
    static result<std::vector<listen_address>> start(const std::string& where) {
        server_state state;
        toy_world world;
        server second{{.listen = where, .threads = 1}, state};
        return second.listen([&] { return std::make_unique<toy_dialect>(world); });
    }

    const std::string path_ = folder_ / "socket";
};

TEST_F(local_places, are_served_beside_ports_and_by_all_threads) {
    toy_server it{{.listen = "127.0.0.1:0," + listen_there() + ",[::1]:0", .threads = 3}};
    ASSERT_EQ(it.addresses.size(), 3U);
    EXPECT_NE(std::get<tcp_endpoint>(it.addresses[2]).port(), 0);
    EXPECT_EQ(to_text(it.addresses[1]), listen_there());
    std::vector<std::unique_ptr<local_peer>> peers;
    for (int i = 0; i < 20; ++i)
        peers.push_back(std::make_unique<local_peer>(path_));
    for (const auto& each : peers)
        EXPECT_EQ(each->echo("here\n"), "here\n");
    auto by_tcp = it.connect();
    by_tcp.send("there\n");
    EXPECT_EQ(by_tcp.read(6), "there\n");
    EXPECT_THAT(it.world.log(), HasSubstr(listen_there())); // the address of a client
}

TEST_F(local_places, have_no_tls_where_ports_have) {
    const toy_server it{secured({.listen = "127.0.0.1:0," + listen_there()})};
    EXPECT_EQ(local_peer{path_}.echo("plain\n"), "plain\n");
    auto peer = connect(it);
    peer.send("secure\n");
    EXPECT_EQ(peer.read(7), "secure\n");
}

TEST_F(local_places, let_owner_and_group_in_and_are_gone_at_the_end) {
    const mode_t before = ::umask(0077);
    {
        const toy_server it{{.listen = listen_there()}};
        struct stat about{};
        ASSERT_EQ(::stat(path_.c_str(), &about), 0);
        EXPECT_TRUE(S_ISSOCK(about.st_mode));
        EXPECT_EQ(about.st_mode & 0777, 0660U);
    }
    ::umask(before);
    EXPECT_FALSE(std::filesystem::exists(path_));
}

TEST_F(local_places, are_taken_over_from_a_server_that_is_gone) {
    {
        const descriptor left{::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};
        sockaddr_un where{.sun_family = AF_UNIX, .sun_path = {}};
        path_.copy(where.sun_path, sizeof where.sun_path - 1);
        ASSERT_EQ(::bind(left.number(), reinterpret_cast<const sockaddr*>(&where), sizeof where), 0);
    }
    ASSERT_TRUE(std::filesystem::exists(path_));
    const toy_server it{{.listen = listen_there()}};
    EXPECT_EQ(local_peer{path_}.echo("a\n"), "a\n");
}

TEST_F(local_places, are_not_taken_from_a_server_that_lives) {
    const toy_server it{{.listen = listen_there()}};
    EXPECT_EQ(start(listen_there()).error().code, errc::in_use);
    EXPECT_EQ(local_peer{path_}.echo("a\n"), "a\n");
}

TEST_F(local_places, are_not_made_in_place_of_other_files) {
    std::ofstream{path_} << "precious";
    const auto refused = start(listen_there());
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::invalid_settings);
    EXPECT_THAT(refused.error().message, HasSubstr("the file there is no socket"));
    EXPECT_EQ(vesta::testing::read_all(path_), "precious");
    EXPECT_EQ(start("unix:" + path_ + "/below").error().code, errc::invalid_settings);
}

TEST_F(local_places, stay_where_another_server_has_replaced_them) {
    auto it = std::make_unique<toy_server>(server_options{.listen = listen_there()});
    std::filesystem::remove(path_);
    const toy_server next{{.listen = listen_there()}};
    it.reset();
    EXPECT_EQ(local_peer{path_}.echo("a\n"), "a\n");
}

TEST(addresses, are_read_or_refused) {
    EXPECT_EQ(parse_listen_addresses("127.0.0.1:1,unix:/a").value().size(), 2U);
    for (const char* text : {"", "127.0.0.1:1,", "unix:", "unix", "127.0.0.1"})
        EXPECT_EQ(parse_listen_addresses(text).error().code, errc::invalid_settings) << text;
    EXPECT_TRUE(parse_listen_addresses("unix:" + std::string(107, 'x')));
    EXPECT_FALSE(parse_listen_addresses("unix:" + std::string(108, 'x')));
}

} // namespace
} // namespace vesta::net
