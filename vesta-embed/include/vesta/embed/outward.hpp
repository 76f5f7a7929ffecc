#pragma once

#include <vesta/embed/settings.hpp>
#include <vesta/sharded/outward_form.hpp>

#include <optional>
#include <string_view>

namespace vesta::embed {

/// The outward form of the IDs of @p generator, and of kind segment those of @p tag; nothing if they leave as they are,
/// or there is no such generator. Opens nothing, but reads the keys.
///
/// Errors: `invalid_argument` for a tag of a kind that has none, and for none of kind segment; `invalid_settings`: a
/// key that cannot be read, that is not the one of its fingerprint, or without room.
result<std::optional<outward_form>> find_outward_form(const settings& from, std::string_view generator,
                                                      std::string_view tag = {});

} // namespace vesta::embed
