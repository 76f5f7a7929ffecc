#include "rest_client.hpp"

#include "../link/server_link.hpp"

#include <vesta/base/host_port.hpp>
#include <vesta/base/number.hpp>

#include <boost/json/parse.hpp>

#include <array>

namespace vesta::cli {
namespace {

constexpr std::size_t largest_answer = 64 * 1024 * 1024;

error no_answer(const rest_address& at, const std::string& why) {
    return {errc::store_unavailable, "server " + at.server + " does not answer: " + why};
}

/// HTTP/1.0: the answer comes in one piece, and the connection ends behind it.
std::string request_for(const rest_address& at, const std::string& path) {
    const std::string host = at.server.starts_with(local_mark) ? "localhost" : at.server;
    return "GET " + path + " HTTP/1.0\r\nHost: " + host + "\r\nAccept: application/json\r\n" +
           (at.token.empty() ? "" : "Authorization: Bearer " + at.token + "\r\n") + "\r\n";
}

result<std::string> answer_of(const rest_address& at, const std::string& path, std::chrono::milliseconds patience) {
    server_link link{std::chrono::steady_clock::now() + patience};
    if (auto connected = link.connect(at.server, at.tls); !connected) return connected.error();
    if (auto sent = link.send(request_for(at, path)); !sent) return sent.error();
    std::string answer;
    std::array<char, 16384> room;
    while (answer.size() <= largest_answer) {
        const auto got = link.receive(room);
        if (!got) return got.error();
        if (*got == 0) return answer;
        answer.append(room.data(), *got);
    }
    return error{errc::store_unavailable, "its answer is too long"};
}

errc code_of(int status) {
    switch (status) {
    case 401:
        return errc::not_authenticated;
    case 403:
        return errc::not_permitted;
    case 404:
        return errc::not_found;
    default:
        return status >= 500 ? errc::store_unavailable : errc::invalid_argument;
    }
}

/// What a refusal says, as problem documents do, else its status.
error refusal(const rest_address& at, int status, std::string_view content) {
    boost::system::error_code no_json;
    const auto told = boost::json::parse(content, no_json);
    const auto* const object = no_json ? nullptr : told.if_object();
    const auto* const detail = object == nullptr ? nullptr : object->if_contains("detail");
    std::string why = "status " + std::to_string(status);
    if (detail != nullptr && detail->is_string()) why = std::string{detail->as_string()};
    if (status == 401) why += "; $VESTA_TOKEN is the token that is shown";
    return {code_of(status), "server " + at.server + " refuses: " + why};
}

} // namespace

result<boost::json::value> ask_rest(const rest_address& at, const std::string& path,
                                    std::chrono::milliseconds patience) {
    const auto answer = answer_of(at, path, patience);
    if (!answer && answer.error().code != errc::store_unavailable) return answer.error();
    if (!answer) return no_answer(at, answer.error().message);
    const std::string_view text{*answer};
    const std::size_t head = text.find("\r\n\r\n");
    const auto status = text.size() < 12 ? std::nullopt : read_number<int>(text.substr(9, 3));
    if (!text.starts_with("HTTP/1.") || head == std::string_view::npos || !status)
        return no_answer(at, "it is no REST server");
    const std::string_view content = text.substr(head + 4);
    if (*status != 200) return refusal(at, *status, content);
    boost::system::error_code no_json;
    auto told = boost::json::parse(content, no_json);
    if (no_json) return no_answer(at, "its answer to " + path + " is cut off, or no JSON");
    return told;
}

} // namespace vesta::cli
