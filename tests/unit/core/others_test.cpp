// IDs that other programs made (tests/vectors/others.txt, by scripts/vectors) are theirs to the bit.
#include <vesta/id/scheme.hpp>
#include <vesta/id/text_form.hpp>

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>

namespace vesta {
namespace {

struct made_elsewhere {
    std::string kind;
    std::int64_t value = 0;
    std::uint64_t machine = 0;
    std::string seq; ///< -: the program does not tell.
    std::int64_t from = 0, to = 0;
};

/// The lines of the file, but for comments.
std::vector<std::string> lines_of_others() {
    std::ifstream file{VESTA_SOURCE_DIR "/tests/vectors/others.txt"};
    std::vector<std::string> all;
    for (std::string line; std::getline(file, line);)
        if (!line.empty() && !line.starts_with('#')) all.push_back(line);
    return all;
}

void expect_theirs(const made_elsewhere& of, const std::string& line) {
    const scheme* const family = find_scheme(of.kind);
    ASSERT_NE(family, nullptr) << line;
    const auto read = family->explain(id{of.value});
    ASSERT_TRUE(read) << line << ": " << read.error().message;
    EXPECT_EQ(read->parts.machine, of.machine) << line;
    if (of.seq != "-") {
        EXPECT_EQ(std::to_string(read->parts.seq), of.seq) << line;
    }
    const std::int64_t at = read->at.time_since_epoch().count();
    EXPECT_GE(at, of.from) << line;
    EXPECT_LE(at, of.to) << line;
    const auto made = family->make(*family->type("").value(), read->parts);
    ASSERT_TRUE(made) << line;
    EXPECT_EQ(made->value, of.value) << line;
}

TEST(ids_of_other_programs, are_explained_and_made_as_these_programs_do) {
    std::map<std::string, int> seen;
    for (const std::string& line : lines_of_others()) {
        made_elsewhere each;
        std::istringstream words{line};
        words >> each.kind;
        if (each.kind == "base62") continue;
        words >> each.value >> each.machine >> each.seq >> each.from >> each.to;
        ASSERT_TRUE(words) << line;
        expect_theirs(each, line);
        ++seen[each.kind];
    }
    for (const char* kind : {"snowflake", "yitter", "seata", "cosid", "cosid-second", "cosid-js", "cosid-js-1970",
                             "uid-generator", "sonyflake", "mastodon"})
        EXPECT_GE(seen[kind], 3) << kind;
}

TEST(ids_of_other_programs, are_written_in_radix_62_as_cosid_does) {
    int seen = 0;
    for (const std::string& line : lines_of_others()) {
        std::string kind, text;
        std::int64_t value = 0;
        std::istringstream words{line};
        words >> kind;
        if (kind != "base62") continue;
        words >> value >> text;
        EXPECT_EQ(to_text(id{value}, text_form::base62), text);
        EXPECT_EQ(parse_text(text, text_form::base62).value().value, value);
        ++seen;
    }
    EXPECT_GE(seen, 20);
}

} // namespace
} // namespace vesta
