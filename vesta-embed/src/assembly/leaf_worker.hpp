#pragma once

#include <vesta/machine/lease.hpp>

#include <filesystem>
#include <memory>

namespace vesta::embed {

/// What a node of Leaf keeps of itself below <java.io.tmpdir>/<leaf.name>/leafconf/<port>/.
struct leaf_worker {
    machine_id id;
    unix_ms least; ///< Its IDs lie below this.
};

/// Reads workerID.properties, with or without maxTimestamp, or the fork's workerID.json. Where there is no time in it,
/// `least` is when the file was written: Leaf keeps nothing later. Error: `invalid_settings`, naming what is wrong.
result<leaf_worker> read_leaf_worker(const std::filesystem::path& file);

/// The machine ID that @p from gives, if it is that of @p node, with a mark that is not below its IDs. Error, beside
/// those of @p from: `invalid_settings` for another machine ID, naming both.
std::unique_ptr<machine_id_provider> continuing(std::unique_ptr<machine_id_provider> from, leaf_worker node);

} // namespace vesta::embed
