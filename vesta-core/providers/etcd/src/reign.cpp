#include "reign.hpp"

#include <vesta/base/number.hpp>
#include <vesta/base/random_bits.hpp>

namespace vesta::etcd {
namespace {

constexpr std::size_t digits = 16;

} // namespace

std::optional<reign> reign::read(std::string_view text) {
    std::string_view rest = text;
    const auto number = take_number<std::uint64_t>(rest);
    if (!number || rest.size() < digits + 3 || rest[0] != '-' || rest[digits + 1] != '-') return std::nullopt;
    return reign{*number, std::string{rest.substr(digits + 2)}, std::string{text}};
}

reign reign::begin(std::uint64_t number, const std::string& cluster) {
    return {number, cluster, std::to_string(number) + "-" + random_hex(digits) + "-" + cluster};
}

} // namespace vesta::etcd
