#include "api/document.hpp"

#include "api/route.hpp"
#include "openapi/fragments.hpp"

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <array>
#include <stdexcept>

namespace vesta::rest {
namespace {

namespace json = boost::json;
using http::method;

/// What a request may meet before its path counts, or whatever its path.
constexpr std::array everywhere{"400", "408", "413", "414", "417", "431", "501", "503", "505"};

/// Members that both have must be objects: two files do not say the same thing differently.
void merge(json::object& into, const json::object& from) {
    for (const auto& [name, value] : from) {
        const auto [known, is_new] = into.emplace(name, value);
        if (is_new) continue;
        if (!known->value().is_object() || !value.is_object())
            throw std::logic_error{"vesta-rest/openapi says twice what " + std::string{name} + " is"};
        merge(known->value().get_object(), value.get_object());
    }
}

json::object reference(std::string_view to) {
    return {{"$ref", "#/components/responses/" + std::string{to}}};
}

void add_refusals(json::object& operation) {
    json::object& responses = operation.at("responses").as_object();
    for (const std::string_view code : everywhere)
        responses.emplace(json::string_view{code}, reference(code));
}

/// The operations are those of GET and POST: HEAD and OPTIONS, which every path takes, would only double what a
/// generated client has.
void complete(json::object& path, const route& by) {
    for (auto& each : path)
        add_refusals(each.value().as_object());
    json::object post = path.begin()->value().as_object();
    if (path.contains("post") || !by.methods.contains(method::post)) return;
    post["operationId"] = std::string{post.at("operationId").as_string()} + "Post";
    path.emplace("post", std::move(post));
}

std::string whole_document() {
    json::object all;
    for (const std::string_view each : openapi_fragments())
        merge(all, json::parse(json::string_view{each}).as_object());
    all.at("info").as_object()["version"] = VESTA_VERSION;
    json::object& paths = all.at("paths").as_object();
    for (const route& each : routes())
        complete(paths.at(json::string_view{each.pattern}).as_object(), each);
    return json::serialize(all);
}

} // namespace

const std::string& openapi_document() {
    static const std::string document = whole_document();
    return document;
}

} // namespace vesta::rest
