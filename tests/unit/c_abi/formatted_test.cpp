#include "support/temp_folder.hpp"

#include <vesta/embed/vesta.h>

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace vesta {
namespace {

TEST(formatted_numbers_in_c, are_texts_as_their_format_says) {
    const testing::temp_folder folder;
    const std::string yaml = "stores: { main: { kind: sqlite, file: " + (folder / "papers.db").string() +
                             " } }\ngenerators: { papers: { kind: segment, store: main, auto-create: {}, "
                             "formats: { bill: { text: 'B{number}-{check}', width: 4, check: luhn } } } }\n"
                             "state: { dir: " +
                             (folder / "var").string() + " }\n";
    vesta_ids* const ids = vesta_open_text(yaml.c_str());
    ASSERT_NE(ids, nullptr) << vesta_last_error();
    std::array<char, VESTA_TEXT_ROOM> text{};
    EXPECT_EQ(vesta_next_formatted(ids, "papers", "bill", text.data(), 16), VESTA_INVALID_ARGUMENT);
    EXPECT_EQ(vesta_next_formatted(ids, "papers", "bill", text.data(), text.size()), VESTA_OK) << vesta_last_error();
    EXPECT_STREQ(text.data(), "B0001-8") << "the room that was too small took none";
    EXPECT_EQ(vesta_next_formatted(ids, "papers", "order", text.data(), text.size()), VESTA_NOT_FOUND);
    EXPECT_EQ(vesta_next_formatted(ids, "papers", nullptr, text.data(), text.size()), VESTA_INVALID_ARGUMENT);
    EXPECT_EQ(vesta_close(ids), VESTA_OK);
}

} // namespace
} // namespace vesta
