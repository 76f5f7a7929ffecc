#pragma once

#include "api/router.hpp"
#include "http/request_parser.hpp"

#include <vesta/rest/compatibility.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace vesta::rest {

/// A request as it arrived, complete except for its body.
struct incoming {
    const http::request_head& head;
    std::string_view target;
    std::optional<std::string_view> content_type;
    std::string_view if_none_match;
    std::optional<std::string_view> idempotency_key;
    std::string_view body;
};

/// The facts known of a request before its handler runs.
struct checked_request {
    match at{}; ///< Empty for an unknown path.
    http::media form = http::media::text;
    /// The answer, if it needs no handler: to OPTIONS, and to a wrong target, method, parameter or Accept.
    std::optional<outcome> early{};
};

/// Checks everything but the body. @p scratch holds the pieces of the target to which the result points.
checked_request admit(const incoming& request, http::target& scratch, compatibility manners);

/// Runs the handler of a request that @p how admits. @p content is empty.
outcome serve(const checked_request& how, const incoming& request, const http::target& target, const services& server,
              access::visitor& client, std::string& content);

} // namespace vesta::rest
