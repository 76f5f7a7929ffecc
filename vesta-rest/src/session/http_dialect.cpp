#include "session/http_dialect.hpp"

#include "api/problem.hpp"
#include "api/route.hpp"
#include "http/answer.hpp"
#include "session/session.hpp"

namespace vesta::rest {

http_dialect::http_dialect(services& server)
    : bench_{.server = server, .counts = server.board.add(routes().size() + 1, server.generators.all().size())} {}

std::unique_ptr<net::session> http_dialect::make_session(const net::client& with) {
    access::gate* const gate = bench_.server.gate;
    auto names = gate != nullptr ? with.certificate_names() : std::vector<std::string>{};
    return std::make_unique<session>(bench_, access::visitor{gate, with.address(), std::move(names)});
}

void http_dialect::turn_away(output_buffer& out) {
    std::string content;
    write_problem(overloaded("too many connections"), content);
    write_head(out,
               {.code = http::status::service_unavailable,
                .content_type = "application/problem+json",
                .cache = http::caching::no_store,
                .retry_after = std::chrono::seconds{1}},
               content.size(), http::persistence::close, bench_.date);
    out.append(content);
}

void http_dialect::begin_round(std::chrono::steady_clock::time_point) noexcept {
    bench_.date.refresh();
}

} // namespace vesta::rest
