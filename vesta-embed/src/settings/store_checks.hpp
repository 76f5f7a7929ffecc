#pragma once

#include "checks.hpp"

#include <string>
#include <vector>

// Checks of stores, and of what names them. All throw `misfit`.
namespace vesta::embed {

/// A certificate to show, and its key.
void check_pair(const std::string& path, const auto& of) {
    require(of.certificate.empty() == of.key.empty(), path, "needs both or none of certificate and key");
}

/// A store of SQL, or of one of the kinds @p more.
void check_store_named(const settings& all, const std::string& path, const std::string& name,
                       const std::vector<store_kind>& more = {});

/// The store of machine-id.etcd or machine-id.kubernetes.
void check_lending_store(const settings& all);

void check_store(const std::string& path, const store_settings& of);

} // namespace vesta::embed
