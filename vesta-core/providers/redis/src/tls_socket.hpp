#pragma once

#include <vesta/tls/context.hpp>

#include <Poco/Net/StreamSocket.h>

#include <string>

namespace vesta::redis {

/// TLS on the connected socket @p over, for all that Poco sends and receives by it. @p host is whom the certificate
/// must name. The time limits are those of @p over.
///
/// Errors: throws Poco::Redis::RedisException.
Poco::Net::StreamSocket secure(const Poco::Net::StreamSocket& over, const tls::context& by, const std::string& host);

} // namespace vesta::redis
