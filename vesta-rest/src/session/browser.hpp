#pragma once

#include "api/problem.hpp"
#include "http/served_hosts.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace vesta::rest {

/// What a browser says of the page that sends a request. Other clients send none of it but the Host.
struct page_of_request {
    std::string_view host;
    std::optional<std::string_view> origin; ///< Of the page (RFC 6454).
    /// Sec-Fetch-Site is cross-site (W3C Fetch Metadata): a page of another site sends it.
    bool cross_site = false;
};

/// Why the request is refused; nothing where it is not. @p looks_only: the path gives and changes nothing, so that
/// links to it may stand anywhere. @p last is the Host that was found to be served last, and is again; it becomes this
/// one's.
std::optional<problem> refuse_page(const page_of_request& of, const http::served_hosts& served, std::string& last,
                                   bool looks_only);

} // namespace vesta::rest
