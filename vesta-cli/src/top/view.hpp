#pragma once

#include "rest_client.hpp"

#include <boost/json/object.hpp>

#include <chrono>
#include <vector>

namespace vesta::cli {

/// What a server says about itself at an instant.
struct server_look {
    boost::json::array generators; ///< Of /v1/generators.
    std::int64_t at_ms = 0;        ///< Of /v1/figures, by the server's clock; so are its figures:
    boost::json::array figures;
    std::vector<boost::json::object> tags; ///< Of each segment generator, /v1/generators/{name}/tags.
};

/// Looks at the server. Tags without a right to see them are left out.
///
/// Errors: those of `ask_rest`; `store_unavailable` for a server that tells it in another form.
result<server_look> look_at(const rest_address& at, std::chrono::milliseconds patience);

/// What `vesta top` shows, as its JSON (docs/operating.md): what @p now tells, with rates by what has grown since
/// @p before. None where the server was restarted in between, or said the same twice.
boost::json::object compare(const server_look& before, const server_look& now);

} // namespace vesta::cli
