// The paths of TinyId's server. Answers are its own, byte for byte, and so are errors, whose status is 200.
#include "api/handlers.hpp"
#include "api/leaf.hpp"
#include "api/route.hpp"
#include "api/services.hpp"
#include "api/tinyid.hpp"

#include <vesta/base/quote.hpp>

#include <boost/json/serialize.hpp>
#include <boost/json/string.hpp>

#include <algorithm>
#include <charconv>
#include <functional>
#include <utility>

namespace vesta::rest {
namespace {

class tinyid_request {
  public:
    tinyid_request(exchange& from, bool simple) : from_{from}, simple_{simple}, tag_{value("bizType")} {}

    tinyid_request(const tinyid_request&) = delete;
    tinyid_request& operator=(const tinyid_request&) = delete;

    /// What is answered before any number is taken: to a wrong token, to one without rights, or in trouble. Nothing if
    /// the request may be served; `generator` is not null then.
    std::optional<outcome> refused();

    named_generator* generator() const noexcept { return generator_; }
    const std::string& tag() const noexcept { return tag_; }
    bool simple() const noexcept { return simple_; }
    exchange& from() const noexcept { return from_; }

    /// How many numbers it is for; at most the limit, 0 for none.
    ///
    /// Errors: `invalid_argument`.
    result<std::size_t> batch() const;

    std::string_view content_type() const noexcept { return simple_ ? leaf_content_type(from_.form) : tinyid_json; }
    /// The answer for what is in `content` of the exchange.
    answer written() const { return {.content_type = content_type(), .cache = http::caching::no_store}; }

    /// How an error is answered, now or later.
    std::function<problem(const error&)> refusal(std::string_view before) const;

  private:
    /// Empty if there is none of that name.
    std::string_view value(std::string_view name) const noexcept { return from_.parameter(name).value_or(""); }

