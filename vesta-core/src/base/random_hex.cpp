#include <vesta/base/random_hex.hpp>

#include <sys/random.h>

#include <cerrno>
#include <system_error>

namespace vesta {

std::string random_hex(std::size_t digits) {
    std::string bytes((digits + 1) / 2, '\0');
    if (::getentropy(bytes.data(), bytes.size()) != 0)
        throw std::system_error{errno, std::generic_category(), "getentropy"};
    std::string made;
    for (const char byte : bytes)
        for (const int shift : {4, 0})
            made += "0123456789abcdef"[static_cast<unsigned char>(byte) >> shift & 0xf];
    made.resize(digits);
    return made;
}

} // namespace vesta
