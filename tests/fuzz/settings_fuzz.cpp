// Any text as settings: an error of one kind, or settings that read back the same once printed.
#include <vesta/embed/settings.hpp>

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text{reinterpret_cast<const char*>(data), size};
    const auto read = vesta::embed::parse_settings(text, "fuzz");
    if (!read) return read.error().code == vesta::errc::invalid_settings ? 0 : (std::abort(), 0);
    const auto printed = vesta::embed::to_yaml(*read);
    const auto again = vesta::embed::parse_settings(printed, "printed");
    if (!again || vesta::embed::to_yaml(*again) != printed) std::abort();
    return 0;
}
