#pragma once

#include "mark_text.hpp"
#include "support/temp_folder.hpp"
#include "support/wrapped_disk.hpp"

#include <vesta/file/marks.hpp>
#include <vesta/id/scheme.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <charconv>

namespace vesta::file {

inline constexpr machine_id seven{7};

constexpr unix_ms at(std::int64_t ms) {
    return unix_ms{std::chrono::milliseconds{ms}};
}

inline lease_request wants(std::vector<gen_method> methods, bool without_method = false) {
    return {.instance = "test", .methods = std::move(methods), .without_method = without_method};
}

/// IDs of a layout as an embedded generator makes them; in `vesta`'s usual one the epoch may be moved.
inline id_pattern pattern_of(std::chrono::milliseconds later = {}, const std::string& type = "min-granularity") {
    auto spec = find_scheme("vesta")->type(type).value()->spec();
    spec.epoch += later;
    return id_pattern::make(layout::make(spec).value(), 0, gen_method::embedded).value();
}

/// The marks of an embedded generator with machine ID 7 in a folder of the test's own.
class mark_test : public ::testing::Test {
  protected:
    auto open(const lease_request& request = wants({gen_method::embedded}), machine_id machine = seven,
              const std::string& folder = "var") const {
        return open_mark(folder_ / folder, machine, request);
    }

    error refusal(const lease_request& request = wants({gen_method::embedded}), machine_id machine = seven,
                  const std::string& folder = "var") const {
        auto opened = open(request, machine, folder);
        return opened ? error{errc::internal, "opened"} : opened.error();
    }

    /// The names of the marks with numbers, the highest last.
    std::vector<std::string> numbered(const std::string& stem = "machine-7.embedded") const {
        std::vector<std::pair<std::uint64_t, std::string>> found;
        for (const auto& each : std::filesystem::directory_iterator{folder_ / "var"}) {
            const auto name = each.path().filename().string();
            std::uint64_t number = 0;
            if (!name.starts_with(stem + ".mark.")) continue;
            const auto digits = name.substr(stem.size() + 6);
            if (std::from_chars(digits.data(), digits.data() + digits.size(), number).ptr ==
                digits.data() + digits.size())
                found.emplace_back(number, name);
        }
        std::ranges::sort(found);
        std::vector<std::string> names;
        for (auto& [number, name] : found)
            names.push_back(std::move(name));
        return names;
    }

    std::filesystem::path file(const std::string& name) const { return folder_.path() / "var" / name; }
    std::filesystem::path highest(const std::string& stem = "machine-7.embedded") const {
        return file(numbered(stem).back());
    }
    mark_record stored(const std::string& stem = "machine-7.embedded") const {
        return read_mark(vesta::testing::read_all(highest(stem))).value();
    }

    vesta::testing::temp_folder folder_;
};

} // namespace vesta::file
