#pragma once

#include "api/route.hpp"
#include "http/target.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace vesta::rest {

/// A route, and the values of its placeholders.
struct match {
    const route* found = nullptr;
    std::array<std::string_view, 2> placeholders{};
    std::size_t placeholder_count = 0;

    std::span<const std::string_view> path() const noexcept { return {placeholders.data(), placeholder_count}; }
};

/// The route with this path; `found` is null if there is none.
match find_route(const http::target& target) noexcept;

/// The route of `/genid`, which most requests use.
const route& genid_route() noexcept;

/// Finds parameters that are unknown to the route, repeated, or without a value.
std::optional<problem> check_parameters(const route& route, std::span<const http::target::parameter> given);

} // namespace vesta::rest
