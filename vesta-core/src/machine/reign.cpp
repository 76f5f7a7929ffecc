#include <vesta/base/number.hpp>
#include <vesta/base/random_bits.hpp>
#include <vesta/machine/reign.hpp>

namespace vesta {
namespace {

constexpr std::size_t random_digits = 16;

} // namespace

std::optional<reign> reign::read(std::string_view text) {
    std::string_view rest = text;
    const auto number = take_number<std::uint64_t>(rest);
    if (!number || rest.size() < random_digits + 3 || rest[0] != '-' || rest[random_digits + 1] != '-')
        return std::nullopt;
    return reign{*number, std::string{rest.substr(random_digits + 2)}, std::string{text}};
}

reign reign::begin(std::uint64_t number, const std::string& holder) {
    return {number, holder, std::to_string(number) + "-" + random_hex(random_digits) + "-" + holder};
}

} // namespace vesta
