#include <vesta/base/random_bits.hpp>

#include <cerrno>
#include <system_error>
#include <unistd.h>

namespace vesta {
namespace {

void fill(void* to, std::size_t size) {
    if (::getentropy(to, size) != 0) throw std::system_error{errno, std::generic_category(), "getentropy"};
}

} // namespace

std::uint64_t random_bits() {
    std::uint64_t made = 0;
    fill(&made, sizeof made);
    return made;
}

std::string random_hex(std::size_t digits) {
    std::string bytes((digits + 1) / 2, '\0');
    fill(bytes.data(), bytes.size());
    std::string made;
    for (const char byte : bytes)
        for (const int shift : {4, 0})
            made += "0123456789abcdef"[static_cast<unsigned char>(byte) >> shift & 0xf];
    made.resize(digits);
    return made;
}

} // namespace vesta
