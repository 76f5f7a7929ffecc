#include "view.hpp"

#include "../words/words.hpp"
#include "figures.hpp"

#include <vesta/base/background.hpp>
#include <vesta/base/number.hpp>
#include <vesta/time/instant.hpp>

#include <algorithm>
#include <limits>
#include <tuple>

namespace vesta::cli {
namespace {

namespace json = boost::json;

std::string text_of(const json::object& of, json::string_view name) {
    const auto* const found = of.if_contains(name);
    return found == nullptr ? "" : std::string{found->as_string()};
}

/// Sets @p name only where there is a value.
void put(json::object& to, json::string_view name, const std::optional<double>& value) {
    if (value) to[name] = *value;
}

/// Rates between two looks.
class growth {
  public:
    growth(const server_look& before, const server_look& now)
        : before_{before.figures}, now_{now.figures},
          seconds_{static_cast<double>(now.at_ms - before.at_ms) / ms_per_second} {}

    const figure_reader& now() const noexcept { return now_; }

    std::optional<double> rate(double before, double after) const {
        if (seconds_ <= 0 || after < before) return {};
        return (after - before) / seconds_;
    }
    std::optional<double> rate(std::string_view figure, const figure_labels& with = {}) const {
        return rate(before_.sum(figure, with), now_.sum(figure, with));
    }
    /// Half, and 99 in 100, of what @p histogram counted since the former look took at most so many ms.
    json::object latency(std::string_view histogram) const {
        const auto grown = now_.buckets(histogram) - before_.buckets(histogram);
        json::object made;
        put(made, "p50Ms", grown.quantile(0.5));
        put(made, "p99Ms", grown.quantile(0.99));
        return made;
    }

