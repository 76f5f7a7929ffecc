#pragma once

#include <vesta/embed/settings.hpp>
#include <vesta/sharded/sharded_generator.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>

/// Tools for the sharded generators of settings, without serving from them. An empty generator name means the first of
/// kind sharded.
///
/// Errors of every function that takes a generator: `not_found` if there is none, `invalid_argument` if it is of
/// another kind, `invalid_settings`.
namespace vesta::embed {

/// Makes the missing ones of the 64 rows of application @p app, and missing tables; returns the number of rows made. @p
/// name goes into the rows. Blocks on the store.
///
/// Errors: also `invalid_argument` unless @p app is 0 to 255 and @p name has 1 to 128 bytes; those of the store.
result<unsigned> init_sharded(const settings& from, std::string_view generator, std::int64_t app,
                              std::string_view name);

/// Takes an ID apart, with the key if the generator has one. Opens no store.
///
/// Errors: also those of `explain_sharded_id`.
result<sharded_explanation> explain_sharded(const settings& from, std::string_view generator, id value);

/// The permutations of the key in @p file (32, 48 or 64 hexadecimal digits), for programs that hide the order of their
/// own streams; see `permuted_source`.
///
/// Errors: `invalid_settings`; never quotes the key.
result<std::shared_ptr<const permutation_family>> load_permutations(const std::filesystem::path& file);

} // namespace vesta::embed
