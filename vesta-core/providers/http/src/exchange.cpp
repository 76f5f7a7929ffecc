#include <vesta/http/exchange.hpp>
#include <vesta/http/http_date.hpp>

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

#include <array>

namespace vesta::http {
namespace {

namespace beast_http = boost::beast::http;
using parser = beast_http::response_parser<beast_http::string_body>;

constexpr std::uint32_t longest_head = 16 * 1024;

std::string text_of(const http_request& of) {
    return of.method + " " + of.path + " HTTP/1.1\r\nHost: " + of.host + "\r\n" +
           (of.authorization.empty() ? "" : "Authorization: " + of.authorization + "\r\n") +
           (of.body.empty() ? ""
                            : "Content-Type: " + of.content_type +
                                  "\r\nContent-Length: " + std::to_string(of.body.size()) + "\r\n") +
           "\r\n" + of.body;
}

/// Feeds @p input to @p to; what is left is not a whole element yet.
result<void> parse(parser& to, std::string& input) {
    boost::system::error_code failed;
    const std::size_t used = to.put(boost::asio::buffer(input), failed);
    input.erase(0, used);
    if (failed == beast_http::error::body_limit || failed == beast_http::error::header_limit)
        return unavailable("its answer is longer than is read");
    if (failed && failed != beast_http::error::need_more)
        return unavailable("its answer is not HTTP: " + failed.message());
    if (!to.is_done() && input.size() > longest_head) return unavailable("its answer is longer than is read");
    return {};
}

result<void> end(parser& of) {
    boost::system::error_code failed;
    if (of.got_some()) of.put_eof(failed);
    if (!of.is_done() || failed) return unavailable("it closed the connection");
    return {};
}

} // namespace

result<http_answer> exchange(tcp_link& to, const http_request& request, tcp_link::time_point until) {
    if (auto sent = to.send(text_of(request), until); !sent) return std::move(sent).error();
    parser answer;
    answer.eager(true);
    answer.header_limit(longest_head);
    answer.body_limit(longest_answer);
    std::array<char, 16384> room;
    std::string input;
    while (!answer.is_done()) {
        if (std::chrono::steady_clock::now() >= until) return unavailable("it takes too long");
        const auto got = to.receive(room, until);
        if (!got) return got.error();
        input.append(room.data(), *got);
        if (auto read = *got == 0 ? end(answer) : parse(answer, input); !read) return std::move(read).error();
    }
    auto& read = answer.get();
    return http_answer{.status = read.result_int(),
                       .date = read_http_date(read[beast_http::field::date]),
                       .body = std::move(read.body()),
                       .keeps_open = answer.keep_alive() && input.empty()};
}

} // namespace vesta::http
