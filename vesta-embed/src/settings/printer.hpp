#pragma once

#include "describe.hpp"

#include <yaml-cpp/yaml.h>

#include <span>

namespace vesta::embed {

/// Writes settings as YAML: the visitor that prints. Leaves out empty optional settings.
class printer {
  public:
    explicit printer(YAML::Emitter& out) : out_{out} {}

    static void of_kind(std::string_view) {}

    template <std::integral T>
    void item(std::string_view key, const T& value, bounds<T>, std::string_view) {
        out_ << YAML::Key << std::string{key} << YAML::Value << std::uint64_t{value};
    }
    template <class T>
    void item(std::string_view key, const std::optional<T>& value, bounds<T> within, std::string_view about) {
        if (value) item(key, *value, within, about);
    }
    template <class Enum, std::size_t N>
        requires std::is_enum_v<Enum>
    void item(std::string_view key, const Enum& value, const std::array<choice<Enum>, N>& choices, std::string_view) {
        for (const auto& each : choices)
            if (each.value == value) put(key, std::string{each.name});
    }
    void item(std::string_view key, const bool& value, std::string_view) {
        out_ << YAML::Key << std::string{key} << YAML::Value << value;
    }
    void item(std::string_view key, const std::chrono::milliseconds& value, bounds<std::chrono::milliseconds>,
              std::string_view) {
        put(key, std::to_string(value.count()) + "ms");
    }
    void item(std::string_view key, const byte_count& value, bounds<byte_count>, std::string_view) {
        put(key, text_of(value));
    }
    void instant(std::string_view key, const unix_ms& value, std::string_view) { put(key, to_rfc3339(value)); }
    void list(std::string_view key, const std::vector<std::uint32_t>& values, bounds<std::uint32_t>, std::string_view) {
        if (!values.empty()) out_ << YAML::Key << std::string{key} << YAML::Value << YAML::Flow << values;
    }
    void text(std::string_view key, const std::string& value, std::string_view) {
        if (!value.empty()) put(key, value);
    }
    void path(std::string_view key, const std::filesystem::path& value, std::string_view) {
        if (!value.empty()) put(key, value.string());
    }
    void one_of(std::string_view key, const std::string& value, std::span<const std::string_view>, std::string_view) {
        if (!value.empty()) put(key, value);
    }
    void addresses(std::string_view key, const std::map<std::string, std::uint32_t>& values, std::string_view) {
        if (!values.empty()) out_ << YAML::Key << std::string{key} << YAML::Value << YAML::Flow << values;
    }
    void texts(std::string_view key, const std::vector<std::string>& values, std::string_view) {
        if (!values.empty()) out_ << YAML::Key << std::string{key} << YAML::Value << YAML::Flow << values;
    }
    void places(std::string_view key, const std::vector<std::string>& values, std::string_view about) {
        if (values.size() == 1) return put(key, values.front());
        texts(key, values, about);
    }
    void fields(std::string_view key, const std::vector<std::string>& values, std::string_view) {
        if (!values.empty()) out_ << YAML::Key << std::string{key} << YAML::Value << YAML::Flow << values;
    }
    template <class Section>
    void section(std::string_view key, Section& value, std::string_view) {
        out_ << YAML::Key << std::string{key} << YAML::Value;
        map(value);
    }
    template <class Section>
    void section(std::string_view key, std::optional<Section>& value, std::string_view about) {
        if (value) section(key, *value, about);
    }
    template <class Map>
    void named(std::string_view key, Map& values, std::string_view) {
        if (values.empty()) return;
        out_ << YAML::Key << std::string{key} << YAML::Value << YAML::BeginMap;
        for (auto& [name, value] : values) {
            out_ << YAML::Key << name << YAML::Value;
            map(value);
        }
        out_ << YAML::EndMap;
    }

    template <class Section>
    void map(Section& value) {
        out_ << YAML::BeginMap;
        describe(*this, value);
        out_ << YAML::EndMap;
    }

  private:
    void put(std::string_view key, const std::string& value) {
        out_ << YAML::Key << std::string{key} << YAML::Value << value;
    }

    YAML::Emitter& out_;
};

} // namespace vesta::embed
