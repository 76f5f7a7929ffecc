#include "session_harness.hpp"
#include "support/access.hpp"

#include <vesta/catalogue/named_gapless.hpp>
#include <vesta/testing/memory_numbers.hpp>

#include <semaphore>

// Numbers without gaps by GENID with KEY.
namespace vesta::rpc::detail {
namespace {

using ::testing::StartsWith;

class genid_with_key : public ::testing::Test {
  protected:
    static server_options patient() {
        server_options made;
        made.limits.patience = std::chrono::minutes{1};
        return made;
    }
    std::string take(const std::string& more) { return to.ask("GENID GENERATOR invoice " + more + "\r\n"); }

    std::shared_ptr<testing::kept_numbers> kept = std::make_shared<testing::kept_numbers>();
    talk to{patient(),
            {.more = {std::make_shared<named_gapless>("invoice", std::make_unique<testing::memory_numbers>(kept),
                                                      gapless_options{.tags = {"order", "refund"}})}}};
};

TEST_F(genid_with_key, gives_a_number_and_the_same_one_again) {
    EXPECT_EQ(take("TAG order KEY k1"), ":1\r\n");
    EXPECT_EQ(take("KEY k2 TAG order"), ":2\r\n");
    EXPECT_EQ(take("TAG order KEY k1"), ":1\r\n");
    EXPECT_EQ(take("TAG refund KEY k3"), ":1\r\n");
    EXPECT_EQ(to.counts().generators.back().ids, 3U);
}

TEST_F(genid_with_key, is_done_in_its_place_among_others) {
    EXPECT_EQ(to.ask("MULTI\r\nGENID GENERATOR invoice TAG order KEY k1\r\nPING\r\nEXEC\r\n"),
              "+OK\r\n+QUEUED\r\n+QUEUED\r\n*2\r\n:1\r\n+PONG\r\n");
    EXPECT_EQ(to.ask("GENID GENERATOR invoice TAG order KEY k2\r\nGENID GENERATOR invoice TAG order KEY k3\r\n"),
              ":2\r\n:3\r\n");
}

TEST_F(genid_with_key, refuses_what_could_lose_a_number) {
    EXPECT_THAT(take("TAG order"),
                StartsWith("-ERR generator invoice is of kind gapless, which gives each number for a call of"));
    EXPECT_THAT(take("TAG order KEY k COUNT 2"), StartsWith("-ERR KEY goes with GENERATOR and TAG, and with nothing"));
    EXPECT_THAT(take("TAG order KEY ''"), StartsWith("-ERR the key"));
    EXPECT_THAT(take("TAG oder KEY k"), StartsWith("-NOSUCHTAG there is no tag 'oder'"));
    EXPECT_THAT(to.say("GENID KEY k\r\n"), StartsWith("-ERR generator default is of kind vesta, not gapless"));
    EXPECT_TRUE(kept->series.empty());
}

// Its number may be given: NOPERM would say that it is not.
TEST_F(genid_with_key, is_answered_though_the_right_ends_while_it_waits) {
    std::binary_semaphore began{0};
    std::binary_semaphore may{0};
    kept->before_give = [&] { began.release(), may.acquire(); };
    access::gate gate{vesta::testing::access_list_of({{"a", {"take invoice"}}})};
    auto options = patient();
    options.gate = &gate;
    const auto invoices = std::make_shared<named_gapless>("invoice", std::make_unique<testing::memory_numbers>(kept),
                                                          gapless_options{.tags = {"order"}});
    talk with{options, {.more = {invoices}}};
    EXPECT_EQ(with.say("AUTH token-of-a\r\nGENID GENERATOR invoice TAG order KEY k\r\n"), "+OK\r\n");
    began.acquire();
    gate.replace(vesta::testing::access_list_of({{"a", {"observe"}}}));
    may.release();
    EXPECT_EQ(with.ask(""), ":1\r\n");
    EXPECT_THAT(with.ask("GENID GENERATOR invoice TAG order KEY k\r\n"), StartsWith("-NOPERM"));
    invoices->close();
}

TEST_F(genid_with_key, says_when_it_is_not_known_whether_a_number_was_given) {
    kept->lost = error{errc::store_unavailable, "it hangs"};
    EXPECT_THAT(take("TAG order KEY k"), StartsWith("-UNKNOWN the store has not answered, and a number may"));
    EXPECT_EQ(to.count("genid", "UNKNOWN"), 1U);
}

} // namespace
} // namespace vesta::rpc::detail
