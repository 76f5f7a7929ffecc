#pragma once

#include <boost/json/fwd.hpp>

#include <string_view>

namespace vesta::http {

/// The text at @p key; empty if there is none.
std::string_view text_at(const boost::json::object& in, std::string_view key);

/// The object at @p key; null if there is none.
const boost::json::object* object_at(const boost::json::object& in, std::string_view key);

} // namespace vesta::http
