#include <vesta/access/access_list.hpp>
#include <vesta/access/visitor.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vesta::access {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

std::string entry(std::string_view token, std::string key = "k1") {
    return token_entry::of(std::move(key), token).text();
}

settings two() {
    settings made;
    made.principals["orders"] = {.tokens = {entry("vst_old", "k1"), entry("vst_new", "k2")},
                                 .certificates = {"spiffe://prod/sa/orders"},
                                 .may = {"take default", "take segment/order*", "explain *"},
                                 .quota = quota_settings{.ids_per_second = 10, .burst = 5}};
    made.principals["watch"] = {.tokens = {entry("vst_watch")}, .certificates = {}, .may = {"observe"}, .quota = {}};
    made.anonymous.may = {"health"};
    return made;
}

TEST(an_access_list, knows_principals_by_each_of_their_tokens_and_certificates) {
    const auto list = access_list::from(two()).value();
    EXPECT_EQ(list.by_token("vst_old")->name(), "orders");
    EXPECT_EQ(list.by_token("vst_new")->name(), "orders");
    EXPECT_EQ(list.by_token("vst_watch")->name(), "watch");
    EXPECT_EQ(list.by_token("vst_other"), nullptr);
    EXPECT_EQ(list.by_token(""), nullptr);
    const std::string names[] = {"ids.example.org", "spiffe://prod/sa/orders"};
    EXPECT_EQ(list.by_certificate(names)->name(), "orders");
    EXPECT_EQ(list.by_certificate(std::span{names}.first(1)), nullptr);
    EXPECT_TRUE(list.anonymous().is_anonymous());
}

TEST(a_principal, may_do_what_one_of_its_rules_permits_and_nothing_else) {
    const auto list = access_list::from(two()).value();
    const principal& orders = *list.by_token("vst_old");
    EXPECT_TRUE(orders.may(verb::take, "default"));
    EXPECT_TRUE(orders.may(verb::take, "segment", "orders"));
    EXPECT_FALSE(orders.may(verb::take, "segment", "users"));
    EXPECT_FALSE(orders.may(verb::observe));
    EXPECT_TRUE(list.anonymous().may(verb::health));
    EXPECT_FALSE(list.anonymous().may(verb::take, "default"));
}

TEST(an_access_list, names_the_setting_that_is_wrong) {
    const auto message = [](auto change) {
        auto made = two();
        change(made);
        return access_list::from(made).error().message;
    };
    EXPECT_THAT(message([](settings& of) { of.principals["orders"].may[1] = "steal *"; }),
                HasSubstr("principals.orders.may[1]: 'steal *'"));
    EXPECT_THAT(message([](settings& of) { of.principals["orders"].tokens[0] = "vst_old"; }),
                HasSubstr("principals.orders.tokens[0]: is not KEY"));
    EXPECT_THAT(message([](settings& of) { of.principals["watch"].tokens = {entry("vst_new")}; }),
                HasSubstr("principals.watch.tokens[0]: is a token of orders too"));
    EXPECT_THAT(message([](settings& of) { of.principals["watch"].certificates = {"spiffe://prod/sa/orders"}; }),
                HasSubstr("principals.watch.certificates[0]: is a certificate of orders too"));
    EXPECT_THAT(message([](settings& of) { of.principals["watch"].tokens.clear(); }),
                HasSubstr("neither tokens nor certificates"));
    EXPECT_THAT(message([](settings& of) { of.principals["orders"].quota->burst = 0; }),
                HasSubstr("principals.orders.quota.burst"));
    EXPECT_THAT(message([](settings& of) { of.anonymous.quota = quota_settings{.ids_per_second = 0, .burst = 1}; }),
                HasSubstr("anonymous.quota.ids-per-second"));
    EXPECT_THAT(message([](settings& of) { of.anonymous.may = {"take"}; }), HasSubstr("anonymous.may[0]"));
}

TEST(an_access_list, that_is_read_again_counts_on_in_the_quotas_that_stayed_the_same) {
    const quota::clock::time_point now{1000h};
    const auto first = access_list::from(two()).value();
    const auto quota_of = [](const access_list& of) { return of.by_token("vst_old")->quotas().front().by; };
    EXPECT_EQ(quota_of(first)->take(5, now).how, quota::outcome::taken);
    const auto second = access_list::from(two(), &first).value();
    EXPECT_EQ(quota_of(second)->take(1, now).how, quota::outcome::wait);
    auto changed = two();
    changed.principals["orders"].quota->burst = 6;
    const auto third = access_list::from(changed, &second).value();
    EXPECT_EQ(quota_of(third)->take(6, now).how, quota::outcome::taken);
    EXPECT_TRUE(third.by_token("vst_watch")->quotas().empty());
}

