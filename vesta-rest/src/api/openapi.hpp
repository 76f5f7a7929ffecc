#pragma once

#include <string>

namespace vesta::rest {

/// The description of this API, OpenAPI 3.1: the parts in vesta-rest/openapi, put together.
const std::string& openapi_document();

} // namespace vesta::rest
