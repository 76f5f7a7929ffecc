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

json::string_view text(std::string_view of) {
    return {of.data(), of.size()};
}

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
        responses.emplace(text(code), reference(code));
}

/// @p from under another method: operations have names of their own, and only POST has a body.
json::object copy_of(const json::object& from, std::string_view suffix) {
    json::object made = from;
    made["operationId"] = std::string{from.at("operationId").as_string()} + std::string{suffix};
    return made;
}

/// HEAD answers what GET does, less the content.
json::object head_of(const json::object& get) {
    json::object made = copy_of(get, "Head");
    for (auto& each : made.at("responses").as_object())
        each.value() = json::object{{"description", "As GET answers, without the content."}};
    if (auto* const success = made.at("responses").as_object().if_contains("200")) *success = reference("Head");
    return made;
}

json::object options_of(const json::object& operation) {
    json::object made = copy_of(operation, "Options");
    made.erase("requestBody");
    made["summary"] = "The methods the path takes";
    made["responses"] = json::object{{"204", reference("Options")}};
    return made;
}

void complete(json::object& path, const route& by) {
    for (auto& each : path)
        add_refusals(each.value().as_object());
    const json::object first = path.begin()->value().as_object(); // a copy: the path grows
    if (by.methods.contains(method::post)) path.emplace("post", copy_of(first, "Post"));
    if (by.methods.contains(method::head)) path.emplace("head", head_of(first));
    json::object options = options_of(first);
    add_refusals(options);
    path.emplace("options", std::move(options));
}

std::string put_together() {
    json::object all;
    for (const std::string_view each : openapi_fragments())
        merge(all, json::parse(text(each)).as_object());
    all.at("info").as_object()["version"] = VESTA_VERSION;
    json::object& paths = all.at("paths").as_object();
    for (const route& each : routes())
        complete(paths.at(text(each.pattern)).as_object(), each);
    return json::serialize(all);
}

} // namespace

const std::string& openapi_document() {
    static const std::string document = put_together();
    return document;
}

} // namespace vesta::rest
