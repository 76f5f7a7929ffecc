#pragma once

#include <vesta/access/quota.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

// What stands in an access file: docs/security.md.
namespace vesta::access {

struct principal_settings {
    std::vector<std::string> tokens;              ///< KEY:sha256:DIGEST; several, so that one can follow the other.
    std::vector<std::string> certificates;        ///< URI or DNS names of client certificates.
    std::vector<std::string> may;                 ///< VERB or VERB GENERATOR[/TAG]
    std::optional<quota_settings> quota;          ///< Of all that it takes.
    std::map<std::string, quota_settings> quotas; ///< Of what it takes of one target each: GENERATOR[/TAG].
};

struct anonymous_settings {
    std::vector<std::string> may;
    std::optional<quota_settings> quota; ///< Of all who give no token, together.
};

struct settings {
    std::map<std::string, principal_settings> principals;
    anonymous_settings anonymous;
};

} // namespace vesta::access
