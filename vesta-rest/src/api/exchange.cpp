#include "api/exchange.hpp"

#include <algorithm>

namespace vesta::rest {

std::optional<std::string_view> exchange::parameter(std::string_view name) const noexcept {
    const auto found = std::ranges::find(parameters, name, &http::target::parameter::name);
    return found == parameters.end() ? std::nullopt : found->value;
}

} // namespace vesta::rest
