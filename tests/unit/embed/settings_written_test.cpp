#include "settings_fixture.hpp"

#include <filesystem>

namespace vesta::embed {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class settings_that_are_written : public settings_test {
  protected:
    /// The effective settings of @p yaml, which read back as themselves.
    static std::string effective(std::string_view yaml) {
        const auto written = to_yaml(read(yaml));
        EXPECT_EQ(to_yaml(read(written)), written);
        return written;
    }
};

TEST_F(settings_that_are_written, read_back_as_themselves) {
    effective("generators: { a: }");
    effective(R"(
instance: "~"
machine-id: { property: { ids: [8, 9] }, address: "fd00::1" }
stores:
  "null": { kind: mysql, database: "a: b # c", user: "'\"", host: "line\nbreak", password-env: "yes" }
  b: { kind: sqlite, file: "- tab\t" }
generators:
  "1": { kind: custom, layout: { time: 41, seq: 12, machine: 10, epoch: 5, order: [machine, version, type, gen-method, time, seq] } }
  "true": { kind: segment, store: b, auto-create: }
clock: { after-crash: own-time, max-lead: 1d, reserve-ahead: 24h }
state: { dir: "var with spaces " }
)");
}

TEST_F(settings_that_are_written, show_what_was_not_said) {
    const auto written = effective("generators: { a: }");
    EXPECT_THAT(written, HasSubstr("reserve-ahead: 3000ms"));
    EXPECT_THAT(written, HasSubstr("after-crash: wait"));
    EXPECT_THAT(written, HasSubstr("listen: 127.0.0.1:8080"));
    EXPECT_THAT(written, Not(HasSubstr("id: 0")));
}

TEST_F(settings_that_are_written, show_what_the_environment_said) {
    machine_id_.put("7,8");
    instance_.put("pod-3");
    const auto written = to_yaml(read("machine-id: { property: { id: 1 } }\ngenerators: { a: }"));
    EXPECT_THAT(written, HasSubstr("ids: [7, 8]"));
    EXPECT_THAT(written, HasSubstr("instance: pod-3"));
}

TEST_F(settings_that_are_written, name_the_files_of_secrets_but_never_open_them) {
    const auto written = effective("stores: { m: { kind: mysql, database: d, password-file: /run/secrets/db } }\n"
                                   "generators: { a: }");
    EXPECT_THAT(written, HasSubstr("password-file: /run/secrets/db"));
}

TEST_F(settings_that_are_written, are_those_of_every_example) {
    int seen = 0;
    for (const auto& each : std::filesystem::directory_iterator{VESTA_SOURCE_DIR "/conf"}) {
        if (each.path().extension() != ".yaml") continue;
        ++seen;
        const auto loaded = load_settings(each.path());
        ASSERT_TRUE(loaded) << loaded.error().message;
        EXPECT_EQ(to_yaml(read(to_yaml(*loaded))), to_yaml(*loaded)) << each.path();
    }
    EXPECT_GE(seen, 5);
}

} // namespace
} // namespace vesta::embed
