#include "every_function.h"
#include "support/child.hpp"
#include "support/environment.hpp"
#include "support/temp_folder.hpp"

#include <vesta/embed/vesta.h>

#include <gmock/gmock.h>

#include <array>
#include <cstdio>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

// The thread sanitizer would end a forked child that starts a thread, as opening does.
extern "C" const char* __tsan_default_options() {
    return "die_after_fork=0";
}

namespace vesta {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using ::testing::UnorderedElementsAre;

struct closer {
    void operator()(vesta_ids* ids) const { EXPECT_EQ(vesta_close(ids), VESTA_OK); }
};
using handle = std::unique_ptr<vesta_ids, closer>;

class the_c_abi : public ::testing::Test {
  protected:
    std::string settings() const {
        return "machine-id: { property: { id: 1 } }\n"
               "generators: { default: { kind: vesta }, peak: { kind: vesta, type: max-peak }, u: { kind: uuid7 } }\n"
               "state: { dir: " +
               (folder_ / "var").string() + " }\n";
    }

    handle opened() const { return handle{vesta_open_text(settings().c_str())}; }

    testing::variable machine_id_{"VESTA_MACHINE_ID", nullptr};
    testing::temp_folder folder_;
};

TEST_F(the_c_abi, does_from_c_all_that_its_header_says) {
    testing::write_all(folder_ / "a.yaml", settings());
    const char* const wrong = use_every_function((folder_ / "a.yaml").c_str(), settings().c_str());
    EXPECT_EQ(wrong, nullptr) << wrong << "; last error: " << vesta_last_error();
}

TEST_F(the_c_abi, shows_nothing_else_of_the_library) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> nm{
        ::popen("nm -D --defined-only --format=posix " VESTA_LIBRARY, "r"),
        [](std::FILE* file) { return ::pclose(file); }};
    ASSERT_NE(nm, nullptr);
    std::string listing;
    for (int each = 0; (each = std::fgetc(nm.get())) != EOF;)
        listing += static_cast<char>(each);
    std::istringstream lines{listing};
    std::vector<std::string> names;
    for (std::string name, rest; lines >> name && std::getline(lines, rest);)
        names.push_back(name);
    EXPECT_THAT(names, UnorderedElementsAre(
                           "vesta_close", "vesta_explain", "vesta_explain_sharded", "vesta_explain_text",
                           "vesta_generator_close", "vesta_generator_next", "vesta_generator_next_many",
                           "vesta_generator_next_uuids", "vesta_generator_open", "vesta_generator_range",
                           "vesta_inward", "vesta_last_error", "vesta_last_error_code", "vesta_make", "vesta_next",
                           "vesta_next_formatted", "vesta_next_many", "vesta_next_of_app", "vesta_next_of_tag",
                           "vesta_next_text", "vesta_next_uuids", "vesta_open", "vesta_open_text", "vesta_range_of_tag",
                           "vesta_retry_after_ms", "vesta_tag_close", "vesta_tag_next", "vesta_tag_next_many",
                           "vesta_tag_open", "vesta_tag_open_app", "vesta_tag_range", "vesta_version"));
}

TEST_F(the_c_abi, counts_a_tag_through_its_handle) {
    const std::string with_tags = "stores: { main: { kind: sqlite, file: " + (folder_ / "numbers.db").string() +
                                  " } }\ngenerators: { numbers: { kind: segment, store: main, order: strict, "
                                  "auto-create: {} } }\nstate: { dir: " +
                                  (folder_ / "var").string() + " }\n";
    const handle ids{vesta_open_text(with_tags.c_str())};
    ASSERT_NE(ids, nullptr) << vesta_last_error();
    vesta_tag* const orders = vesta_tag_open(ids.get(), "numbers", "orders");
    ASSERT_NE(orders, nullptr) << vesta_last_error();
    std::int64_t one = 0;
    std::array<std::int64_t, 3> many{};
    vesta_range range{};
    EXPECT_EQ(vesta_tag_next(orders, &one), VESTA_OK) << vesta_last_error();
    EXPECT_EQ(vesta_tag_next_many(orders, many.data(), many.size()), VESTA_OK);
    EXPECT_EQ(vesta_tag_range(orders, 10, &range), VESTA_OK);
    EXPECT_THAT((std::array{one, many[0], many[1], many[2], range.first}), ElementsAre(1, 2, 3, 4, 5));
    EXPECT_EQ(vesta_tag_range(orders, 0, &range), VESTA_INVALID_ARGUMENT);
    EXPECT_EQ(vesta_tag_next(orders, nullptr), VESTA_INVALID_ARGUMENT);
    vesta_tag_close(orders);
}

