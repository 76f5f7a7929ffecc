#pragma once

#include "value_request.hpp"

#include <vesta/gapless/gapless_store.hpp>
#include <vesta/rpc/client_options.hpp>

#include <string>

namespace vesta::rpc::detail {

/// GENID with KEY, which is asked again with the key until there is a number or none can be had. @p done is called
/// once, in the client's thread, always with an outcome.
owned_request number_request(const stream_name& by, std::string key, time_point until, const client_options& options,
                             callback<number_outcome> done);

} // namespace vesta::rpc::detail
