#pragma once

#include "support/environment.hpp"

#include <vesta/embed/settings.hpp>

#include <gmock/gmock.h>

#include <string>
#include <string_view>

namespace vesta::embed {

/// Tests that read settings, whatever the environment they run in says.
class settings_test : public ::testing::Test {
  protected:
    static settings read(std::string_view yaml) {
        auto parsed = parse_settings(yaml, "test.yaml");
        if (!parsed) throw failure{parsed.error()};
        return *std::move(parsed);
    }

    /// Settings that are enough, and @p more.
    static std::string with(std::string_view more) {
        return "machine-id: { property: { id: 1 } }\ngenerators: { default: { kind: vesta } }\n" + std::string{more};
    }

    /// The message of the refusal; a test fails where it is not one line or has another code.
    static std::string refusal(std::string_view yaml) {
        const auto parsed = parse_settings(yaml, "test.yaml");
        if (parsed) return "accepted";
        EXPECT_EQ(parsed.error().code, errc::invalid_settings);
        EXPECT_EQ(parsed.error().message.find('\n'), std::string::npos);
        return parsed.error().message;
    }

    testing::variable machine_id_{"VESTA_MACHINE_ID", nullptr};
    testing::variable instance_{"VESTA_INSTANCE", nullptr};
    testing::variable config_{"VESTA_CONFIG", nullptr};
};

} // namespace vesta::embed
