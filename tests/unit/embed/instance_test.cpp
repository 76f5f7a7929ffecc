#include "open_fixture.hpp"
#include "support/child.hpp"

#include <vesta/source/waiting.hpp>

namespace vesta::embed {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr auto two = "default: { kind: vesta, type: min-granularity }, peak: { kind: vesta, type: max-peak }";

class an_instance : public open_test {
  protected:
    static std::uint64_t method_in(catalogue& all, std::string_view name) {
        const auto* from = all.time_based(name).value();
        id made;
        EXPECT_EQ(all.stream({.generator = name}).value()->try_generate({&made, 1}).made, 1u);
        return from->explain(made).value().parts.gen_method;
    }
};

TEST_F(an_instance, publishes_each_generator_with_the_method_asked_for) {
    const auto opened = open(yaml(two), {.methods = {gen_method::rpc, gen_method::rest}});
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_EQ(method_in((*opened)->published(gen_method::rpc), "default"), 1u);
    EXPECT_EQ(method_in((*opened)->published(gen_method::rest), ""), 2u);
    EXPECT_EQ(method_in((*opened)->published(gen_method::rest), "peak"), 2u);
}

TEST_F(an_instance, publishes_one_generator_twice_where_its_layout_cannot_tell) {
    const auto opened = open(yaml("default: { kind: snowflake }"), {.methods = {gen_method::rpc, gen_method::rest}});
    EXPECT_EQ((*opened)->published(gen_method::rpc).stream({}).value(),
              (*opened)->published(gen_method::rest).stream({}).value())
        << "the very same one, or both would make the same IDs";
}

TEST_F(an_instance, reserves_only_for_the_generator_that_is_wanted) {
    const auto opened = open(yaml("default: { kind: snowflake }, mine: { kind: vesta }"), {.only = "mine"});
    EXPECT_TRUE((*opened)->published(gen_method::embedded).stream({.generator = "mine"}));
    expect_refused((*opened)->published(gen_method::embedded).stream({}), errc::not_found, "there are mine");
    EXPECT_TRUE(has_state("machine-1.embedded.lock"));
    EXPECT_FALSE(has_state("machine-1.lock"));
}

TEST_F(an_instance, that_wants_an_unknown_generator_is_not_opened) {
    expect_refused(open(yaml(two), {.only = "peek"}), errc::not_found, "'peek'; there are default, peak");
    EXPECT_FALSE(has_state(""));
}

TEST_F(an_instance, that_wants_no_way_of_publishing_is_not_opened) {
    expect_refused(open(yaml(two), {.methods = {}}), errc::invalid_argument, "must name a way of publishing");
}

TEST_F(an_instance, is_not_opened_without_a_machine_id) {
    expect_refused(open(yaml(two, "property: {}")), errc::invalid_settings, "no machine ID");
    expect_refused(open(yaml(two, "property: { id: 1024 }")), errc::invalid_settings, "it must be 0 to 1023");
    expect_refused(open(yaml("a: { kind: vesta }, b: { kind: vesta }")), errc::invalid_settings, "the same IDs");
}

TEST_F(an_instance, takes_its_machine_id_from_its_address) {
    const auto opened = open(yaml(two, "provider: ip-map, ip-map: { 10.0.0.11: 5 }, address: 10.0.0.11"));
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_EQ((*opened)->published(gen_method::embedded).status().front().machines.front(), machine_id{5});
    expect_refused(open(yaml(two, "provider: ip-map, ip-map: { 10.0.0.11: 5 }, address: 10.0.0.12")),
                   errc::invalid_settings, "10.0.0.12 is not in machine-id.ip-map, which has 10.0.0.11");
    expect_refused(open(yaml(two, "provider: ip-map, ip-map: { 10.0.0.11: 5 }, interface: no-such-0")),
                   errc::invalid_settings, "machine-id.interface is 'no-such-0'");
}

TEST_F(an_instance, keeps_a_second_one_out_that_wants_the_same_machine_id) {
    auto first = open(yaml(two));
    expect_refused(open(yaml(two)), errc::in_use, "process " + std::to_string(::getpid()));
    EXPECT_TRUE(open(yaml(two), {.methods = {gen_method::rest}})) << "a server's IDs differ from embedded ones";
    EXPECT_TRUE((*first)->close());
    EXPECT_TRUE(open(yaml(two)));
}

TEST_F(an_instance, that_fails_half_way_holds_nothing) {
    const auto other = open(yaml(two, "property: { id: 9 }"));
    expect_refused(open(yaml(two, "property: { ids: [8, 9] }")), errc::in_use, "machine-9.embedded.lock");
    EXPECT_TRUE(open(yaml(two, "property: { id: 8 }")));
}

TEST_F(an_instance, makes_ids_with_each_machine_id_of_a_pool) {
    const auto opened = open(yaml("default: { kind: vesta }", "property: { ids: [8, 9, 10, 11] }"));
    auto& all = (*opened)->published(gen_method::embedded);
    EXPECT_EQ(all.status().front().per_second, 4u * 1'024'000u);
    std::set<std::uint64_t> machines;
    std::vector<id> batch(4096);
    ASSERT_EQ(generate_all(*all.stream({}).value(), batch, clock_).has_value(), true);
    for (const id each : batch)
        machines.insert(all.time_based("").value()->explain(each).value().parts.machine);
    EXPECT_EQ(machines, (std::set<std::uint64_t>{8, 9, 10, 11}));
    EXPECT_EQ(std::set<id>(batch.begin(), batch.end()).size(), batch.size());
}

TEST_F(an_instance, tells_its_state) {
    const auto opened = open(yaml(two));
    const auto status = (*opened)->published(gen_method::embedded).status();
    ASSERT_EQ(status.size(), 2u);
    EXPECT_EQ(status[0].name, "default");
    EXPECT_EQ(status[0].kind, "vesta");
    EXPECT_EQ(status[0].type, "min-granularity");
    EXPECT_TRUE(status[0].ready);
    EXPECT_THAT(status[0].why_not, IsEmpty());
    EXPECT_EQ(status[0].reserved_until, start + std::chrono::seconds{3});
    EXPECT_EQ(status[1].name, "peak");
    EXPECT_EQ(status[1].per_second, 1u << 20);
}

TEST_F(an_instance, refuses_a_selector_that_its_generators_do_not_take) {
    const auto opened = open(yaml(two));
    auto& all = (*opened)->published(gen_method::embedded);
    expect_refused(all.stream({.generator = "", .tag = "orders"}), errc::invalid_argument,
                   "takes no tag, app or gatePass");
    expect_refused(all.stream({.generator = "none"}), errc::not_found, "there are default, peak");
    expect_refused(all.time_based("none"), errc::not_found, "there are default, peak");
}

TEST_F(an_instance, gives_nothing_once_it_is_closed) {
    auto opened = open(yaml(two));
    auto* const source = (*opened)->published(gen_method::embedded).stream({}).value();
    EXPECT_TRUE((*opened)->close());
    EXPECT_TRUE((*opened)->close()) << "closing it again is allowed";
    id made;
    EXPECT_EQ(source->try_generate({&made, 1}).why, errc::closed);
}

TEST_F(an_instance, says_when_closing_it_could_not_give_back) {
    auto opened = open(yaml(two));
    std::filesystem::remove_all(folder_ / "var");
    expect_refused((*opened)->close(), errc::lease_lost, (folder_ / "var").string() + " was removed");
}

TEST_F(an_instance, stays_with_its_process_when_that_forks) {
    auto opened = open(yaml(two));
    auto* const source = (*opened)->published(gen_method::embedded).stream({}).value();
    testing::child forked{[&](auto stay) {
        id made;
        const auto refused = source->try_generate({&made, 1});
        const auto closed = (*opened)->close();
        opened->reset();
        const auto own = open(yaml(two));
        stay(std::string{name(refused.why)} + ", " + (closed ? "closed" : closed.error().message) + ", " +
             (own ? "opened" : own.error().message));
    }};
    EXPECT_THAT(forked.words(), ::testing::StartsWith("forked, closed, "));
    EXPECT_THAT(forked.words(), HasSubstr("locked by process " + std::to_string(::getpid())));
    EXPECT_EQ(forked.finish(), 0);
    id made;
    EXPECT_EQ(source->try_generate({&made, 1}).made, 1u) << "the parent goes on";
    EXPECT_TRUE((*opened)->close());
}

} // namespace
} // namespace vesta::embed
