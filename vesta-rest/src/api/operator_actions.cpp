// What operators do below /v1. Each is done by a thread of its own, since a store may take long, and written to the
// audit log.
#include "api/flat_json.hpp"
#include "api/handlers.hpp"
#include "api/numbers.hpp"
#include "api/services.hpp"

#include <vesta/base/quote.hpp>
#include <vesta/catalogue/named_gapless.hpp>

#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include <limits>

namespace vesta::rest {
namespace {

std::string name_of(const access::visitor& client) {
    const std::string& name = client.who().name();
    return (name.empty() ? "anonymous" : name) + " at " + client.address();
}

/// Does it, and notes who did what, and what came of it.
result<std::string> do_and_note(const made_page::maker& action, const std::string& who, const std::string& what,
                                const operations& with) {
    const auto done = attempt([&] { return action(); });
    static_cast<void>(attempt([&]() -> result<void> { // what is done stays so, noted or not
        if (with.audit) with.audit(who, what + (done ? ": " + *done : " failed: " + done.error().message));
        return {};
    }));
    if (!done) return done.error();
    return boost::json::serialize(boost::json::object{{"done", *done}});
}

/// The order for @p action, which tells in words what it did; @p what says what is attempted.
outcome order_action(const exchange& request, const std::string& what, made_page::maker action) {
    auto make = [action = std::move(action), who = name_of(request.client), what, &with = request.server.operators] {
        return do_and_note(action, who, what, with);
    };
    return order_of(std::make_shared<made_page>(request.server.desk, std::move(make)), http::json_type);
}

/// The one member of the body, a whole number from 1 on.
result<std::int64_t> only_number(const exchange& request, std::string_view name) {
    const auto members = parse_flat_json(request.body);
    if (!members) return members.error();
    if (members->size() != 1 || members->front().name != name)
        return error{errc::invalid_argument, "the body takes " + std::string{name} + ", and nothing else"};
    return number_in_range(name, members->front().text, 1, std::numeric_limits<std::int64_t>::max())
        .transform([](std::uint64_t value) { return static_cast<std::int64_t>(value); });
}

using act_on_tag = result<void> (segment_generator::*)(std::string_view, std::int64_t);

/// Does @p act on the tag of the path with the number that the body gives as @p member.
outcome order_for_tag(const exchange& request, act_on_tag act, std::string_view member, const std::string& doing) {
    if (!is_json(request.content_type)) return not_json();
    const auto generator = request.server.generators.find(request.path[0]);
    if (!generator) return problem_of(generator.error());
    const auto segments = (*generator)->segments();
    if (!segments) return problem_of(segments.error());
    const auto value = only_number(request, member);
    if (!value) return problem_of(value.error());
    const std::string with = std::string{member} + " " + std::to_string(*value);
    auto action = [of = *segments, act, tag = std::string{request.path[1]}, value = *value, with] {
        return (of->*act)(tag, value).transform([&] { return "tag " + in_quotes(tag) + " has " + with; });
    };
    return order_action(request, doing + " tag " + in_quotes(request.path[1]) + " of " + (*generator)->name(),
                        std::move(action));
}

} // namespace

outcome create_tag(exchange& request) {
    return order_for_tag(request, &segment_generator::create, "step", "creates");
}

outcome raise_tag(exchange& request) {
    return order_for_tag(request, &segment_generator::raise, "limit", "raises");
}

outcome void_number(exchange& request) {
    if (!is_json(request.content_type)) return not_json();
    const auto generator = request.server.generators.find(request.path[0]);
    if (!generator) return problem_of(generator.error());
    const auto numbers = gapless_of(*generator);
    if (!numbers) return problem_of(numbers.error());
    const auto number = number_in_range("the number", request.path[1], 1, std::numeric_limits<std::int64_t>::max());
    if (!number) return problem_of(number.error());
    const auto members = parse_flat_json(request.body);
    if (!members) return problem_of(members.error());
    if (members->size() != 1 || members->front().name != "why" || !members->front().is_string)
        return bad_parameters({"why"}, "the body takes why, a text, and nothing else");
    voiding what{.tag = std::string{request.parameter("tag").value_or("")},
                 .number = static_cast<std::int64_t>(*number),
                 .who = name_of(request.client),
                 .why = members->front().text};
    const std::string said = "number " + std::to_string(what.number);
    const std::string of_tag = what.tag.empty() ? "" : " of tag " + in_quotes(what.tag);
    return order_action(request, "makes " + said + of_tag + " of " + (*generator)->name() + " void",
                        [of = *numbers, what = std::move(what), said] {
                            return of->make_void(what).transform([&] { return said + " is void"; });
                        });
}

outcome release_machine(exchange& request) {
    const auto& release = request.server.operators.release_machine;
    if (!release) return plain_problem(http::status::not_found, "this server releases no machine IDs");
    const auto machine =
        number_in_range("the machine ID", request.path[0], 0, std::numeric_limits<std::uint32_t>::max());
    if (!machine) return problem_of(machine.error());
    const machine_id id{static_cast<std::uint32_t>(*machine)};
    return order_action(request, "releases machine ID " + std::to_string(id.value),
                        [&release, id] { return release(id); });
}

} // namespace vesta::rest
