#pragma once

#include "request.hpp"
#include "stream.hpp"

#include <vesta/base/result.hpp>
#include <vesta/id/scheme.hpp>

#include <functional>

namespace vesta::rpc::detail {

using owned_request = std::unique_ptr<request>;

template <class T>
using callback = std::function<void(result<T>)>;

// Requests whose answer is one value. @p done is called once, in the client's thread.
owned_request explain_request(const stream_name& by, id value, time_point until, callback<explanation> done);
owned_request make_request(const stream_name& by, const fields& parts, time_point until, callback<id> done);
owned_request time_request(const stream_name& by, std::uint64_t time, time_point until, callback<unix_ms> done);

} // namespace vesta::rpc::detail
