#pragma once

#include <string>

namespace vesta::rest {

/// The description of this API, OpenAPI 3.1: the files of vesta-rest/openapi put together, and for each route what
/// every route has: the other methods it takes, and the refusals any request can meet. Made at the first call.
const std::string& openapi_document();

} // namespace vesta::rest
