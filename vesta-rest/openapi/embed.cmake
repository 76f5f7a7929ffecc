# cmake -DFOLDER=... -DTO=... -P embed.cmake: writes a C++ source that holds the fragments of the OpenAPI document.
file(GLOB fragments ${FOLDER}/paths/*.json ${FOLDER}/components/*.json)
list(PREPEND fragments ${FOLDER}/document.json) # the members of the whole come in the order of the files

set(texts "")
foreach(each ${fragments})
    file(READ ${each} text)
    string(APPEND texts "    std::string_view{R\"~~(${text})~~\"},\n")
endforeach()
file(WRITE ${TO} "// Written by vesta-rest/openapi/embed.cmake.
#include \"openapi/fragments.hpp\"

#include <array>

namespace vesta::rest {
namespace {

constexpr std::array texts{
${texts}};

} // namespace

std::span<const std::string_view> openapi_fragments() noexcept {
    return texts;
}

} // namespace vesta::rest
")
