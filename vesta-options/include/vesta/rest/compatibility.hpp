#pragma once

#include <cstdint>

namespace vesta::rest {

/// Whose manners the paths of Vesta's REST servers have, /genid, /expid, /transtime and /makeid. With all but `own`,
/// they ignore unknown parameters and take any method, as those servers did; docs/http-api.md has the table.
enum class compatibility : std::uint8_t {
    own,        ///< Unknown and repeated parameters are errors.
    netty,      ///< Vesta's server on Netty since June 2018. Of a repeated parameter, the last counts.
    netty_2017, ///< The same before: it prints dates as Java does.
    boot        ///< Its server on Spring Boot: dates, too, all as JSON, and forms are read. The first counts.
};

} // namespace vesta::rest
