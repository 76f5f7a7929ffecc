#include "once.hpp"

namespace vesta::sql {
namespace {

result<std::int64_t> session_of(connection& in) {
    const auto found = rows(in, "SELECT CONNECTION_ID()", {}, 1);
    if (!found) return found.error();
    return integer(found->empty() ? cell{} : found->front().front(), "CONNECTION_ID()");
}

} // namespace

result<std::uint64_t> execute_once(connection& in, std::string statement, parameters values) {
    return transact(in, [&](connection& within) -> result<std::uint64_t> {
        if (within.kind() == dialect::mysql) {
            const auto session = session_of(within);
            if (!session) return session.error();
            statement += " AND CONNECTION_ID() = ?";
            values.emplace_back(*session);
        }
        return within.execute(statement, values);
    });
}

} // namespace vesta::sql
