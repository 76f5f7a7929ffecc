#pragma once

#include "settings/describe.hpp"

#include <vesta/time/instant.hpp>

#include <algorithm>
#include <concepts>
#include <optional>
#include <span>
#include <string>

namespace vesta::embed {

/// Lists settings for docs/settings.md: the visitor that documents. A table for each section at the top.
class reference {
  public:
    static constexpr bool lists_every_kind = true;

    template <std::integral T>
    void item(std::string_view key, const T& value, bounds<T> within, std::string_view about) {
        row(key, std::to_string(value), range(within), about);
    }
    template <class T>
    void item(std::string_view key, const std::optional<T>&, bounds<T> within, std::string_view about) {
        row(key, "", range(within), about);
    }
    template <class Enum, std::size_t N>
        requires std::is_enum_v<Enum>
    void item(std::string_view key, const Enum& value, const std::array<choice<Enum>, N>& choices,
              std::string_view about) {
        std::array<std::string_view, N> names;
        std::ranges::transform(choices, names.begin(), &choice<Enum>::name);
        row(key, std::ranges::find(choices, value, &choice<Enum>::value)->name, join(names), about);
    }
    void item(std::string_view key, const bool& value, std::string_view about) {
        row(key, value ? "true" : "false", "true, false", about);
    }
    void item(std::string_view key, const std::chrono::milliseconds& value, bounds<std::chrono::milliseconds> within,
              std::string_view about) {
        row(key, to_text(value), range(within), about);
    }
    void item(std::string_view key, const byte_count& value, bounds<byte_count> within, std::string_view about) {
        row(key, text_of(value), text_of(within.least) + " to " + text_of(within.most), about);
    }
    void instant(std::string_view key, const unix_ms&, std::string_view about) { row(key, "", "an instant", about); }
    void list(std::string_view key, const std::vector<std::uint32_t>&, bounds<std::uint32_t> within,
              std::string_view about) {
        row(key, "", "a list of " + range(within), about);
    }
    void text(std::string_view key, const std::string& value, std::string_view about) {
        row(key, value, "text", about);
    }
    void path(std::string_view key, const std::filesystem::path& value, std::string_view about) {
        row(key, value.string(), "a path", about);
    }
    void one_of(std::string_view key, const std::string& value, std::span<const std::string_view> names,
                std::string_view about) {
        row(key, value, join(names), about);
    }
    void addresses(std::string_view key, const std::map<std::string, std::uint32_t>&, std::string_view about) {
        row(key, "", "a map, or a list", about);
    }
    void texts(std::string_view key, const std::vector<std::string>&, std::string_view about) {
        row(key, "", "a list of texts", about);
    }
    void places(std::string_view key, const std::vector<std::string>& values, std::string_view about) {
        row(key, values.front(), "text, or a list of texts", about);
    }
    void fields(std::string_view key, const std::vector<std::string>&, std::string_view about) {
        row(key, "", "a list of all six fields", about);
    }
    template <class Section>
    void section(std::string_view key, Section& value, std::string_view about) {
        below(key, about, value);
    }
    template <class Section>
    void section(std::string_view key, std::optional<Section>&, std::string_view about) {
        Section value;
        below(key, std::string{about}, value);
    }
    template <class Map>
    void named(std::string_view key, Map&, std::string_view about) {
        typename Map::value_type::second_type value;
        below(std::string{key} + ".<name>", about, value);
    }

    const std::string& markdown() const noexcept { return text_; }

  private:
    template <class Section>
    void below(std::string_view key, std::string_view about, Section& value) {
        const auto outer = path_;
        path_ += std::string{key} + ".";
        if (outer.empty()) {
            text_ += "\n## " + std::string{key} + "\n" + std::string{about} + "\n" + heads;
        } else {
            row_text("`" + outer + std::string{key} + "`", "", "a section", about);
        }
        describe(*this, value);
        path_ = outer;
    }

    void row(std::string_view key, std::string_view standard, std::string_view allowed, std::string_view about) {
        if (path_.empty() && text_.empty()) text_ += heads;
        row_text("`" + path_ + std::string{key} + "`", standard.empty() ? "" : "`" + std::string{standard} + "`",
                 allowed, about);
    }

    void row_text(const std::string& key, const std::string& standard, std::string_view allowed,
                  std::string_view about) {
        text_ += "| " + key + " | " + standard + " | ";
        text_.append(allowed).append(" | ").append(about).append(" |\n");
    }

    static std::string range(bounds<std::chrono::milliseconds> within) {
        return to_text(within.least) + " to " + to_text(within.most);
    }
    template <std::integral T>
    static std::string range(bounds<T> within) {
        return std::to_string(within.least) + " to " + std::to_string(within.most);
    }

    static std::string join(std::span<const std::string_view> names) {
        std::string all;
        for (const auto each : names)
            all.append(all.empty() ? "" : ", ").append(each);
        return all;
    }

    static constexpr auto heads = "\n| setting | default | may be | meaning |\n|---|---|---|---|\n";

    std::string path_;
    std::string text_;
};

} // namespace vesta::embed
