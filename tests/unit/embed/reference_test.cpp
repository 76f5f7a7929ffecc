#include "reference.hpp"
#include "support/temp_folder.hpp"

#include <gmock/gmock.h>

#include <cstdlib>

namespace vesta::embed {
namespace {

constexpr std::string_view beginning = "<!-- Below: written by unit_embed with VESTA_UPDATE_DOCS=1 -->\n";

TEST(the_settings_reference, lists_every_setting_as_it_is_described_in_the_code) {
    settings defaults;
    reference listed;
    describe(listed, defaults);

    const std::filesystem::path file = VESTA_SOURCE_DIR "/docs/settings.md";
    auto text = testing::read_all(file);
    const auto from = text.find(beginning);
    ASSERT_NE(from, std::string::npos) << file << " has no line " << beginning;
    const auto prose = text.substr(0, from + beginning.size());
    if (std::getenv("VESTA_UPDATE_DOCS") != nullptr) {
        testing::write_all(file, prose + listed.markdown());
        text = testing::read_all(file);
    }
    EXPECT_EQ(text, prose + listed.markdown())
        << "run build/<preset>/bin/unit_embed with VESTA_UPDATE_DOCS=1, and commit";
}

} // namespace
} // namespace vesta::embed