TEST_F(the_c_abi, tells_what_left_in_outward_form) {
    const testing::variable key{"VESTA_TEST_KEY", "000102030405060708090a0b0c0d0e0f"};
    const testing::variable of_tags{"VESTA_TAGS_KEY", "ffeeddccbbaa99887766554433221100"};
    const std::string hidden =
        "stores: { main: { kind: sqlite, file: " + (folder_ / "numbers.db").string() +
        " } }\nmachine-id: { property: { id: 1 } }\ngenerators:\n"
        "  default: { kind: vesta, outward: { keys: { 0: { key-env: VESTA_TEST_KEY, fingerprint: "
        "ff1-c6a13b37878f5b82-62-4000000000000000 } } } }\n"
        "  numbers: { kind: segment, store: main, auto-create: {}, outward: { keys: { 0: { key-env: VESTA_TAGS_KEY, "
        "fingerprint: ff1-ebc95850798949f8-48 } } } }\nstate: { dir: " +
        (folder_ / "var").string() + " }\n";
    const handle ids{vesta_open_text(hidden.c_str())};
    ASSERT_NE(ids, nullptr) << vesta_last_error();
    std::int64_t outward = 0, inward = 0, made = 0;
    vesta_fields parts{};
    vesta_range range{};
    ASSERT_EQ(vesta_next(ids.get(), nullptr, &outward), VESTA_OK) << vesta_last_error();
    EXPECT_EQ(vesta_explain(ids.get(), nullptr, outward, &parts), VESTA_OK) << vesta_last_error();
    EXPECT_EQ(parts.machine, 1U);
    EXPECT_EQ(vesta_explain_text(ids.get(), nullptr, std::to_string(outward).c_str(), "decimal", &parts), VESTA_OK);
    EXPECT_EQ(parts.machine, 1U);
    EXPECT_EQ(vesta_inward(ids.get(), nullptr, nullptr, outward, &inward), VESTA_OK);
    EXPECT_EQ(inward >> 60, 4) << "its version, type and genMethod";
    EXPECT_EQ(vesta_range_of_tag(ids.get(), nullptr, nullptr, 2, &range), VESTA_INVALID_ARGUMENT);
    EXPECT_EQ(vesta_make(ids.get(), nullptr, &parts, &made), VESTA_INVALID_ARGUMENT);
    EXPECT_THAT(vesta_last_error(), HasSubstr("in outward form"));
    ASSERT_EQ(vesta_next_of_tag(ids.get(), "numbers", "orders", &outward, 1), VESTA_OK) << vesta_last_error();
    EXPECT_EQ(vesta_inward(ids.get(), "numbers", "orders", outward, &inward), VESTA_OK);
    EXPECT_EQ(inward, 1);
    EXPECT_EQ(vesta_inward(ids.get(), "numbers", "orders", std::int64_t{1} << 50, &inward), VESTA_INVALID_ARGUMENT);
    EXPECT_EQ(vesta_inward(nullptr, nullptr, nullptr, 1, &inward), VESTA_INVALID_ARGUMENT);
    EXPECT_EQ(vesta_inward(ids.get(), nullptr, nullptr, 1, nullptr), VESTA_INVALID_ARGUMENT);
}

TEST_F(the_c_abi, refuses_a_handle_that_outlives_its_service) {
    auto ids = opened();
    vesta_generator* const of = vesta_generator_open(ids.get(), nullptr);
    ASSERT_NE(of, nullptr);
    ids.reset();
    std::int64_t one = 0;
    EXPECT_EQ(vesta_generator_next(of, &one), VESTA_CLOSED);
    vesta_generator_close(of);
}

