#include "target.hpp"

#include "text.hpp"

#include <vesta/base/utf8.hpp>

#include <boost/url/parse.hpp>
#include <boost/url/url_view.hpp>

#include <algorithm>

namespace vesta::rest::http {
namespace {

using boost::urls::url_view;

std::string_view as_view(boost::core::string_view text) noexcept {
    return {text.data(), text.size()};
}

/// The absolute form, from a client that takes this server for a proxy.
std::optional<url_view> parse_absolute(boost::urls::string_view text) {
    const auto parsed = boost::urls::parse_absolute_uri(text);
    if (!parsed) return std::nullopt;
    const bool is_http = parsed->scheme_id() == boost::urls::scheme::http || //
                         parsed->scheme_id() == boost::urls::scheme::https;
    if (!is_http || parsed->has_userinfo() || parsed->encoded_host().empty()) return std::nullopt;
    return *parsed;
}

std::optional<url_view> parse_either(std::string_view text) {
    const boost::urls::string_view whole{text.data(), text.size()};
    if (!text.starts_with('/')) return parse_absolute(whole);
    const auto parsed = boost::urls::parse_origin_form(whole);
    return parsed ? std::optional{*parsed} : std::nullopt;
}

} // namespace

bool target::refuse(std::string_view why) noexcept {
    problem_ = why;
    return false;
}

void target::clear() noexcept {
    segment_count_ = parameter_count_ = 0;
    decoded_.clear();
}

bool target::parse(std::string_view text) {
    clear();
    decoded_.reserve(text.size()); // decoding never lengthens a text, so views into it hold
    const auto parsed = parse_either(text);
    if (!parsed)
        return refuse("the request target is not a valid path and query; other characters must be percent-encoded as "
                      "%41, in UTF-8");
    return take_path(as_view(parsed->encoded_path())) && take_query(as_view(parsed->encoded_query()));
}

bool target::take_path(std::string_view path) {
    if (path.starts_with('/')) path.remove_prefix(1);
    if (path.ends_with('/')) path.remove_suffix(1);
    for (bool last = path.empty(); !last && segment_count_ < most_segments;) {
        last = path.find('/') == std::string_view::npos;
        const auto decoded = decode(cut(path, '/'), false);
        if (!decoded) return refuse("the path does not decode to UTF-8 without control characters");
        segments_[segment_count_++] = *decoded;
    }
    return true;
}

bool target::take_query(std::string_view query) {
    while (!query.empty()) {
        std::string_view value = cut(query, '&');
        if (value.empty()) continue;
        if (parameter_count_ == most_parameters) return refuse("there are more than 16 query parameters");
        const bool has_value = value.find('=') != std::string_view::npos;
        const auto name = decode(cut(value, '='), true);
        const auto decoded = decode(value, true);
        if (!name || !decoded) return refuse("the query does not decode to UTF-8 without control characters");
        parameters_[parameter_count_++] = {*name, has_value ? decoded : std::nullopt};
    }
    return true;
}

/// @p encoded is valid: Boost.URL has checked it.
std::optional<std::string_view> target::decode(std::string_view encoded, bool plus_is_space) {
    const auto unhex = [](char digit) { return is_digit(digit) ? digit - '0' : to_lower(digit) - 'a' + 10; };
    const std::size_t begin = decoded_.size();
    for (std::size_t i = 0; i < encoded.size(); ++i) {
        char c = encoded[i];
        if (c == '+' && plus_is_space) c = ' ';
        if (c == '%') {
            c = static_cast<char>(unhex(encoded[i + 1]) * 16 + unhex(encoded[i + 2]));
            i += 2;
        }
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) return std::nullopt;
        decoded_.push_back(c);
    }
    const std::string_view text = std::string_view{decoded_}.substr(begin);
    if (!is_utf8(text)) return std::nullopt;
    return text;
}

} // namespace vesta::rest::http
