#pragma once

#include <vesta/base/log.hpp>
#include <vesta/catalogue/named_generator.hpp>
#include <vesta/embed/settings.hpp>
#include <vesta/segment/formatted_numbers.hpp>
#include <vesta/sql/segment_table.hpp>

#include <memory>
#include <string>

namespace vesta::embed {

/// Makes the generator of a kind that counts: @p name is that of @p of among the settings. It does not block: tables
/// are read by its own threads. @p clock says in which period a formatted number is, and outlives it. @p log is told
/// what an operator should know. @p budget has room for tags. Whoever gives its numbers out calls `keep_formats`
/// before.
///
/// Error: `invalid_settings`.
result<std::shared_ptr<named_generator>> make_numbers(const settings& from, const std::string& name,
                                                      const generator_settings& of, const log_sink& log,
                                                      std::shared_ptr<tag_budget> budget,
                                                      const wall_clock& clock = system_wall_clock());

/// The formats of the tags of a generator of that @p name. Error: `invalid_settings`, also for an unknown time zone.
result<number_formats> make_formats(const std::string& name, const segment_settings& of);

/// Checks those of all generators. Error: as `make_formats`.
result<void> check_number_formats(const settings& from);

/// The table of the segment generator @p name in the only store of @p of. It connects on first use. Error:
/// `invalid_settings`.
result<std::shared_ptr<segment_store>> open_segments(const settings& from, const std::string& name,
                                                     const segment_settings& of);
/// Where that table is. Error: `invalid_settings`.
result<sql::segment_table> segment_place(const settings& from, const segment_settings& of);
/// That table's name.
std::string table_of(const segment_settings& of);

/// Makes a generator of kind gapless. @p clock tells the age of keys, and outlives it. Reads the state folder. Errors:
/// those of `file::open_book`.
result<std::shared_ptr<named_generator>> make_gapless(const settings& from, const std::string& name,
                                                      const gapless_settings& of, const wall_clock& clock,
                                                      const log_sink& log);

/// The same as `make_numbers` for kind sharded alone.
result<std::shared_ptr<named_generator>> make_shards(const settings& from, const std::string& name,
                                                     const sharded_settings& of, const log_sink& log);

} // namespace vesta::embed
