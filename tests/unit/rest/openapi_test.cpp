// The OpenAPI document against the routes; tests/integration/rest holds it against the standard and against answers.
#include "api/document.hpp"
#include "api/route.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

namespace vesta::rest {
namespace {

namespace json = boost::json;
using names = std::set<std::string>;

class openapi_document_is : public ::testing::Test {
  protected:
    static const json::object& path(const route& of) {
        return document().at("paths").at({of.pattern.data(), of.pattern.size()}).as_object();
    }

    static const json::object& document() {
        static const json::value parsed = json::parse(openapi_document());
        return parsed.as_object();
    }

    static const json::object& first_operation(const route& of) { return path(of).begin()->value().as_object(); }

    /// The names of an operation's parameters that are in the path, or in the query.
    static names parameters(const json::object& operation, std::string_view where) {
        names found;
        if (const auto* const all = operation.if_contains("parameters"))
            for (const auto& each : all->as_array())
                if (each.at("in").as_string() == where) found.emplace(each.at("name").as_string());
        return found;
    }

    static void for_each_operation(const std::function<void(const std::string&, const json::object&)>& action) {
        for (const auto& [pattern, operations] : document().at("paths").as_object())
            for (const auto& [verb, operation] : operations.as_object())
                action(std::string{verb} + " " + std::string{pattern}, operation.as_object());
    }

    static void for_each_object(const json::value& in, const std::function<void(const json::object&)>& action) {
        if (const auto* const object = in.if_object()) {
            action(*object);
            for (const auto& [name, value] : *object)
                if (name != "example" && name != "examples") for_each_object(value, action);
        } else if (const auto* const array = in.if_array()) {
            for (const auto& each : *array)
                for_each_object(each, action);
        }
    }

    static void for_each_reference(const json::value& in, const std::function<void(std::string_view)>& action) {
        for_each_object(in, [&](const json::object& object) {
            if (const auto* const to = object.if_contains("$ref")) action(to->as_string());
        });
    }
};

names placeholders(std::string_view pattern) {
    names found;
    for (auto at = pattern.find('{'); at != std::string_view::npos; at = pattern.find('{', at + 1))
        found.emplace(pattern.substr(at + 1, pattern.find('}', at) - at - 1));
    return found;
}

TEST_F(openapi_document_is, about_every_route_and_nothing_else) {
    names described;
    for (const auto& each : document().at("paths").as_object())
        described.emplace(each.key());
    names served;
    for (const route& each : routes())
        served.emplace(each.pattern);
    EXPECT_EQ(described, served);
}

TEST_F(openapi_document_is, right_about_the_methods) {
    using http::method;
    for (const route& each : routes()) {
        EXPECT_EQ(path(each).contains("get"), each.methods.contains(method::get)) << each.pattern;
        EXPECT_EQ(path(each).contains("post"), each.methods.contains(method::post)) << each.pattern;
        for (const auto& [verb, operation] : path(each))
            EXPECT_TRUE(verb == "get" || verb == "post") << verb << ' ' << each.pattern;
    }
}

TEST_F(openapi_document_is, right_about_the_parameters) {
    for (const route& each : routes()) {
        EXPECT_EQ(parameters(first_operation(each), "query"), names(each.parameters.begin(), each.parameters.end()))
            << each.pattern;
        EXPECT_EQ(parameters(first_operation(each), "path"), placeholders(each.pattern)) << each.pattern;
    }
}

TEST_F(openapi_document_is, right_about_the_forms) {
    for (const route& each : routes()) {
        const auto* const success = first_operation(each).at("responses").as_object().if_contains("200");
        if (success == nullptr) continue;
        names described;
        for (const auto& form : success->at("content").as_object())
            described.emplace(std::string{form.key()}.substr(0, form.key().find(';')));
        names served;
        for (const http::media form : each.forms)
            served.emplace(form == http::media::text   ? "text/plain"
                           : form == http::media::json ? "application/json"
                                                       : "text/html");
        EXPECT_EQ(described, served) << each.pattern;
        EXPECT_EQ(first_operation(each).at("responses").as_object().contains("406"), !each.ignores_accept)
            << each.pattern;
    }
}

TEST_F(openapi_document_is, whole) {
    const json::value whole = document();
    for_each_reference(whole, [&](std::string_view to) {
        ASSERT_TRUE(to.starts_with("#/"));
        json::error_code ec;
        EXPECT_NE(whole.find_pointer({to.data() + 1, to.size() - 1}, ec), nullptr) << to;
    });
}

/// Of several types only one, or null.
bool is_plain(const json::value& type) {
    return !type.is_array() || (type.as_array().size() == 2 && type.as_array().back() == "null");
}

TEST_F(openapi_document_is, plain_enough_for_generators_of_clients) {
    for_each_object(document(), [](const json::object& schema) {
        if (const auto* const type = schema.if_contains("type")) {
            EXPECT_TRUE(is_plain(*type)) << schema;
            EXPECT_EQ(*type == "integer", schema.contains("format") && schema.at("format") == "int64") << schema;
        }
        EXPECT_LE(schema.contains("enum") || schema.contains("const"), schema.contains("type")) << schema;
        EXPECT_EQ(schema.contains("oneOf"), schema.contains("discriminator")) << schema;
    });
}

TEST_F(openapi_document_is, clear_about_which_operation_is_meant) {
    names seen;
    for_each_operation([&](const std::string& where, const json::object& operation) {
        EXPECT_TRUE(seen.emplace(operation.at("operationId").as_string()).second) << where;
    });
    EXPECT_GE(seen.size(), 25U);
}

TEST_F(openapi_document_is, full_of_examples) {
    for_each_operation([&](const std::string& where, const json::object& operation) {
        for (const auto& [code, response] : operation.at("responses").as_object()) {
            const auto* const content = response.as_object().if_contains("content");
            if (content == nullptr) continue;
            for (const auto& [form, what] : content->as_object())
                EXPECT_TRUE(what.as_object().contains("example")) << where << ' ' << code << ' ' << form;
        }
    });
}

} // namespace
} // namespace vesta::rest
