#include <vesta/http/json_members.hpp>

#include <boost/json/object.hpp>

namespace vesta::http {

std::string_view text_at(const boost::json::object& in, std::string_view key) {
    const auto* const found = in.if_contains(key);
    const auto* const text = found == nullptr ? nullptr : found->if_string();
    return text == nullptr ? std::string_view{} : std::string_view{*text};
}

const boost::json::object* object_at(const boost::json::object& in, std::string_view key) {
    const auto* const found = in.if_contains(key);
    return found == nullptr ? nullptr : found->if_object();
}

} // namespace vesta::http