TEST_F(the_c_abi, takes_null_for_nothing_but_a_generators_name) {
    const auto ids = opened();
    std::int64_t one = 0;
    vesta_fields parts{};
    EXPECT_EQ(vesta_open(nullptr), nullptr);
    EXPECT_THAT(vesta_last_error(), HasSubstr("NULL"));
    EXPECT_EQ(vesta_open_text(nullptr), nullptr);
    EXPECT_EQ(vesta_next(nullptr, nullptr, &one), VESTA_INVALID_ARGUMENT);
    EXPECT_EQ(vesta_next(ids.get(), nullptr, nullptr), VESTA_INVALID_ARGUMENT);
    EXPECT_EQ(vesta_next_many(ids.get(), nullptr, nullptr, 5), VESTA_INVALID_ARGUMENT);
    EXPECT_EQ(vesta_next_many(ids.get(), nullptr, nullptr, 0), VESTA_OK);
    EXPECT_EQ(vesta_next_of_tag(ids.get(), nullptr, nullptr, &one, 1), VESTA_INVALID_ARGUMENT);
    EXPECT_EQ(vesta_next_of_app(ids.get(), nullptr, 1, nullptr, &one, 1), VESTA_INVALID_ARGUMENT);
    EXPECT_EQ(vesta_range_of_tag(ids.get(), nullptr, nullptr, 1, nullptr), VESTA_INVALID_ARGUMENT);
    EXPECT_EQ(vesta_explain(nullptr, nullptr, 1, &parts), VESTA_INVALID_ARGUMENT);
    EXPECT_EQ(vesta_explain(ids.get(), nullptr, 1, nullptr), VESTA_INVALID_ARGUMENT);
    vesta_sharded_fields shard{};
    EXPECT_EQ(vesta_explain_sharded(nullptr, nullptr, 1, &shard), VESTA_INVALID_ARGUMENT);
    EXPECT_EQ(vesta_explain_sharded(ids.get(), nullptr, 1, nullptr), VESTA_INVALID_ARGUMENT);
    EXPECT_EQ(vesta_make(ids.get(), nullptr, nullptr, &one), VESTA_INVALID_ARGUMENT);
    EXPECT_EQ(vesta_make(ids.get(), nullptr, &parts, nullptr), VESTA_INVALID_ARGUMENT);
    EXPECT_EQ(vesta_make(nullptr, nullptr, &parts, &one), VESTA_INVALID_ARGUMENT);
}

TEST_F(the_c_abi, says_why_settings_cannot_be_opened) {
    EXPECT_EQ(vesta_open((folder_ / "none.yaml").c_str()), nullptr);
    EXPECT_THAT(vesta_last_error(), HasSubstr("none.yaml: No such file or directory"));
    EXPECT_EQ(vesta_open_text("generators: { a: { kind: uuid } }"), nullptr);
    EXPECT_THAT(vesta_last_error(), StartsWith("settings:1: generators.a.kind is 'uuid'"));
    EXPECT_EQ(vesta_open_text("generators: { a: }"), nullptr);
    EXPECT_THAT(vesta_last_error(), HasSubstr("no machine ID"));
}

TEST_F(the_c_abi, gives_a_tags_numbers_one_by_one_many_at_a_time_and_in_ranges) {
    const std::string numbers =
        "stores: { main: { kind: sqlite, file: " + (folder_ / "vesta.db").string() +
        " } }\ngenerators: { segment: { kind: segment, store: main, auto-create: { step: 50 } } }";
    {
        const handle ids{vesta_open_text(numbers.c_str())};
        ASSERT_NE(ids, nullptr) << vesta_last_error();
        std::int64_t one = 0;
        EXPECT_EQ(vesta_next_of_tag(ids.get(), "segment", "order", &one, 1), VESTA_OK) << vesta_last_error();
        EXPECT_EQ(one, 1);
        std::vector<std::int64_t> many(200);
        EXPECT_EQ(vesta_next_of_tag(ids.get(), "segment", "order", many.data(), many.size()), VESTA_OK);
        EXPECT_EQ(many.front(), 2);
        EXPECT_EQ(many.back(), 201);
        vesta_range range{};
        EXPECT_EQ(vesta_range_of_tag(ids.get(), "segment", "order", 10, &range), VESTA_OK) << vesta_last_error();
        EXPECT_EQ(range.first, 202);
        EXPECT_GE(range.count, 1U);
        EXPECT_LE(range.count, 10U);
        EXPECT_EQ(range.stride, 1U);
        EXPECT_EQ(vesta_range_of_tag(ids.get(), "segment", "order", 0, &range), VESTA_INVALID_ARGUMENT);
        EXPECT_EQ(vesta_range_of_tag(ids.get(), "segment", nullptr, 1, &range), VESTA_INVALID_ARGUMENT);
        EXPECT_THAT(vesta_last_error(), HasSubstr("needs a tag"));
    }
    const handle ids{vesta_open_text(numbers.c_str())};
    vesta_range range{};
    EXPECT_EQ(vesta_range_of_tag(ids.get(), "segment", "order", 1, &range), VESTA_OK) << vesta_last_error();
    EXPECT_LE(range.first, 212) << "what was not used was given back";
}

