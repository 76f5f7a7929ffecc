// Request targets and the bodies of make requests, without the head around them: deeper than whole requests reach.
#include "api/make_body.hpp"
#include "api/router.hpp"
#include "http/accept.hpp"
#include "http/authority.hpp"
#include "http/target.hpp"

#include <vesta/base/utf8.hpp>

#include <array>
#include <cstdint>
#include <cstdlib>

namespace {

using namespace vesta::rest;

void require(bool holds) {
    if (!holds) std::abort();
}

void read_target(std::string_view text) {
    http::target target;
    if (!target.parse(text)) return require(!target.problem().empty());
    for (const std::string_view each : target.segments())
        require(vesta::is_utf8(each) && each.find('\0') == std::string_view::npos);
    const match found = find_route(target);
    if (found.found == nullptr) return;
    for (const std::string_view each : found.path())
        require(!each.empty());
    if (const auto wrong = check_parameters(*found.found, target.parameters())) {
        std::string document;
        write_problem(*wrong, document);
        require(!wrong->parameters.empty() && vesta::is_utf8(document));
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text{reinterpret_cast<const char*>(data), size};
    read_target(text);
    static_cast<void>(read_make_body(text));
    http::accept_set accepted;
    accepted.add(text);
    static_cast<void>(accepted.best(std::array{http::media::text, http::media::json}));
    static_cast<void>(http::is_host(text));
    return 0;
}
