#pragma once

#include <vesta/id/field.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

/// Words for the sentences of a plan.
namespace vesta::migrate {

/// 2.1 s; 3 min; 5 h; 9 days.
std::string told(std::chrono::milliseconds length);

/// "1 tag", "2 tags".
std::string counted(std::size_t number, const std::string& what);

/// The first of @p all, and how many more there are.
std::string told(const std::vector<std::string>& all);

} // namespace vesta::migrate
