#pragma once

#include <vesta/embed/settings.hpp>
#include <vesta/generate/catalogue.hpp>
#include <vesta/sharded/sharded_generator.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

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

/// The permutations of the key in @p file (32, 48 or 64 hexadecimal digits), for streams that programs hide themselves:
/// see `permuted_source`. Error: `invalid_settings`, which never quotes the key.
result<std::shared_ptr<const permutation_family>> load_permutations(const std::filesystem::path& file);

/// A sharded generator of an instance.
struct named_sharded {
    std::string name;
    sharded_generator* of = nullptr;
};

/// The sharded generators of what an instance publishes (`instance::published`), in the order of the settings: for
/// their status, application by application. They live as long as the instance. None for a catalogue that is not an
/// instance's.
std::vector<named_sharded> sharded_generators(catalogue& published);

/// The same as above with a generator that is open.
result<sharded_explanation> explain_sharded(catalogue& published, std::string_view generator, id value);

} // namespace vesta::embed
