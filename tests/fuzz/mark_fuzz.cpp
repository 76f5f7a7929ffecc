// Any bytes as a mark file: refused with a reason, or exactly what would be written again.
#include "mark_text.hpp"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text{reinterpret_cast<const char*>(data), size};
    const auto read = vesta::file::read_mark(text);
    if (read && vesta::file::write_mark(*read) != text) std::abort();
    if (!read && read.error().message.empty()) std::abort();
    return 0;
}
