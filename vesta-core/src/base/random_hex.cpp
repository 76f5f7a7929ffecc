#include <vesta/base/random_hex.hpp>

#include <cstdint>
#include <random>

namespace vesta {

std::string random_hex(std::size_t digits) {
    std::random_device random;
    std::string made;
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < digits; ++i, bits >>= 4) {
        if (i % 8 == 0) bits = random();
        made += "0123456789abcdef"[bits & 0xf];
    }
    return made;
}

} // namespace vesta
