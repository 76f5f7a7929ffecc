// Kinds uuid7 and ulid, opened from settings: unique and in order over threads, restarts, crashes and clocks set back.
#include "open_fixture.hpp"
#include "support/child.hpp"

#include <vesta/id/text_form.hpp>

#include <algorithm>
#include <mutex>
#include <set>
#include <thread>

namespace vesta::embed {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

class uuids : public open_test {
  protected:
    std::string all_kinds(const std::string& more = "") const {
        return yaml("default: { kind: vesta }, u: { kind: uuid7 }, l: { kind: ulid }", "property: { id: 7 }", more);
    }

    static std::vector<uuid> many(generator from, std::size_t count) {
        std::vector<uuid> made(count);
        EXPECT_TRUE(from.generate(made));
        return made;
    }

    /// Once the reservation of a start is there.
    static uuid first_of(service& ids) {
        auto from = ids.get("u").value();
        auto made = from.generate_uuid();
        while (!made && made.error().code == errc::not_ready)
            made = from.generate_uuid();
        return made.value();
    }

    static void expect_increasing(const std::vector<uuid>& all) {
        EXPECT_TRUE(std::ranges::is_sorted(all));
        EXPECT_EQ(std::ranges::adjacent_find(all), all.end());
    }
};

TEST_F(uuids, tell_when_and_by_whom_they_were_made) {
    auto ids = serve(all_kinds()).value();
    for (const auto& [name, kind] : {std::pair{"u", uuid_kind::uuid7}, std::pair{"l", uuid_kind::ulid}}) {
        auto from = ids.get(name).value();
        EXPECT_EQ(from.makes_uuids(), kind);
        const auto told = from.explain_uuid(from.generate_uuid().value()).value();
        EXPECT_EQ(told.at, start);
        EXPECT_EQ(told.parts.machine, 7u);
        EXPECT_EQ(told.parts.gen_method, 0u);
        EXPECT_EQ(told.parts.version, kind == uuid_kind::uuid7 ? 7u : 0u);
    }
}

TEST_F(uuids, come_one_by_one_and_in_batches_in_order) {
    auto ids = serve(all_kinds()).value();
    for (const char* name : {"u", "l"}) {
        auto from = ids.get(name).value();
        auto all = many(from, 5000);
        for (int i = 0; i < 2000; ++i)
            all.push_back(from.generate_uuid().value());
        expect_increasing(all);
    }
}

TEST_F(uuids, of_two_kinds_and_one_machine_id_never_meet) {
    auto ids = serve(all_kinds()).value();
    auto of_one = many(ids.get("u").value(), 3000);
    const auto of_other = many(ids.get("l").value(), 3000);
    of_one.insert(of_one.end(), of_other.begin(), of_other.end());
    EXPECT_EQ(std::set<uuid>(of_one.begin(), of_one.end()).size(), 6000u);
}

TEST_F(uuids, are_greater_than_all_that_any_thread_got_before) {
    auto ids = service::open_text(all_kinds()).value();
    std::mutex guard;
    uuid latest;
    std::set<uuid> all;
    const auto work = [&] {
        auto from = ids.get("u").value();
        for (int i = 0; i < 5000; ++i) {
            const uuid before = [&] {
                const std::lock_guard hold{guard};
                return latest;
            }();
            const uuid made = from.generate_uuid().value();
            EXPECT_GT(made, before);
            const std::lock_guard hold{guard};
            latest = std::max(latest, made);
            all.insert(made);
        }
    };
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 4; ++i)
            threads.emplace_back(work);
    }
    EXPECT_EQ(all.size(), 20000u);
}

TEST_F(uuids, of_lanes_increase_in_each_thread) {
    auto ids = serve(yaml("u: { kind: uuid7, order: lanes }")).value();
    std::vector<uuid> one, other;
    std::thread{[&] { one = many(ids.get("u").value(), 3000); }}.join();
    std::thread{[&] { other = many(ids.get("u").value(), 3000); }}.join();
    expect_increasing(one);
    expect_increasing(other);
    one.insert(one.end(), other.begin(), other.end());
    EXPECT_EQ(std::set<uuid>(one.begin(), one.end()).size(), 6000u);
}

