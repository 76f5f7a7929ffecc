#include "gateway.hpp"

#include <vesta/base/number.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/http/exchange.hpp>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

namespace vesta::etcd {

namespace json = boost::json;
using http::object_at;

std::int64_t number_at(const json::object& in, std::string_view key) {
    return read_number<std::int64_t>(text_at(in, key)).value_or(0);
}

std::string_view answer::reason() const {
    constexpr std::string_view common = "etcdserver: ";
    auto text = text_at(content, "message");
    if (text.empty()) text = text_at(content, "error");
    if (text.starts_with(common)) text.remove_prefix(common.size());
    return text;
}

std::string answer::cluster() const {
    const auto* const header = object_at(content, "header");
    return header == nullptr ? "" : std::string{text_at(*header, "cluster_id")};
}

std::int64_t answer::revision() const {
    const auto* const header = object_at(content, "header");
    return header == nullptr ? 0 : number_at(*header, "revision");
}

result<std::unique_ptr<gateway>> gateway::open(const endpoint& to, const tls::context* secured_by,
                                               tcp_link::time_point until) {
    auto link = tcp_link::open(to.host, to.port, secured_by, until);
    if (!link) return std::move(link).error();
    return std::unique_ptr<gateway>{new gateway{to, *std::move(link)}};
}

result<answer> gateway::ask(std::string_view what, const json::object& body, const std::string& token,
                            tcp_link::time_point until) {
    usable_ = false;
    auto got = http::exchange(*link_,
                              {.method = "POST",
                               .host = to_.text(),
                               .path = "/v3/" + std::string{what},
                               .authorization = token,
                               .body = json::serialize(body)},
                              until);
    if (!got) return std::move(got).error();
    if (got->body.starts_with("CommonName"))
        return error{errc::invalid_settings,
                     "its JSON gateway refuses certificates of clients that have a common name; "
                     "show one without (its subject may be /O=vesta), and log in"};
    boost::system::error_code no_json;
    auto content = json::parse(got->body, no_json);
    if (!got->date) return unavailable("its answer has no header Date, or none that can be read");
    if (no_json || !content.is_object())
        return unavailable("its answer " + in_quotes(got->body) + ", of status " + std::to_string(got->status) +
                           ", is none of etcd's JSON gateway (etcd 3.4 or later, its client port)");
    usable_ = got->keeps_open;
    return answer{got->status, std::move(content.get_object()), *got->date + std::chrono::seconds{1}};
}

} // namespace vesta::etcd
