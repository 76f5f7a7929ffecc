#include "api/formatted.hpp"

#include "api/numbers.hpp"
#include "api/page.hpp"
#include "api/services.hpp"

#include <vesta/base/list.hpp>
#include <vesta/segment/formatted_numbers.hpp>

#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

namespace vesta::rest {
namespace {

/// More take long to write in one turn.
constexpr std::uint64_t most_texts = 1000;

/// The texts of one call, which come when its numbers do.
class formatted_page final : public page {
  public:
    formatted_page(number_texts call, std::size_t count, std::string generator, bool as_json)
        : call_{std::move(call)}, numbers_(count), generator_{std::move(generator)}, as_json_{as_json} {}

    grant try_generate(std::span<id>) noexcept override try {
        while (made_ < numbers_.size()) {
            const grant given = call_.source().try_generate(std::span{numbers_}.subspan(made_));
            if (given.made == 0) return given;
            made_ += given.made;
        }
        texts_ = call_.texts(numbers_);
        if (texts_) return {.made = 1};
        return {.why = texts_.error().code};
    } catch (const std::exception&) { // no memory
        return {.why = errc::internal};
    }
    error explain_refusal(errc why) const override {
        return texts_ ? call_.source().explain_refusal(why) : texts_.error();
    }
    void write(std::string& to) const override {
        if (as_json_)
            to.append(R"({"generator":")")
                .append(generator_)
                .append(R"(","ids":[")")
                .append(listed(*texts_, {}, "\",\""));
        else
            to += listed(*texts_, {}, "\n");
        to += as_json_ ? "\"]}" : "\n";
    }

  private:
    const number_texts call_;
    std::vector<id> numbers_;
    std::size_t made_ = 0;
    result<std::vector<std::string>> texts_{std::vector<std::string>{}};
    const std::string generator_;
    const bool as_json_;
};

/// The tag, and the generator's formatted numbers.
struct asked_numbers {
    formatted_numbers* of;
    std::string_view tag;
    const std::string& generator;
};

result<asked_numbers> find_numbers(exchange& request) {
    const stream_query query{.tag = request.parameter("tag")};
    const auto generator = request.find(request.path[0], query);
    if (!generator) return generator.error();
    if (!query.tag) return error{errc::invalid_argument, "formatted numbers need a tag"};
    return (*generator)->formatted().transform([&](formatted_numbers* of) {
        return asked_numbers{of, *query.tag, (*generator)->name()};
    });
}

} // namespace

bool asks_formatted(const exchange& request) {
    return request.parameter("format") == "formatted";
}

outcome formatted_ids(exchange& request) {
    const auto given =
        number_parameter(request, "count", 1, std::min<std::uint64_t>(request.server.limit.batch, most_texts));
    if (!given) return problem_of(given.error());
    const auto numbers = find_numbers(request);
    if (!numbers) return problem_of(numbers.error());
    if (request.parameter("prefix"))
        return problem_of(error{errc::invalid_argument, "formatted numbers take no prefix: the format has it"});
    auto call = numbers->of->begin(numbers->tag);
    if (!call) return problem_of(call.error());
    const std::uint64_t count = given->value_or(1);
    auto& client = request.client;
    if (request.verb != http::method::head)
        if (const auto afforded = client.take(count); !afforded) return problem_of(afforded.error());
    const bool as_json = request.form == http::media::json;
    id_order made = order_of(std::make_shared<formatted_page>(*std::move(call), static_cast<std::size_t>(count),
                                                              numbers->generator, as_json),
                             as_json ? "application/json" : "text/plain");
    made.refusal = [&client, count](const error& reason) { // the client outlives its request
        client.give_back(count);
        return problem_of(reason);
    };
    return made;
}

outcome explain_formatted(exchange& request) {
    const auto numbers = find_numbers(request);
    if (!numbers) return problem_of(numbers.error());
    const auto read = numbers->of->read(numbers->tag, request.path[1]);
    if (!read) return problem_of(read.error());
    boost::json::object made{{"id", std::string{request.path[1]}},
                             {"generator", numbers->generator},
                             {"scheme", "formatted"},
                             {"tag", std::string{numbers->tag}},
                             {"number", std::to_string(read->number)}};
    if (!read->period.empty()) made["period"] = read->period;
    request.content = boost::json::serialize(made);
    return answer{.content_type = "application/json"};
}

} // namespace vesta::rest
