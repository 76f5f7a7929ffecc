#pragma once

#include <vesta/sql/connection.hpp>

namespace vesta::sql {

/// Runs the update @p statement so that it takes effect at most once, even if a proxy on the way executes it again
/// later in another session. For updates that lower a number, whose condition may become true again. @p statement ends
/// in its conditions. Returns the number of rows changed.
///
/// A statement that commits by itself can simply be executed again. One inside a transaction belongs to its session: if
/// that is lost, nothing was committed. With a server its condition also names the session, so that it changes nothing
/// in another.
result<std::uint64_t> execute_once(connection& in, std::string statement, parameters values);

} // namespace vesta::sql
