#pragma once

#include <vesta/machine/lease.hpp>

#include <filesystem>
#include <memory>

namespace vesta::embed {

/// The state that a node of Leaf keeps below <java.io.tmpdir>/<leaf.name>/leafconf/<port>/.
struct leaf_worker {
    machine_id id;
    unix_ms least; ///< Its IDs lie below this.
};

/// Reads workerID.properties, with or without maxTimestamp, or the fork's workerID.json. If it holds no time, `least`
/// is the time of the file's last write: Leaf stores nothing later.
///
/// Errors: `invalid_settings`, naming what is wrong.
result<leaf_worker> read_leaf_worker(const std::filesystem::path& file);

/// The machine ID from @p from, if it is that of @p node, with a mark above the node's IDs.
///
/// Errors, besides those of @p from: `invalid_settings` for another machine ID, naming both.
std::unique_ptr<machine_id_provider> continuing(std::unique_ptr<machine_id_provider> from, leaf_worker node);

} // namespace vesta::embed
