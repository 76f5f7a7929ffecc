#pragma once

#include <vesta/base/log.hpp>
#include <vesta/embed/settings.hpp>
#include <vesta/gapless/group_memory.hpp>
#include <vesta/machine/lease_memory.hpp>
#include <vesta/segment/tag_memory.hpp>

#include <filesystem>
#include <memory>
#include <string>

namespace vesta::embed {

/// This host's memory of the tags of the generator @p name, in a file for each of its stores.
std::shared_ptr<tag_memory> tags_of(const settings& from, const std::string& name, const segment_settings& of,
                                    const log_sink& log);

/// The same of the shards of the generator @p name.
std::shared_ptr<tag_memory> tags_of(const settings& from, const std::string& name, const sharded_settings& of,
                                    const log_sink& log);

/// This host's memory of the periods of its formatted tags.
std::shared_ptr<tag_memory> periods_of(const settings& from, const std::string& name, const segment_settings& of,
                                       const log_sink& log);

/// Compares the formats of its tags with those that this host remembers, and remembers them.
///
/// Errors: those of `file::keep_format`.
result<void> keep_formats(const settings& from, const std::string& name, const segment_settings& of,
                          const log_sink& log);

/// This host's memory of the machine IDs that the store of machine-id lends.
std::shared_ptr<lease_memory> leases_of(const settings& from, const log_sink& log);

/// This host's memory of the groups of the generator @p name, whose numbers without gaps are in the store @p store.
std::shared_ptr<group_memory> groups_of(const settings& from, const std::string& name, const std::string& store,
                                        const log_sink& log);

/// Where `vesta tags` remembers its looks at the table of the generator @p name in the only store of @p of.
std::filesystem::path looks_file(const settings& from, const std::string& name, const segment_settings& of);

} // namespace vesta::embed
