#include "method.hpp"

#include <array>

namespace vesta::rest::http {
namespace {

constexpr std::array all{method::get,     method::head,    method::post,  method::put,    method::patch,
                         method::delete_, method::options, method::trace, method::connect};

} // namespace

std::string_view name(method verb) noexcept {
    switch (verb) {
    case method::get:
        return "GET";
    case method::head:
        return "HEAD";
    case method::post:
        return "POST";
    case method::put:
        return "PUT";
    case method::patch:
        return "PATCH";
    case method::delete_:
        return "DELETE";
    case method::options:
        return "OPTIONS";
    case method::trace:
        return "TRACE";
    case method::connect:
        return "CONNECT";
    case method::other:
        break;
    }
    return {};
}

std::string method_set::allow() const {
    std::string text;
    for (const method each : all) {
        if (!contains(each)) continue;
        if (!text.empty()) text += ", ";
        text += name(each);
    }
    return text;
}

} // namespace vesta::rest::http
