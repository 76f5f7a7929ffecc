#include "api/handlers.hpp"
#include "console/page.hpp"

#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

namespace vesta::rest {
namespace {

/// Whether If-None-Match, a list, has @p etag; weak ones count (RFC 9110, 13.1.2).
bool has(std::string_view list, std::string_view etag) {
    return list == "*" || list.find(etag) != std::string_view::npos;
}

/// For programs, which do not look at pages, and for the console: where to go on, and what of it the client may.
std::string index_for(const access::visitor& client) {
    return boost::json::serialize(boost::json::object{{"name", "vesta"},
                                                      {"description", "/openapi.json"},
                                                      {"generators", "/v1/generators"},
                                                      {"id", "/genid"},
                                                      {"mayObserve", may(client, access::verb::observe)},
                                                      {"mayAdminister", may(client, access::verb::admin)}});
}

} // namespace

outcome console_or_index(exchange& request) {
    if (request.form == http::media::json) {
        request.content = index_for(request.client);
        return answer{.content_type = "application/json", .cache = http::caching::no_store};
    }
    const console_page& page = console();
    if (has(request.if_none_match, page.etag)) return answer{.code = http::status::not_modified, .etag = page.etag};
    request.content = page.html;
    return answer{.content_type = "text/html; charset=utf-8", .etag = page.etag, .policy = page.policy};
}

} // namespace vesta::rest
