#pragma once

#include <vesta/base/result.hpp>

#include <array>
#include <string>
#include <string_view>

namespace vesta::cli {

/// The layouts that Vesta for Java had, which none of its settings tell.
inline constexpr std::array<std::string_view, 3> layouts_of_vesta{"vesta", "vesta-2018", "vesta-2015"};

/// What stands in @p file.
///
/// Errors: `invalid_settings`.
result<std::string> read_old_text(const std::string& file);

/// The same of a properties file; a Spring XML as properties: the names and values of its `property` elements.
///
/// Errors: `invalid_settings`.
result<std::string> read_properties_or_xml(const std::string& file);

/// @p named, or else the layout under which @p fresh, an ID, was made within a day of now.
///
/// Errors: `invalid_argument`, also if both are empty.
result<std::string> layout_of_vesta(const std::string& named, const std::string& fresh);

} // namespace vesta::cli
