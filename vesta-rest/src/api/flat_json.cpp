#include "api/flat_json.hpp"

#include "http/text.hpp"

#include <boost/json/basic_parser_impl.hpp>

#include <cstdint>
#include <optional>

namespace vesta::rest {
namespace {

namespace json = boost::json;

/// The callbacks of the parser. Boost.JSON fixes their names.
class collector {
  public:
    static constexpr std::size_t max_object_size = 32;
    static constexpr std::size_t max_array_size = 0;
    static constexpr std::size_t max_key_size = 64;
    static constexpr std::size_t max_string_size = 256;

    using error_code = json::error_code;
    using text = json::string_view;

    bool on_document_begin(error_code&) { return true; }
    bool on_document_end(error_code&) { return true; }
    bool on_object_begin(error_code& ec) { return depth_++ == 0 || refuse(ec); }
    bool on_object_end(std::size_t, error_code&) { return true; }
    bool on_array_begin(error_code& ec) { return refuse(ec); }
    bool on_array_end(std::size_t, error_code& ec) { return refuse(ec); }
    bool on_key_part(text part, std::size_t, error_code&) { return add(key_, part); }
    bool on_key(text part, std::size_t, error_code&) {
        add(key_, part);
        members_.push_back({std::exchange(key_, {}), {}, false});
        return true;
    }
    bool on_string_part(text part, std::size_t, error_code&) { return add(value_, part); }
    bool on_string(text part, std::size_t, error_code& ec) {
        add(value_, part);
        return put(std::exchange(value_, {}), true, ec);
    }
    bool on_number_part(text, error_code&) { return true; }
    bool on_int64(std::int64_t value, text, error_code& ec) { return put(std::to_string(value), false, ec); }
    bool on_uint64(std::uint64_t value, text, error_code& ec) { return put(std::to_string(value), false, ec); }
    bool on_double(double, text, error_code& ec) { return refuse(ec); }
    bool on_bool(bool, error_code& ec) { return refuse(ec); }
    bool on_null(error_code& ec) { return refuse(ec); }
    bool on_comment_part(text, error_code&) { return true; }
    bool on_comment(text, error_code&) { return true; }

    std::vector<json_member> take() { return std::move(members_); }

  private:
    static bool add(std::string& to, text part) {
        to.append(part.data(), part.size());
        return true;
    }
    static bool refuse(error_code& ec) {
        ec = json::error::not_number;
        return false;
    }
    bool put(std::string value, bool is_string, error_code& ec) {
        if (depth_ == 0) return refuse(ec); // the document is not an object
        members_.back().text = std::move(value);
        members_.back().is_string = is_string;
        return true;
    }

    std::vector<json_member> members_;
    std::string key_;
    std::string value_;
    int depth_ = 0;
};

} // namespace

result<std::vector<json_member>> parse_flat_json(std::string_view text) {
    json::basic_parser<collector> parser{json::parse_options{}};
    json::error_code ec;
    const std::size_t read = parser.write_some(false, text.data(), text.size(), ec);
    if (!ec && read == text.size()) return parser.handler().take();
    return error{errc::invalid_argument,
                 "the body must be one JSON object whose members are strings and whole numbers"};
}

bool is_json(std::optional<std::string_view> content_type) {
    if (!content_type) return true;
    std::string_view rest = *content_type;
    return same_word(http::trim(http::cut(rest, ';')), "application/json");
}

} // namespace vesta::rest
