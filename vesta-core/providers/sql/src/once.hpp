#pragma once

#include <vesta/sql/connection.hpp>

namespace vesta::sql {

/// Runs the update @p statement so that it takes effect at most once, although something on the way (a proxy that
/// retries) may execute a statement again, later and in a session of its own. For updates that lower a number: their
/// condition may come true again. @p statement ends in its conditions. The answer is how many rows were changed.
///
/// A statement that commits by itself can be executed again as it is. One inside of a transaction belongs to the
/// session that began it: where that is lost, nothing was committed. With MySQL the statement says so itself: its
/// condition names the session, so that it changes nothing in any other.
result<std::uint64_t> execute_once(connection& in, std::string statement, parameters values);

} // namespace vesta::sql
