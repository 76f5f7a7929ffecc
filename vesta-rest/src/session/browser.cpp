#include "session/browser.hpp"

#include "http/text.hpp"

namespace vesta::rest {
namespace {

/// Whether @p origin, SCHEME://HOST[:PORT], is the server that @p host names. `null` is none.
bool is_of(std::string_view origin, std::string_view host) noexcept {
    const auto slashes = origin.find("://");
    return slashes != std::string_view::npos && origin.substr(slashes + 3) == host;
}

} // namespace

std::optional<problem> refuse_page(const page_of_request& of, const http::served_hosts& served, std::string& last,
                                   bool looks_only) {
    if (of.host != last) {
        if (!served.include(of.host))
            return plain_problem(http::status::misdirected_request, "this server is not known as " +
                                                                        std::string{http::without_port(of.host)} +
                                                                        "; an operator can add the name to rest.hosts");
        last.assign(of.host);
    }
    if (of.origin && !is_of(*of.origin, of.host))
        return plain_problem(http::status::forbidden,
                             "pages of other sites may not use this server; the Origin is " + std::string{*of.origin});
    if (of.cross_site && !looks_only)
        return plain_problem(http::status::forbidden, "pages of other sites may not use this server");
    return std::nullopt;
}

} // namespace vesta::rest
