#pragma once

#include "support/temp_folder.hpp"

#include <vesta/base/log.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace vesta::file {

/// A file in which a host remembers something from one process to the next, and what is said of it.
class known_file_test : public ::testing::Test {
  protected:
    explicit known_file_test(const char* name) : path{folder.path() / "var" / name} {}

    auto say() {
        return [this](severity, std::string_view line) { log.emplace_back(line); };
    }
    std::string text() const {
        std::ifstream in{path};
        return {std::istreambuf_iterator<char>{in}, {}};
    }
    void put(const std::string& content) const { std::ofstream{path} << content; }
    std::ptrdiff_t files_beside() const {
        return std::distance(std::filesystem::directory_iterator{path.parent_path()}, {}) - 1;
    }

    /// @p load gives nothing and says so, wherever the file is cut off or changed.
    template <class Load>
    void expect_damage_noticed(const Load& load) {
        const std::string whole = text();
        const auto expect_nothing = [&](const std::string& content, std::size_t at) {
            put(content);
            EXPECT_THAT(load(), ::testing::IsEmpty()) << at;
        };
        for (std::size_t length = 0; length < whole.size(); ++length)
            expect_nothing(whole.substr(0, length), length);
        for (std::size_t at = 0; at < whole.size(); ++at) {
            std::string changed = whole;
            changed[at] ^= 1;
            expect_nothing(changed, at);
        }
        EXPECT_EQ(log.size(), 2 * whole.size());
        EXPECT_THAT(log.front(), ::testing::HasSubstr(path.filename().string() + ": it is damaged"));
        log.clear();
    }
    template <class Load>
    void expect_nothing_made(const Load& load) {
        EXPECT_THAT(load(), ::testing::IsEmpty());
        EXPECT_THAT(log, ::testing::IsEmpty());
        EXPECT_FALSE(std::filesystem::exists(path.parent_path()));
    }

    testing::temp_folder folder;
    const std::filesystem::path path;
    std::vector<std::string> log;
};

} // namespace vesta::file
