#pragma once

#include "describe.hpp"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <concepts>
#include <span>

namespace vesta::embed {

/// The error for the setting at @p path; an empty path means all of them. @p line 0 means unknown.
failure wrong_setting(std::string_view origin, int line, const std::string& path, const std::string& what);

/// The line of the setting at @p path below @p top, or of the nearest section above it.
int find_line(YAML::Node top, std::string_view path);

/// Fills settings from a YAML map: the visitor that reads.
///
/// Errors: throws `failure` for the first problem.
class reader {
  public:
    /// @p path is the map's own, empty at the top.
    reader(const YAML::Node& map, std::string path, std::string_view origin);

    template <std::integral T>
    void item(std::string_view key, T& into, bounds<T> within, std::string_view) {
        if (const auto node = find(key)) into = static_cast<T>(integer(node, key, within.least, within.most));
    }
    template <class T>
    void item(std::string_view key, std::optional<T>& into, bounds<T> within, std::string_view about) {
        if (!find(key)) return;
        T value{};
        item(key, value, within, about);
        into = value;
    }
    template <class Enum, std::size_t N>
        requires std::is_enum_v<Enum>
    void item(std::string_view key, Enum& into, const std::array<choice<Enum>, N>& choices, std::string_view) {
        std::array<std::string_view, N> names;
        std::ranges::transform(choices, names.begin(), &choice<Enum>::name);
        if (const auto node = find(key)) into = choices[index_of(node, key, names)].value;
    }
    void item(std::string_view key, bool& into, std::string_view);
    void item(std::string_view key, std::chrono::milliseconds& into, bounds<std::chrono::milliseconds> within,
              std::string_view);
    void item(std::string_view key, byte_count& into, bounds<byte_count> within, std::string_view);
    void instant(std::string_view key, unix_ms& into, std::string_view);
    void list(std::string_view key, std::vector<std::uint32_t>& into, bounds<std::uint32_t> within, std::string_view);
    void text(std::string_view key, std::string& into, std::string_view);
    void path(std::string_view key, std::filesystem::path& into, std::string_view);
    void one_of(std::string_view key, std::string& into, std::span<const std::string_view> names, std::string_view);
    void addresses(std::string_view key, std::map<std::string, std::uint32_t>& into, std::string_view);
    void texts(std::string_view key, std::vector<std::string>& into, std::string_view);
    void places(std::string_view key, std::vector<std::string>& into, std::string_view);
    void fields(std::string_view key, std::vector<std::string>& into, std::string_view);

    template <class Section>
    void section(std::string_view key, Section& into, std::string_view) {
        if (const auto node = find(key)) read_map(node, path_of(key), into);
    }
    template <class Section>
    void section(std::string_view key, std::optional<Section>& into, std::string_view) {
        if (const auto node = find(key)) read_map(node, path_of(key), into.emplace());
    }
    template <class Map>
    void named(std::string_view key, Map& into, std::string_view) {
        const auto node = find(key);
        if (!node) return;
        require_map(node, path_of(key));
        for (const auto& entry : node) {
            typename Map::value_type::second_type value;
            const auto name = new_name_of(entry.first, path_of(key));
            read_map(entry.second, path_of(key) + "." + name, value);
            into.insert(into.end(), {name, std::move(value)});
        }
    }

    /// What follows is for @p kind alone: for the error of other keys.
    void of_kind(std::string_view kind) { of_kind_ = " of kind " + std::string{kind}; }

    /// Refuses keys that no setting has. Call it last.
    void finish() const;

  private:
    template <class Section>
    void read_map(const YAML::Node& node, std::string path, Section& into) {
        reader inner{node, std::move(path), origin_};
        describe(inner, into);
        inner.finish();
    }

    YAML::Node find(std::string_view key);
    std::string path_of(std::string_view key) const;
    std::string scalar(const YAML::Node& node, const std::string& path) const;
    std::uint64_t integer(const YAML::Node& node, std::string_view key, std::uint64_t least, std::uint64_t most) const;
    std::size_t index_of(const YAML::Node& node, std::string_view key, std::span<const std::string_view> names) const;
    std::string name_of(const YAML::Node& key, const std::string& path) const;
    std::string new_name_of(const YAML::Node& key, const std::string& path) const;
    void require_map(const YAML::Node& node, const std::string& path) const;
    [[noreturn]] void fail(const YAML::Node& at, const std::string& path, const std::string& what) const;

    YAML::Node map_;
    std::string path_;
    std::string_view origin_;
    std::vector<std::string> known_;
    std::string of_kind_;
};

} // namespace vesta::embed
