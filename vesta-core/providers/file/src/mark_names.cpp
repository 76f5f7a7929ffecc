#include "mark_names.hpp"

#include "sealed_text.hpp"

#include <vesta/base/number.hpp>

namespace vesta::file {
namespace {

constexpr std::string_view making = ".tmp";

} // namespace

mark_names::mark_names(machine_id machine, const std::string& method) {
    const std::string stem = "machine-" + std::to_string(machine.value) + (method == "any" ? "" : "." + method);
    lock_ = stem + ".lock";
    fence_ = stem + ".mark";
}

std::string mark_names::numbered(std::uint64_t number) const {
    return fence_ + "." + std::to_string(number);
}

std::string mark_names::temporary(const std::string& unique) const {
    return fence_ + "." + unique + std::string{making};
}

std::optional<std::uint64_t> mark_names::number_of(std::string_view name) const {
    if (!name.starts_with(fence_ + ".")) return {};
    const auto number = read_canonical<std::uint64_t>(name.substr(fence_.size() + 1));
    return number == 0 ? std::nullopt : number;
}

bool mark_names::is_temporary(std::string_view name) const {
    if (name == fence_ + ".new") return true; // version 0.1
    return name.starts_with(fence_ + ".") && name.ends_with(making) &&
           is_hexadecimal(name.substr(fence_.size() + 1, name.size() - fence_.size() - 1 - making.size()), 32);
}

} // namespace vesta::file
