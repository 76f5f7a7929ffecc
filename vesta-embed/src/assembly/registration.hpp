#pragma once

#include "providers.hpp"

#include <string>

namespace vesta::embed {

/// The store in which machine IDs from the settings are entered, so that two hosts with the same one find out: the one
/// that machine-id.register names; else the only SQL store, if other hosts can reach it (it is on a server) or a
/// generator of @p only (empty: of all) uses it anyway. Empty if there is none, or the settings say so.
std::string register_store(const settings& from, const std::string& only);

/// Enters the machine IDs of @p from there; returns @p from itself if there is no such store.
///
/// Errors: `invalid_settings`.
result<std::unique_ptr<machine_id_provider>> registered(std::unique_ptr<machine_id_provider> from, const settings& by,
                                                        const provider_context& context);

} // namespace vesta::embed
