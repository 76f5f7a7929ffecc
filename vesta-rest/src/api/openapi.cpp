#include "api/openapi.hpp"

namespace vesta::rest {

const std::string& openapi_document() {
    static const std::string document = "{}";
    return document;
}

} // namespace vesta::rest
