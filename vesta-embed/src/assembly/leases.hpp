#pragma once

#include <vesta/embed/settings.hpp>
#include <vesta/machine/lease.hpp>

#include <memory>
#include <string>

namespace vesta::embed {

/// The provider of machine-id.database or machine-id.zookeeper. @p address is this host's; with the port of the server
/// that will publish IDs it is the instance's name where the settings give none. Error: `invalid_settings`.
result<std::unique_ptr<machine_id_provider>> make_lending_provider(const settings& from, std::string address);

} // namespace vesta::embed