    exchange& from_;
    const bool simple_;
    const std::string tag_;
    named_generator* generator_ = nullptr;
};

std::optional<outcome> tinyid_request::refused() {
    const auto all = from_.server.generators.all();
    const auto found = std::ranges::find_if(all, [](const auto& each) { return each->tokens() != nullptr; });
    if (const auto allowed = from_.client.may_anything(); !allowed) return problem_of(allowed.error());
    if (found == all.end())
        return not_configured("segment with format: tinyid", "tinyid: { kind: segment, store: main, format: tinyid }");
    generator_ = found->get();
    if (const auto allowed = from_.may(generator_->name(), {.tag = tag_}); !allowed) return problem_of(allowed.error());
    const auto known = generator_->tokens()->may(value("token"), tag_);
    if (!known) return refusal("")(known.error());
    if (*known) return std::nullopt;
    if (!simple_) write_tinyid_error(tinyid_wrong_token, "token is error", from_.content);
    return written();
}

/// A number as Spring reads it: spaces do not count, and 0x, 0X or # begins a hexadecimal one.
std::optional<std::int32_t> number_as_spring_reads(std::string text) {
    std::erase_if(text, [](char each) { return each == ' ' || (each >= '\t' && each <= '\r'); });
    std::string_view digits = text;
    const bool negative = digits.starts_with('-');
    if (negative || digits.starts_with('+')) digits.remove_prefix(1);
    int base = 10;
    for (const std::string_view before : {"0x", "0X", "#"})
        if (digits.starts_with(before)) {
            digits.remove_prefix(before.size());
            base = 16;
            break;
        }
    std::int64_t number = 0;
    const auto [end, wrong] = std::from_chars(digits.data(), digits.data() + digits.size(), number, base);
    if (wrong != std::errc{} || end != digits.data() + digits.size() || digits.starts_with('-')) return std::nullopt;
    if (negative) number = -number;
    if (!std::in_range<std::int32_t>(number)) return std::nullopt;
    return static_cast<std::int32_t>(number);
}

result<std::size_t> tinyid_request::batch() const {
    const std::string_view text = value("batchSize");
    if (text.empty()) return std::size_t{1};
    const auto wanted = number_as_spring_reads(std::string{text});
    if (!wanted)
        return error{errc::invalid_argument,
                     "batchSize is " + in_quotes(text) + "; it must be a whole number of 32 bits"};
    const auto most = static_cast<std::int32_t>(from_.server.limit.tinyid_batch);
    return static_cast<std::size_t>(std::clamp(*wanted, 0, most));
}

std::function<problem(const error&)> tinyid_request::refusal(std::string_view before) const {
    return [type = content_type(), silent = simple_, before = std::string{before}, tag = tag_](const error& reason) {
        problem made = problem_of(reason);
        if (reason.code == errc::not_found) {
            made.detail = "can not find biztype:" + tag;
            made.cause.reset(); // it tells the caller nothing that the caller did not say
        }
        made.detail.insert(0, before);
        made.tinyid_type = type;
        made.tinyid_is_silent = silent;
        return made;
    };
}

outcome order_numbers(tinyid_request with) {
    const auto count = with.batch();
    if (!count) return bad_parameters({"batchSize"}, count.error().message);
    if (auto refused = with.refused()) return *std::move(refused);
    if (*count == 0) {
        if (!with.simple()) with.from().content.append(tinyid_begin).append("[]").append(tinyid_end);
        return with.written();
    }
    auto refusal = with.refusal("error query segmentId: ");
    const auto stream = with.generator()->stream({.tag = with.tag()});
    if (!stream) return refusal(stream.error());
    return id_order{.from = *stream,
                    .generator = with.generator(),
                    .count = *count,
                    .form = with.simple() ? id_form::commas : id_form::tinyid,
                    .content_type = with.content_type(),
                    .refusal = std::move(refusal)};
}

/// A range (currentId, maxId], of which a client loads another one once it has come to loadingId.
std::string text_of(const segment& range, bool simple) {
    constexpr std::int64_t loading_percent = 20;
    const std::int64_t current = range.first - 1;
    const std::int64_t max = range.end - 1;
    const std::string loading = std::to_string(current + (max - current) * loading_percent / 100);
    const std::string delta = std::to_string(range.facts.delta);
    const std::string remainder = std::to_string(range.facts.remainder);
    if (simple)
        return std::to_string(current) + "," + loading + "," + std::to_string(max) + "," + delta + "," + remainder;
    return std::string{tinyid_begin} + R"({"maxId":)" + std::to_string(max) + R"(,"loadingId":)" + loading +
           R"(,"currentId":)" + std::to_string(current) + R"(,"delta":)" + delta + R"(,"remainder":)" + remainder +
           "}" + std::string{tinyid_end};
}

/// What a range of @p tag costs: the step of its row, as far as it is known.
std::uint64_t cost_of(const segment_generator& of, std::string_view tag) {
    const auto known = of.find(tag);
    return known && known->step > 0 ? static_cast<std::uint64_t>(known->step) : 1;
}

const std::shared_ptr<snapshots>& thread_for(const std::string& tag, const services& of) {
    return of.ranges[std::hash<std::string>{}(tag) % of.ranges.size()];
}

outcome order_range(tinyid_request with) {
    if (auto refused = with.refused()) return *std::move(refused);
    segment_generator* const of = *with.generator()->segments();
    auto& client = with.from().client;
    const std::uint64_t cost = cost_of(*of, with.tag());
    if (with.from().verb != http::method::head)
        if (const auto afforded = client.take(cost); !afforded) return problem_of(afforded.error());
    auto reserve = [of, tag = with.tag(), simple = with.simple()] {
        return of->hand_out(tag).transform([&](const segment& range) { return text_of(range, simple); });
    };
    id_order made =
        order_of(std::make_shared<made_page>(thread_for(with.tag(), with.from().server), std::move(reserve)),
                 with.content_type());
    made.refusal = [&client, cost, say = with.refusal("")](const error& reason) { // the client outlives its request
        client.give_back(cost);                                                   // nothing was reserved
        return say(reason);
    };
    return made;
}

} // namespace

void write_tinyid_error(int code, std::string_view message, std::string& to) {
    to.append(tinyid_begin).append(R"(null,"code":)").append(std::to_string(code)).append(R"(,"message":)");
    to.append(boost::json::serialize(boost::json::string{message})) += '}';
}

outcome tinyid_next(exchange& request) {
    return order_numbers({request, false});
}

outcome tinyid_next_simple(exchange& request) {
    return order_numbers({request, true});
}

outcome tinyid_segment(exchange& request) {
    return order_range({request, false});
}

outcome tinyid_segment_simple(exchange& request) {
    return order_range({request, true});
}

} // namespace vesta::rest
