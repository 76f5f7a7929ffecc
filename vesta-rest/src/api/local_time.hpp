#pragma once

#include <vesta/time/instant.hpp>

#include <string>

namespace vesta::rest {

/// `yyyy-MM-dd HH:mm:ss.SSS` in the server's zone (TZ, /etc/localtime), as Vesta and Leaf print times.
std::string to_local_text(unix_ms instant);

/// `Thu May 28 16:05:39 CST 2015`, in that zone, as java.util.Date prints times in English.
std::string to_java_date(unix_ms instant);

} // namespace vesta::rest
