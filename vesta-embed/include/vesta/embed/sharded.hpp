#pragma once

#include <vesta/embed/settings.hpp>
#include <vesta/sharded/sharded_generator.hpp>

#include <cstdint>
#include <string_view>

/// What tools do with the sharded generators of settings, without serving from them. An empty generator name means the
/// first of kind sharded. Errors of each: `not_found` and `invalid_argument` where there is none of that name or kind,
/// `invalid_settings`.
namespace vesta::embed {

/// Makes those of the 64 rows of application @p app that are missing, and tells how many; @p name goes into them, at
/// most 128 bytes. What is missing of the tables is made too. Blocks on the store. Errors besides: `invalid_argument`
/// for an application above 255 or below 0, those of the store.
result<unsigned> init_sharded(const settings& from, std::string_view generator, std::int64_t app,
                              std::string_view name);

/// Takes an ID apart, with the key where the generator has one. Opens no store. Errors besides: as
/// `explain_sharded_id`.
result<sharded_explanation> explain_sharded(const settings& from, std::string_view generator, id value);

} // namespace vesta::embed
