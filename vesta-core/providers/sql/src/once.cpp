#include "once.hpp"

namespace vesta::sql {
namespace {

/// An expression for the number of the session; null where statements cannot leave theirs.
const char* session_number(dialect kind) {
    switch (kind) {
    case dialect::mysql:
        return "CONNECTION_ID()";
    case dialect::postgresql:
        return "pg_backend_pid()"; // a pool keeps a transaction in one
    case dialect::sqlite:
        break;
    }
    return nullptr;
}

result<std::int64_t> session_of(connection& in, const std::string& number) {
    const auto found = rows(in, "SELECT " + number, {}, 1);
    if (!found) return found.error();
    return integer(found->empty() ? cell{} : found->front().front(), number);
}

} // namespace

result<std::uint64_t> execute_once(connection& in, std::string statement, parameters values) {
    return transact(in, [&](connection& within) -> result<std::uint64_t> {
        if (const char* const number = session_number(within.kind())) {
            const auto session = session_of(within, number);
            if (!session) return session.error();
            statement += std::string{" AND "} + number + " = ?";
            values.emplace_back(*session);
        }
        return within.execute(statement, values);
    });
}

} // namespace vesta::sql
