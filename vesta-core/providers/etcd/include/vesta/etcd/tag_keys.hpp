#pragma once

#include <vesta/etcd/session.hpp>
#include <vesta/segment/segment_store.hpp>

#include <memory>
#include <string>

namespace vesta::etcd {

/// The store of segments in keys /vesta/<folder>/tags/<table>/<tag>, each a JSON object with the columns of Leaf's
/// table: max_id, step, and if there are such max_limit, delta and remainder. Other members are kept.
///
/// Every reservation reads the row and writes it by a transaction that compares its mod_revision: two round trips.
/// Errors: throws `failure` (`invalid_settings`) for a table that can be no part of a key's path.
/// Thread-safety: safe.
std::shared_ptr<segment_store> open_segments(std::shared_ptr<session> with, const std::string& table);

} // namespace vesta::etcd
