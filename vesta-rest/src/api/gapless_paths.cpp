// Numbers without gaps: to take one, and to look at them. operator_actions.cpp makes them void.
#include "api/handlers.hpp"
#include "api/numbers.hpp"
#include "api/services.hpp"

#include <vesta/catalogue/named_gapless.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include <limits>

namespace vesta::rest {
namespace {

namespace json = boost::json;

constexpr std::size_t listed_unless_told = 100;

/// Keys are for who may make numbers void: with one, and the right to take, its number is told to anybody.
json::object object_of(const number_entry& of, bool with_key) {
    json::object made{{"number", std::to_string(of.number)}};
    if (of.given_at) made["givenAt"] = to_rfc3339(*of.given_at);
    if (with_key && !of.key.empty()) made["key"] = of.key;
    if (of.void_since) made["voidSince"] = to_rfc3339(*of.void_since);
    if (of.void_since) made["who"] = of.who;
    if (of.void_since) made["why"] = of.why;
    return made;
}

/// A number on its way. If its client goes away before the store has begun with it, none is given.
class number_page final : public page {
  public:
    number_page(std::shared_ptr<number_ticket> ticket, json::object head)
        : ticket_{std::move(ticket)}, head_{std::move(head)} {}
    ~number_page() override { ticket_->withdraw(); }

    grant try_generate(std::span<id>) noexcept override {
        constexpr std::chrono::milliseconds soon{1};
        if (!ticket_->done()) return {.wait = soon, .why = errc::not_ready};
        const number_outcome& told = ticket_->outcome();
        if (told.number == 0) return {.why = told.why.code};
        return {.made = 1};
    }
    error explain_refusal(errc) const override { return ticket_->give_up().why; }

    void write(std::string& to) const override {
        json::object made = head_;
        made["number"] = std::to_string(ticket_->outcome().number);
        made["again"] = ticket_->outcome().again;
        to += json::serialize(made);
    }

    /// Why there is no number.
    problem refusal() const {
        const number_outcome told = ticket_->give_up();
        return is_refused(told) ? problem_of(told.why) : unknown();
    }

    /// The answer of a session that waits no longer, for the reason @p why: that stands where no number is given.
    problem given_up(problem why) const { return is_refused(ticket_->give_up()) ? why : unknown(); }

  private:
    static bool is_refused(const number_outcome& told) { return !told.unknown && told.number == 0; }

    static problem unknown() {
        problem made = plain_problem(http::status::gateway_timeout,
                                     "the store has not answered; ask again with the same Idempotency-Key");
        made.type = "urn:vesta:problem:unknown";
        made.title = "It is not known whether a number was given";
        made.retry_after = std::chrono::seconds{1};
        return made;
    }

    const std::shared_ptr<number_ticket> ticket_;
    const json::object head_;
};

/// The generator, and the tag that was asked for, as answers name them.
json::object head_of(std::string_view generator, std::string_view tag) {
    json::object made{{"generator", generator}};
    if (!tag.empty()) made["tag"] = tag;
    return made;
}

/// The value of Idempotency-Key: a string as HTTP's structured fields have it, or that string without its quotes.
result<std::string_view> key_of(const exchange& request) {
    if (!request.idempotency_key)
        return error{errc::invalid_argument,
                     "the header field Idempotency-Key is missing: a text of the caller's, such "
                     "as a UUID, that is the same whenever this call is repeated"};
    std::string_view key = *request.idempotency_key;
    const bool is_quoted = key.size() >= 2 && key.front() == '"' && key.back() == '"';
    if (is_quoted) key = key.substr(1, key.size() - 2);
    return check_key(key).transform([&] { return key; });
}

} // namespace

outcome take_number(exchange& request) {
    const auto tag = request.parameter("tag");
    const auto found = request.find(request.path[0], {.generator = request.path[0], .tag = tag});
    if (!found) return problem_of(found.error());
    const auto numbers = gapless_of(*found);
    if (!numbers) return problem_of(numbers.error());
    const auto key = key_of(request);
    if (!key) return problem_of(key.error());
    if (const auto afforded = request.client.take(1); !afforded) return problem_of(afforded.error());
    auto ticket = (*numbers)->order({std::string{tag.value_or("")}, std::string{*key}});
    if (!ticket) {
        request.client.give_back(1);
        return problem_of(ticket.error());
    }
    const auto wanted = std::make_shared<number_page>(*std::move(ticket), head_of((*found)->name(), tag.value_or("")));
    id_order order = order_of(wanted, "application/json");
    order.refusal = [wanted](const error&) { return wanted->refusal(); };
    order.given_up = [wanted](problem why) { return wanted->given_up(std::move(why)); };
    return order;
}

outcome list_numbers(exchange& request) {
    const auto found = request.server.generators.find(request.path[0]);
    if (!found) return problem_of(found.error());
    const auto numbers = gapless_of(*found);
    if (!numbers) return problem_of(numbers.error());
    const auto from = number_parameter(request, "from", 1, std::numeric_limits<std::int64_t>::max());
    const auto limit = number_parameter(request, "limit", 1, longest_list);
    if (!from || !limit) return problem_of(!from ? from.error() : limit.error());
    auto make = [of = *numbers, with_keys = may(request.client, access::verb::admin), name = (*found)->name(),
                 tag = std::string{request.parameter("tag").value_or("")},
                 first = static_cast<std::int64_t>(from->value_or(1)),
                 count = static_cast<std::size_t>(limit->value_or(listed_unless_told))] {
        return of->list(tag, first, count).transform([&](const std::vector<number_entry>& all) {
            json::object made = head_of(name, tag);
            json::array& entries = (made["numbers"] = json::array{}).as_array();
            for (const number_entry& each : all)
                entries.push_back(object_of(each, with_keys));
            return json::serialize(made);
        });
    };
    return order_of(std::make_shared<made_page>(request.server.searches, std::move(make)), "application/json");
}

} // namespace vesta::rest
