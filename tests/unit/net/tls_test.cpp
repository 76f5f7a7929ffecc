// TLS: what a server agrees to, and turns over it.
#include "tls_world.hpp"

#include <vector>

namespace vesta::net {
namespace {

using namespace std::chrono_literals;
using vesta::testing::tls_manners;

using tls_turns = tls_world;

TEST_F(tls_turns, answer_what_comes_in_order_and_in_any_pieces) {
    const toy_server it{secured()};
    auto peer = connect(it);
    for (const char each : std::string{"one\ntwo\n"})
        peer.send({&each, 1});
    EXPECT_EQ(peer.read(8), "one\ntwo\n");
    std::string many;
    for (int i = 0; i < 10'000; ++i) // several records, each far longer than the session's room
        many += std::to_string(i) + "\n";
    peer.send(many);
    EXPECT_EQ(peer.read(many.size()), many);
    EXPECT_EQ(it.count(&traffic::bytes_received), 8 + many.size()); // not those of TLS
}

TEST_F(tls_turns, answer_a_request_that_came_with_the_last_of_the_handshake) {
    toy_server it{secured()};
    auto holds = connect(it);
    auto peer = connect(it); // TLS 1.3: the client is done before the server is
    it.hold(holds);
    peer.send("at once\n");
    it.release();
    EXPECT_EQ(peer.read(8), "at once\n");
}

TEST_F(tls_turns, keep_what_the_client_does_not_take_at_once) {
    const toy_server it{secured()};
    auto slow = connect(it);
    slow.send("much 20000\nbehind\n");
    ASSERT_TRUE(it.until([&] { return it.state.unsent_bytes != 0; }));
    EXPECT_EQ(slow.read(20'000 * 1024 + 8), std::string(20'000 * 1024, 'x') + "\nbehind\n");
    EXPECT_TRUE(it.until([&] { return it.count(&traffic::bytes_sent) == 20'000U * 1024 + 8; }));
    EXPECT_TRUE(it.until([&] { return it.state.unsent_bytes == 0; }));
}

TEST_F(tls_turns, go_on_part_by_part_while_others_have_theirs) {
    const toy_server it{secured({.answers = sending::in_rounds})};
    auto slow = connect(it);
    slow.send("many 20000\nbehind\n");
    auto other = connect(it);
    do {
        other.send("here\n");
        EXPECT_EQ(other.read(5), "here\n");
    } while (it.count(&traffic::bytes_sent) < 64U * 1024);
    EXPECT_EQ(slow.read(20'000 * 1024 + 8), std::string(20'000 * 1024, 'x') + "\nbehind\n");
}

TEST_F(tls_turns, answer_a_client_that_sends_no_more) {
    toy_server it{secured()};
    auto peer = connect(it);
    peer.send("one\nwait\ntwo and more than fits\nhal");
    peer.end_sending();
    it.world.ready = true;
    EXPECT_EQ(peer.read_to_end(), "one\nwaited\ntwo and more than fits\nhalf\n");
    EXPECT_TRUE(peer.was_told_goodbye());
    EXPECT_TRUE(it.until([&] { return it.state.open == 0; }));
}

TEST_F(tls_turns, answer_a_client_that_half_closes_below_tls) {
    toy_server it{secured()};
    auto peer = connect(it);
    peer.send("one\nhal");
    ::shutdown(peer.descriptor(), SHUT_WR);
    EXPECT_EQ(peer.read_to_end(), "one\nhalf\n");
    EXPECT_TRUE(it.until([&] { return it.state.open == 0; }));
}

TEST_F(tls_turns, end_with_the_last_answer_and_a_goodbye_whatever_the_client_still_sends) {
    const toy_server it{secured()};
    auto peer = connect(it);
    peer.send("bye\n" + std::string(10'000, 'x'));
    EXPECT_EQ(peer.read_to_end(), "bye\n");
    EXPECT_TRUE(peer.was_told_goodbye());
}

TEST_F(tls_turns, end_at_a_stop_with_a_goodbye) {
    toy_server it{secured({.limit = {.lingering = 50ms}})};
    auto peer = connect(it);
    peer.send("a\n");
    EXPECT_EQ(peer.read(2), "a\n");
    it.serving.begin_stop(1min);
    EXPECT_EQ(peer.read_to_end(), "");
    EXPECT_TRUE(peer.was_told_goodbye());
    EXPECT_TRUE(it.serving.wait());
}

using tls_agreement = tls_world;

TEST_F(tls_agreement, is_on_1_3_and_on_1_2_only_if_that_is_allowed) {
    auto how = manners();
    const toy_server strict{{.tls = context(how)}};
    how.lowest = tls::version::v1_2;
    const toy_server lenient{{.tls = context(how)}};
    EXPECT_EQ(connect(strict).version(), "TLSv1.3");
    EXPECT_THROW(connect(strict, {.highest = TLS1_2_VERSION}), std::runtime_error);
    EXPECT_TRUE(strict.until([&] { return strict.count(&traffic::handshake_failed) == 1; }));
    auto old = connect(lenient, {.highest = TLS1_2_VERSION});
    EXPECT_EQ(old.version(), "TLSv1.2");
    old.send("old\n");
    EXPECT_EQ(old.read(4), "old\n");
    EXPECT_THROW(connect(lenient, {.highest = TLS1_1_VERSION}), std::runtime_error);
}

TEST_F(tls_agreement, is_on_the_protocol_of_the_server_or_on_none) {
    auto how = manners();
    how.protocol = "http/1.1";
    const toy_server it{{.tls = context(how)}};
    EXPECT_EQ(connect(it, {.protocols = std::string{"\x02h2\x08http/1.1"}}).protocol(), "http/1.1");
    EXPECT_EQ(connect(it).protocol(), "");
    EXPECT_THROW(connect(it, {.protocols = std::string{"\x02h2"}}), std::runtime_error);
}

TEST_F(tls_agreement, with_a_client_that_has_a_certificate_tells_its_names) {
    auto how = manners();
    how.clients = tls::client_certificates::required;
    how.client_ca = ca_.file();
    toy_server it{{.tls = context(how)}};
    const auto own = ca_.issue("client", "DNS:orders.example,URI:spiffe://test/orders,email:a@b.example");
    auto peer = connect(it, {.certificate = own.certificate, .key = own.key});
    peer.send("a\n");
    EXPECT_EQ(peer.read(2), "a\n");
    EXPECT_EQ(it.world.log().find("spiffe://test/orders orders.example r1"), 0U) << it.world.log();
}

/// Whether a client gets an answer. In TLS 1.3 it believes to be done before the server has seen its certificate.
bool is_served(const std::function<vesta::testing::tls_peer()>& connect) {
    try {
        auto peer = connect();
        peer.send("a\n");
        return peer.read(2) == "a\n";
    } catch (const std::runtime_error&) {
        return false;
    }
}

TEST_F(tls_agreement, needs_a_certificate_where_it_is_required_and_a_known_one_wherever_it_is_shown) {
    const vesta::testing::authority unknown{folder_.path(), "unknown"};
    const auto own = ca_.issue("client", "DNS:orders.example");
    const auto foreign = unknown.issue("foreign", "DNS:orders.example");
    auto how = manners();
    how.client_ca = ca_.file();
    how.clients = tls::client_certificates::required;
    const toy_server strict{{.tls = context(how)}};
    how.clients = tls::client_certificates::optional;
    const toy_server lenient{{.tls = context(how)}};
    for (const toy_server* each : {&strict, &lenient}) {
        EXPECT_TRUE(is_served([&] { return connect(*each, {.certificate = own.certificate, .key = own.key}); }));
        EXPECT_FALSE(
            is_served([&] { return connect(*each, {.certificate = foreign.certificate, .key = foreign.key}); }));
    }
    EXPECT_FALSE(is_served([&] { return connect(strict); }));
    EXPECT_TRUE(is_served([&] { return connect(lenient); }));
    EXPECT_TRUE(strict.until([&] { return strict.count(&traffic::handshake_failed) == 2; }));
}

TEST_F(tls_agreement, is_not_reached_with_plain_bytes) {
    const toy_server it{secured()};
    auto plain = it.connect();
    plain.send("GET / HTTP/1.1\r\n\r\n");
    EXPECT_EQ(plain.read_to_end().find("HTTP"), std::string::npos);
    EXPECT_TRUE(it.until([&] { return it.state.open == 0; }));
    EXPECT_EQ(it.count(&traffic::handshake_failed), 1U);
    EXPECT_EQ(it.count(&traffic::bytes_received), 0U);
}

using tls_replacement = tls_world;

TEST_F(tls_replacement, is_for_new_connections_while_others_go_on) {
    toy_server it{secured()};
    auto early = connect(it);
    EXPECT_EQ(early.server(), "server");
    ASSERT_TRUE(it.serving.replace_tls(context(manners("next"))));
    auto late = connect(it);
    EXPECT_EQ(late.server(), "next");
    for (tls_peer* each : {&early, &late}) {
        each->send("a\n");
        EXPECT_EQ(each->read(2), "a\n");
    }
}

TEST_F(tls_replacement, loses_no_call_under_load) {
    toy_server it{secured()};
    std::atomic<bool> done{false};
    std::thread replaces{[&] {
        const auto one = context(manners("one"));
        const auto two = context(manners("two"));
        while (!done) {
            EXPECT_TRUE(it.serving.replace_tls(one));
            EXPECT_TRUE(it.serving.replace_tls(two));
        }
    }};
    auto lasting = connect(it);
    for (int i = 0; i < 100; ++i) {
        auto brief = connect(it);
        for (tls_peer* each : {&lasting, &brief}) {
            each->send("a\n");
            EXPECT_EQ(each->read(2), "a\n");
        }
    }
    done = true;
    replaces.join();
    EXPECT_EQ(it.count(&traffic::handshake_failed), 0U);
}

TEST_F(tls_replacement, is_for_a_server_with_tls) {
    toy_server plain;
    EXPECT_EQ(plain.serving.replace_tls(context(manners())).error().code, errc::invalid_argument);
    toy_server it{secured()};
    EXPECT_EQ(it.serving.replace_tls(nullptr).error().code, errc::invalid_argument);
}

} // namespace
} // namespace vesta::net
