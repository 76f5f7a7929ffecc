#include "api/dispatch.hpp"

#include "api/services.hpp"

#include <vesta/base/ascii.hpp>
#include <vesta/base/list.hpp>

namespace vesta::rest {
namespace {

using http::method;
using http::method_set;
using http::status;

checked_request refused(checked_request how, problem why) {
    how.early = std::move(why);
    return how;
}

/// `OPTIONS *` asks about the server as a whole; no other method may.
checked_request admit_asterisk(method verb) {
    if (verb != method::options)
        return refused({}, plain_problem(status::bad_request, "only OPTIONS may have the target *"));
    constexpr method_set every{method::get, method::head, method::post, method::options};
    return {.early = answer{.code = status::no_content, .allow = every}};
}

problem wrong_method(const route& at, method verb) {
    problem made = plain_problem(status::method_not_allowed, std::string{at.pattern} + " does not take " +
                                                                 std::string{http::name(verb)} + "; it takes " +
                                                                 at.methods.allow());
    made.allow = at.methods;
    return made;
}

problem not_acceptable(const route& at) {
    const auto name = [](http::media each) {
        return each == http::media::text ? "text/plain" : each == http::media::json ? "application/json" : "text/html";
    };
    return plain_problem(status::not_acceptable, std::string{at.pattern} +
                                                     " cannot satisfy the Accept field; it offers " +
                                                     listed(at.forms, name));
}

/// Whether @p at behaves as the path of Vesta's server did.
bool is_as_vestas(const route& at, compatibility manners) {
    return at.of == manner::vesta && manners != compatibility::own;
}

/// Whether the parameters of a form in the body count as well.
bool reads_forms(const route& at, compatibility manners) {
    return at.of == manner::tinyid || at.of == manner::leaf ||
           (at.of == manner::vesta && manners == compatibility::boot);
}

bool has_form(const incoming& request) {
    constexpr std::string_view form = "application/x-www-form-urlencoded";
    return !request.body.empty() && request.content_type && lower_case(*request.content_type).starts_with(form);
}

bool counts_the_last(const route& at, compatibility manners) {
    return is_as_vestas(at, manners) && manners != compatibility::boot;
}

/// Has the route serve, and sees to it that no route forgets to ask for rights.
outcome run(exchange with) {
    outcome made = with.at.serve(with);
    if (!with.asked && access::has_target(with.at.needs) && !std::holds_alternative<problem>(made))
        made = problem_of(error{errc::internal, std::string{with.at.pattern} + " did not ask for rights"});
    return made;
}

} // namespace

checked_request admit(const incoming& request, http::target& scratch, compatibility manners) {
    const method verb = request.head.verb;
    checked_request how;
    if (verb == method::get && request.target == genid_route().pattern) { // most requests: nothing to parse
        scratch.clear();
        how.at.found = &genid_route();
        how.form = request.head.accepts.best(genid_route().forms).value_or(http::media::text);
        return how;
    }
    if (!http::understood.contains(verb))
        return refused(how, plain_problem(status::not_implemented, "this server does not know the method"));
    if (request.target == "*") return admit_asterisk(verb);
    if (!scratch.parse(request.target))
        return refused(how, plain_problem(status::bad_request, std::string{scratch.problem()}));
    how.at = find_route(scratch);
    if (how.at.found == nullptr)
        return refused(how, plain_problem(status::not_found, "no such path; /openapi.json lists all"));

    const route& at = *how.at.found;
    if (verb == method::options) {
        how.early = answer{.code = status::no_content, .allow = at.methods};
        return how;
    }
    const bool as_there = is_as_vestas(at, manners);
    if (!as_there && !at.methods.contains(verb)) return refused(how, wrong_method(at, verb));
    if (!as_there && (at.of == manner::own || at.of == manner::vesta))
        if (auto wrong = check_parameters(at, scratch.parameters())) return refused(how, *std::move(wrong));
    const auto form = request.head.accepts.best(at.forms);
    if (!form && !at.ignores_accept) return refused(how, not_acceptable(at));
    how.form = form.value_or(at.forms.front());
    return how;
}

outcome serve(const checked_request& how, const incoming& request, const http::target& target, const services& server,
              access::visitor& client, std::string& content) {
    const route& at = *how.at.found;
    if (!at.is_public && !access::has_target(at.needs))
        if (const auto allowed = client.may(at.needs); !allowed) return problem_of(allowed.error());
    std::string text;
    std::optional<http::target> form;
    if (reads_forms(at, server.manners) && has_form(request) &&
        !form.emplace().parse(text.append("/?").append(request.body)))
        return plain_problem(status::bad_request, "the form " + std::string{form->problem()});
    return run({.server = server,
                .client = client,
                .at = at,
                .verb = request.head.verb,
                .path = how.at.path(),
                .parameters = target.parameters(),
                .form_parameters = form ? form->parameters() : std::span<const http::target::parameter>{},
                .last_counts = counts_the_last(at, server.manners),
                .form = how.form,
                .content_type = request.content_type,
                .if_none_match = request.if_none_match,
                .idempotency_key = request.idempotency_key,
                .body = request.body,
                .content = content});
}

} // namespace vesta::rest