TEST_F(uuids, go_on_in_order_after_a_restart_and_a_crash) {
    const uuid first = [&] {
        auto ids = serve(all_kinds()).value();
        return first_of(ids);
    }();
    testing::child victim{[&](auto stay) {
        auto ids = serve(all_kinds()).value();
        stay(to_text(first_of(ids), text_form::uuid));
    }};
    const uuid second = parse_any_uuid(victim.words()).value();
    victim.kill(SIGKILL);
    auto ids = serve(all_kinds()).value();
    const uuid third = first_of(ids);
    EXPECT_LT(first, second);
    EXPECT_LT(second, third);
}

TEST_F(uuids, go_on_in_order_when_the_clock_is_set_back) {
    clock_.jump(2h); // the kinds' epoch is where it stands
    auto ids = serve(all_kinds("clock: { reserve-ahead: 3s }")).value();
    auto from = ids.get("u").value();
    auto all = many(from, 100);
    clock_.jump(-1h);
    const auto later = many(from, 100);
    all.insert(all.end(), later.begin(), later.end());
    expect_increasing(all);
}

TEST_F(uuids, have_another_size_than_the_ids_of_other_kinds) {
    auto ids = serve(all_kinds()).value();
    auto from = ids.get("u").value();
    expect_refused(from.generate(), errc::invalid_argument, "makes IDs of 128 bits");
    expect_refused(from.range(5), errc::invalid_argument, "makes IDs of 128 bits");
    expect_refused(from.make({.time = 1}), errc::invalid_argument, "makes IDs of 128 bits");
    expect_refused(from.explain(id{1}), errc::invalid_argument, "makes IDs of 128 bits");
    auto usual = ids.get("").value();
    EXPECT_EQ(usual.makes_uuids(), std::nullopt);
    expect_refused(usual.generate_uuid(), errc::invalid_argument, "makes IDs of 64 bits");
    expect_refused(usual.explain_uuid(uuid{}), errc::invalid_argument, "makes IDs of 64 bits");
}

TEST_F(uuids, share_their_bits_among_machine_id_and_sequence_as_set) {
    auto ids = serve(yaml("u: { kind: uuid7, machine-bits: 2 }", "property: { id: 3 }")).value();
    auto from = ids.get("u").value();
    const auto all = many(from, 200'000);
    expect_increasing(all);
    EXPECT_EQ(from.explain_uuid(all.back()).value().at, start) << "2^18 in a millisecond";
    EXPECT_EQ(from.explain_uuid(all.back()).value().parts.machine, 3u);
    expect_refused(serve(yaml("u: { kind: uuid7, machine-bits: 2 }", "property: { id: 4 }")), errc::invalid_settings,
                   "0 to 3");
}

TEST_F(uuids, have_settings_of_their_own) {
    EXPECT_THAT(refusal("generators:\n  u: { kind: uuid7, type: short }"),
                HasSubstr("generators.u.type is not for kinds"));
    EXPECT_THAT(refusal("generators:\n  u: { kind: ulid, version: 1 }"),
                HasSubstr("generators.u.version is not for kinds"));
    EXPECT_THAT(refusal("generators:\n  u: { kind: vesta, machine-bits: 9 }"),
                HasSubstr("generators.u.machine-bits is only for kind: uuid7 and ulid"));
    expect_refused(serve(yaml("u: { kind: uuid7 }, v: { kind: uuid7 }")), errc::invalid_settings,
                   "the same IDs; give one another gen-method");
    expect_refused(serve(yaml("u: { kind: uuid7 }, l: { kind: ulid, machine-bits: 8 }")), errc::invalid_settings,
                   "the same IDs; give both the same machine-bits");
}

} // namespace
} // namespace vesta::embed