TEST_F(the_c_abi, explains_ids_of_a_layout_that_has_ended_and_makes_none) {
    const std::string ended = "machine-id: { property: { id: 1 } }\n"
                              "generators: { default: { kind: vesta }, old: { kind: custom, layout: { time: 28, "
                              "machine: 22, seq: 13, unit: s, epoch: 1463673600000 } } }\n"
                              "state: { dir: " +
                              (folder_ / "var").string() + " }\n";
    const handle ids{vesta_open_text(ended.c_str())};
    ASSERT_NE(ids, nullptr) << vesta_last_error();
    std::int64_t one = 0;
    EXPECT_EQ(vesta_next(ids.get(), "old", &one), VESTA_EXHAUSTED);
    EXPECT_THAT(vesta_last_error(), HasSubstr("ended at 2024-11-20T13:24:16.000Z"));
    vesta_fields parts{};
    EXPECT_EQ(vesta_explain(ids.get(), "old", std::int64_t{100} << 35, &parts), VESTA_OK) << vesta_last_error();
    EXPECT_EQ(parts.unix_ms, 1463673700000);
    EXPECT_EQ(vesta_next(ids.get(), nullptr, &one), VESTA_OK) << vesta_last_error();
}

TEST_F(the_c_abi, keeps_the_last_error_of_each_thread_apart) {
    const auto ids = opened();
    std::int64_t one = 0;
    ASSERT_EQ(vesta_next(ids.get(), "mine", &one), VESTA_NOT_FOUND);
    std::thread{[&] {
        EXPECT_THAT(vesta_last_error(), HasSubstr("no call has failed"));
        EXPECT_EQ(vesta_next(ids.get(), "theirs", &one), VESTA_NOT_FOUND);
        EXPECT_THAT(vesta_last_error(), HasSubstr("'theirs'"));
    }}.join();
    EXPECT_THAT(vesta_last_error(), HasSubstr("'mine'"));
    ASSERT_EQ(vesta_next(ids.get(), nullptr, &one), VESTA_OK);
}

TEST_F(the_c_abi, serves_several_threads_at_once) {
    const auto ids = opened();
    std::vector<std::vector<std::int64_t>> made(3, std::vector<std::int64_t>(2000));
    std::vector<std::thread> threads;
    for (auto& mine : made)
        threads.emplace_back([&ids, &mine] {
            for (auto& each : mine)
                ASSERT_EQ(vesta_next(ids.get(), nullptr, &each), VESTA_OK) << vesta_last_error();
        });
    for (auto& each : threads)
        each.join();
    std::set<std::int64_t> all;
    for (const auto& mine : made) {
        EXPECT_TRUE(std::is_sorted(mine.begin(), mine.end()));
        all.insert(mine.begin(), mine.end());
    }
    EXPECT_EQ(all.size(), 6000u);
}

TEST_F(the_c_abi, says_by_the_code_that_the_state_cannot_be_used) {
    std::filesystem::create_directories(folder_ / "var");
    testing::write_all(folder_ / "var/machine-1.embedded.mark", "nonsense");
    EXPECT_EQ(vesta_open_text(settings().c_str()), nullptr);
    EXPECT_THAT(vesta_last_error(), HasSubstr("machine-1.embedded.mark cannot be used"));
    std::filesystem::remove(folder_ / "var/machine-1.embedded.mark");
    vesta_ids* const ids = vesta_open_text(settings().c_str());
    ASSERT_NE(ids, nullptr);
    std::filesystem::remove_all(folder_ / "var");
    EXPECT_EQ(vesta_close(ids), VESTA_LEASE_LOST);
}

TEST_F(the_c_abi, refuses_in_a_forked_child_which_may_open_for_itself) {
    auto ids = opened();
    std::int64_t before = 0;
    ASSERT_EQ(vesta_next(ids.get(), nullptr, &before), VESTA_OK);
    testing::child forked{[&](auto stay) {
        std::int64_t one = 0;
        std::ostringstream words;
        words << vesta_next(ids.get(), nullptr, &one) << ' ';
        words << vesta_last_error() << "; close " << vesta_close(ids.release());
        ::setenv("VESTA_MACHINE_ID", "2", 1);
        vesta_ids* const own = vesta_open_text(settings().c_str());
        words << "; own " << vesta_next(own, nullptr, &one);
        words << (one > before ? " greater" : " not greater") << " close " << vesta_close(own);
        stay(words.str());
    }};
    EXPECT_THAT(forked.words(), StartsWith(std::to_string(VESTA_FORKED) + " this process was forked"));
    EXPECT_THAT(forked.words(), HasSubstr("; close 0; own 0 greater close 0"));
    EXPECT_EQ(forked.finish(), 0);
    std::int64_t after = 0;
    EXPECT_EQ(vesta_next(ids.get(), nullptr, &after), VESTA_OK) << vesta_last_error();
    EXPECT_GT(after, before);
}

} // namespace
} // namespace vesta
