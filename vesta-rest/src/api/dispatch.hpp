#pragma once

#include "api/router.hpp"
#include "http/request_parser.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace vesta::rest {

/// A request as it came, complete up to @p body.
struct incoming {
    const http::request_head& head;
    std::string_view target;
    std::optional<std::string_view> content_type;
    std::string_view body;
};

/// What is known of a request before its handler runs.
struct admission {
    match at{}; ///< Nothing is found where the path is none of ours.
    http::media form = http::media::text;
    /// The answer, where no handler is needed for it: to OPTIONS, and all that is wrong with target, method, parameters
    /// and Accept.
    std::optional<outcome> early{};
};

/// Looks at everything but the body. @p scratch holds the pieces of the target that the answer points to.
admission admit(const incoming& request, http::target& scratch);

/// Runs the handler of a request that @p how admits. @p content is empty.
outcome serve(const admission& how, const incoming& request, const http::target& target, const services& server,
              std::string& content);

} // namespace vesta::rest