TEST(a_visitor, is_who_its_certificate_says_until_it_shows_a_token) {
    gate by{access_list::from(two()).value()};
    visitor client{&by, "10.0.0.1:5555", {"spiffe://other", "spiffe://prod/sa/orders"}};
    EXPECT_EQ(client.who().name(), "orders");
    ASSERT_TRUE(client.identify("vst_watch"));
    EXPECT_EQ(client.who().name(), "watch");
    client.forget();
    EXPECT_EQ(client.who().name(), "orders");
}

TEST(a_visitor, is_not_let_in_by_a_token_that_is_gone_though_its_certificate_is_good) {
    gate by{access_list::from(two()).value()};
    visitor client{&by, "10.0.0.1:5555", {"spiffe://prod/sa/orders"}};
    ASSERT_TRUE(client.identify("vst_watch"));
    auto less = two();
    less.principals.erase("watch");
    by.replace(access_list::from(less).value());
    client.refresh();
    EXPECT_FALSE(client.identify("vst_watch"));
    EXPECT_EQ(client.who().name(), "orders");
}

TEST(a_visitor, is_looked_up_again_for_another_verb_generator_tag_and_principal) {
    gate by{access_list::from(two()).value()};
    visitor client{&by, "10.0.0.1:5555"};
    ASSERT_TRUE(client.identify("vst_old"));
    for (int times = 0; times < 2; ++times) {
        EXPECT_TRUE(client.may(verb::take, "segment", {.tag = "orders"}));
        EXPECT_FALSE(client.may(verb::range, "segment", {.tag = "orders"}));
        EXPECT_FALSE(client.may(verb::take, "segment", {.tag = "payments"}));
        EXPECT_FALSE(client.may(verb::take, "sharded", {.tag = "orders"}));
    }
    EXPECT_TRUE(client.may(verb::take, "segment", {.tag = "orders"}));
    client.forget();
    EXPECT_FALSE(client.may(verb::take, "segment", {.tag = "orders"}));
}

TEST(a_visitor, pays_from_every_quota_of_what_it_takes) {
    auto of = two();
    of.principals["orders"].quotas = {{"segment/order*", {.ids_per_second = 1, .burst = 3}}};
    gate by{access_list::from(of).value()};
    visitor orders{&by, "10.0.0.1:5555"};
    ASSERT_TRUE(orders.identify("vst_old"));
    ASSERT_TRUE(orders.may(verb::take, "segment", {.tag = "orders"}));
    EXPECT_EQ(orders.take(4).error().code, errc::over_quota);
    EXPECT_TRUE(orders.take(3));
    EXPECT_EQ(orders.take(1).error().code, errc::over_quota);
    ASSERT_TRUE(orders.may(verb::take, "default"));
    EXPECT_TRUE(orders.take(2)); // what was refused was not charged to the other
    EXPECT_FALSE(orders.take(1));
    orders.give_back(1);
    EXPECT_TRUE(orders.take(1));
}

TEST(a_visitor, gives_nothing_back_to_the_quotas_of_a_list_that_came_since) {
    gate by{access_list::from(two()).value()};
    visitor orders{&by, "10.0.0.1:5555"};
    ASSERT_TRUE(orders.identify("vst_old"));
    ASSERT_TRUE(orders.may(verb::take, "default"));
    ASSERT_TRUE(orders.take(5));
    by.replace(access_list::from(two(), by.list().get()).value());
    orders.refresh();
    ASSERT_TRUE(orders.may(verb::take, "default"));
    orders.give_back(5);
    EXPECT_EQ(orders.take(1).error().code, errc::over_quota);
}

TEST(a_gate, tells_that_another_list_is_in_force) {
    gate of{access_list::from(two()).value()};
    const auto before = of.generation();
    const auto held = of.list();
    of.replace(access_list::from({}, held.get()).value());
    EXPECT_NE(of.generation(), before);
    EXPECT_EQ(of.list()->by_token("vst_old"), nullptr);
    EXPECT_EQ(held->by_token("vst_old")->name(), "orders"); // for those who are in the middle of something
    EXPECT_EQ(of.counted().replaced, 1U);
}

TEST(an_access_list, of_a_password_lets_its_owner_do_everything_and_others_nothing) {
    const auto list = access_list::of_password("secret");
    const auto* const owner = list.by_token("secret");
    ASSERT_NE(owner, nullptr);
    for (std::size_t i = 0; i < verb_names.size(); ++i) {
        EXPECT_TRUE(owner->may(static_cast<verb>(i), "segment", "order")) << verb_names[i];
        EXPECT_FALSE(list.anonymous().may(static_cast<verb>(i), "segment", "order")) << verb_names[i];
    }
    EXPECT_EQ(list.by_token("Secret"), nullptr);
}

} // namespace
} // namespace vesta::access
