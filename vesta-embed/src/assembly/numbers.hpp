#pragma once

#include "member.hpp"

#include <vesta/embed/settings.hpp>

namespace vesta::embed {

/// Makes the generator of a kind that counts: @p name is that of @p of among the settings. It does not block: tables
/// are read by its own threads. Error: `invalid_settings`.
result<std::shared_ptr<member>> make_numbers(const settings& from, const std::string& name,
                                             const generator_settings& of);

} // namespace vesta::embed