  private:
    const figure_reader before_;
    const figure_reader now_;
    const double seconds_;
};

json::object generator_of(const json::object& told, const growth& by) {
    const std::string name = text_of(told, "name");
    json::object made{{"name", name}, {"kind", told.at("kind")}, {"ready", told.at("ready")}};
    for (const char* const each : {"type", "whyNotReady", "clockDoubt", "reservationLeftMs", "endsAt"})
        if (const auto* const found = told.if_contains(each)) made[each] = *found;
    put(made, "perSecond", by.rate("vesta_ids_total", {{"generator", name}}));
    put(made, "restPerSecond", by.rate("vesta_ids_total", {{"generator", name}, {"method", "rest"}}));
    put(made, "rpcPerSecond", by.rate("vesta_ids_total", {{"generator", name}, {"method", "rpc"}}));
    if (const auto* const left = told.if_contains("epochLeftMs"))
        made["daysLeft"] = left->to_number<double>() / ms_per_second / seconds_per_day;
    if (const auto* const counts = told.if_contains("numbers")) {
        made["held"] = counts->at("held");
        if (const auto* const why = counts->as_object().if_contains("trouble")) made["trouble"] = *why;
    }
    return made;
}

/// A server, where it runs: it then counts connections.
void add_protocol(json::array& to, const char* name, const std::string& prefix, const char* requests,
                  const char* histogram, const growth& by) {
    if (!by.now().has(prefix + "_connections")) return;
    json::object made{{"name", name},
                      {"connections", by.now().sum(prefix + "_connections")},
                      {"connectionsTotal", by.now().sum(prefix + "_connections_total")},
                      {"rejectedTotal", by.now().sum(prefix + "_rejected_total")},
                      {"latency", by.latency(histogram)}};
    put(made, "requestsPerSecond", by.rate(prefix + requests));
    to.push_back(std::move(made));
}

/// The seconds that a tag lasts; nothing where it has no limit or no rate.
std::optional<double> seconds_left(const json::object& tag, const std::optional<double>& rate) {
    if (tag.at("exhausted").as_bool()) return 0;
    const auto next = read_number<std::int64_t>(text_of(tag, "next"));
    const auto limit = read_number<std::int64_t>(text_of(tag, "limit"));
    if (!next || !limit || *limit >= std::numeric_limits<std::int64_t>::max() - 1 || !rate || *rate == 0) return {};
    return static_cast<double>(*limit - *next + 1) / *rate;
}

const json::object* find_tag(const server_look& in, json::string_view generator, const json::value& name) {
    for (const auto& page : in.tags)
        if (page.at("generator").as_string() == generator)
            for (const auto& each : page.at("tags").as_array())
                if (each.at("tag") == name) return &each.as_object();
    return nullptr;
}

json::object tag_of(const json::string& generator, const json::object& told, const json::object* before,
                    const growth& by) {
    json::object made{{"generator", generator}};
    for (const char* const each : {"tag", "present", "exhausted", "held", "next", "limit", "trouble"})
        if (const auto* const found = told.if_contains(each)) made[each] = *found;
    const auto served = told.at("served").to_number<double>();
    const auto rate = before == nullptr ? std::nullopt : by.rate(before->at("served").to_number<double>(), served);
    put(made, "perSecond", rate);
    if (const auto left = seconds_left(told, rate)) made["daysLeft"] = *left / seconds_per_day;
    return made;
}

/// Those that end first come first, then those that are used most, then by name.
auto urgency(const json::value& of) {
    const auto number = [&](const char* name, double otherwise) {
        const auto* const found = of.as_object().if_contains(name);
        return found == nullptr ? otherwise : found->to_number<double>();
    };
    return std::tuple{number("daysLeft", std::numeric_limits<double>::infinity()), -number("perSecond", 0),
                      text_of(of.as_object(), "tag")};
}

json::array tags_of(const server_look& before, const server_look& now, const growth& by) {
    std::vector<json::value> all;
    for (const auto& page : now.tags)
        for (const auto& each : page.at("tags").as_array()) {
            const auto& generator = page.at("generator").as_string();
            all.emplace_back(tag_of(generator, each.as_object(), find_tag(before, generator, each.at("tag")), by));
        }
    std::ranges::sort(all, {}, urgency);
    return json::array(all.begin(), all.end());
}

result<server_look> read_look(const rest_address& at, std::chrono::milliseconds patience) {
    constexpr const char* page = "/tags?limit=1000";
    auto generators = ask_rest(at, "/v1/generators", patience);
    if (!generators) return std::move(generators).error();
    auto figures = ask_rest(at, "/v1/figures", patience);
    if (!figures) return std::move(figures).error();
    server_look look{.generators = generators->at("generators").as_array(),
                     .at_ms = figures->at("at").as_int64(),
                     .figures = std::move(figures->at("figures").as_array()),
                     .tags = {}};
    for (const auto& each : look.generators) {
        if (each.at("kind") != "segment") continue;
        auto tags = ask_rest(at, "/v1/generators/" + text_of(each.as_object(), "name") + page, patience);
        if (!tags && tags.error().code != errc::not_permitted) return std::move(tags).error();
        if (tags) look.tags.push_back(std::move(tags->as_object()));
    }
    return look;
}

} // namespace

result<server_look> look_at(const rest_address& at, std::chrono::milliseconds patience) {
    auto look = attempt([&] { return read_look(at, patience); });
    if (look || look.error().code != errc::internal) return look;
    return error{errc::store_unavailable, "server " + at.server + " is of another version: " + look.error().message};
}

json::object compare(const server_look& before, const server_look& now) {
    const growth by{before, now};
    json::array generators;
    for (const auto& each : now.generators)
        generators.push_back(generator_of(each.as_object(), by));
    json::array protocols;
    add_protocol(protocols, "REST", "vesta_http", "_requests_total", "vesta_http_request_duration_seconds", by);
    add_protocol(protocols, "RPC", "vesta_rpc", "_commands_total", "vesta_rpc_command_seconds", by);
    json::object made{{"at", to_rfc3339(unix_ms{std::chrono::milliseconds{now.at_ms}})}};
    put(made, "perSecond", by.rate("vesta_ids_total"));
    made["generators"] = std::move(generators);
    made["protocols"] = std::move(protocols);
    made["tags"] = tags_of(before, now, by);
    return made;
}

} // namespace vesta::cli
