#pragma once

#include "api/page.hpp"
#include "api/problem.hpp"
#include "http/accept.hpp"
#include "http/answer.hpp"
#include "http/method.hpp"
#include "http/target.hpp"

#include <vesta/access/visitor.hpp>
#include <vesta/catalogue/named_generator.hpp>
#include <vesta/id/text_form.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace vesta::rest {

struct route;
struct services;

/// A request that may be served: its path is a route's; method, parameters and form suit the route.
struct exchange {
    const services& server;
    access::visitor& client;
    const route& at;
    http::method verb = http::method::get;
    std::span<const std::string_view> path; ///< The values of the placeholders in the route's pattern.
    /// Each is one of the route's, and has a value, unless the route behaves as another server's.
    std::span<const http::target::parameter> parameters;
    std::span<const http::target::parameter> form_parameters; ///< Of the body, where the route reads them.
    bool last_counts = false;                                 ///< Of a repeated parameter; else the first.
    http::media form = http::media::text;                     ///< The form agreed on.
    std::optional<std::string_view> content_type;
    std::string_view if_none_match;
    std::optional<std::string_view> idempotency_key;
    std::string_view body;
    std::string& content; ///< Empty; the handler writes the answer's content here.
    bool asked = false;   ///< Whether the rights were asked for what the route needs.

    /// Whether the client may do what the route needs with @p generator (empty: `default`) and what @p query selects of
    /// it.
    ///
    /// Errors: `not_authenticated`, `not_permitted`.
    result<void> may(std::string_view generator, const stream_query& query = {});

    /// The generator of that name, if the client may do with it what the route needs.
    ///
    /// Errors: those of `may` and of `catalogue::find`.
    result<named_generator*> find(std::string_view generator, const stream_query& query = {});
    /// As above, of a kind that takes the time.
    ///
    /// Errors: also those of `named_generator::time_based`.
    result<named_generator*> find_timed(std::string_view generator);

    /// The value of the parameter @p name; of a form's only where the target has none of that name.
    std::optional<std::string_view> parameter(std::string_view name) const noexcept;
};

/// The answer of a handler, with the content it wrote.
struct answer {
    http::status code = http::status::ok;
    std::string_view content_type{}; ///< Static.
    http::caching cache = http::caching::unsaid;
    std::string_view etag{}; ///< Lasting, as `policy`; see `http::answer_head`.
    std::string_view policy{};
    http::method_set allow{}; ///< To OPTIONS.
};

/// The texts in which IDs are answered.
enum class id_form : std::uint8_t {
    bare,   ///< One and nothing else.
    string, ///< One in quotes, as JSON has strings.
    lines,
    json,   ///< {"generator":"default","ids":["1","2"]}
    commas, ///< TinyId's text: 1,2
    tinyid, ///< Its JSON: {"data":[1,2],"code":200,"message":""}
};

/// IDs to be made and answered by the session, which may have to wait for them.
struct id_order {
    id_source* from = nullptr;
    named_generator* generator = nullptr;
    std::size_t count = 1;
    id_form form = id_form::bare;
    id_shape shape{};
    std::string prefix{};                           ///< As `check_prefix`. Of lines and JSON.
    std::string_view content_type{};                ///< Static.
    std::shared_ptr<page> instead{};                ///< Answered instead of IDs; `from` is the same object then.
    std::function<problem(const error&)> refusal{}; ///< Maps a failure to an answer; empty: as the route does.
    /// The answer if the session waits no longer, in place of why it does not; empty: that stands. For what may still
    /// be given then.
    std::function<problem(problem)> given_up{};
};

/// Whether the client may do @p what with anything.
inline bool may(const access::visitor& client, access::verb what) {
    return !client.is_checked() || client.who().may(what);
}

using outcome = std::variant<answer, id_order, problem>;

/// The order for a page, which is answered once it is there.
inline id_order order_of(std::shared_ptr<page> wanted, std::string_view content_type) {
    auto* const from = wanted.get();
    return {.from = from, .content_type = content_type, .instead = std::move(wanted)};
}

} // namespace vesta::rest
