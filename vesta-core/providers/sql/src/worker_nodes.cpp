#include "dialect.hpp"

#include <vesta/sql/worker_nodes.hpp>

#include <limits>

namespace vesta::sql {
namespace {

constexpr std::size_t longest_host = 64; // VARCHAR(64)

/// The largest number of any row; 0 if there is none.
result<std::int64_t> last_number(connection& in) {
    const auto found = rows(in, "SELECT COALESCE(MAX(ID), 0) FROM WORKER_NODE", {}, 1);
    if (!found) return found.error();
    return integer(found->empty() ? cell{"0"} : found->front().front(), "ID");
}

/// Inserts a row, and returns its number. TYPE 2 is an actual machine there, whose PORT is only unlike others.
result<std::optional<std::int64_t>> add_row(connection& in, const std::string& instance) {
    const std::string told = in.kind() == dialect::mysql ? "" : " RETURNING ID";
    return execute_telling(in,
                           "INSERT INTO WORKER_NODE (HOST_NAME, PORT, TYPE, LAUNCH_DATE, MODIFIED, CREATED) "
                           "VALUES (?, 'vesta', 2, CURRENT_DATE, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)" +
                               told,
                           {instance.substr(0, longest_host)});
}

} // namespace

result<id_assignment::place> worker_nodes::find(const std::string& instance) {
    lease_request any{.instance = instance};
    any.max_id = std::numeric_limits<std::uint32_t>::max();
    return assign(any);
}

result<id_assignment::place> worker_nodes::assign(const lease_request& request) {
    const std::string table = "table WORKER_NODE (" + on_->to().name + ")";
    const auto used_up = [&](std::int64_t last) {
        return error{errc::exhausted, table + " has come to " + std::to_string(last) +
                                          ", and the layouts have machine IDs up to " + std::to_string(request.max_id) +
                                          ": each start takes one for good; go on with a layout that has wider ones, "
                                          "or another that cannot make the same numbers"};
    };
    return on_->with([&](connection& in) -> result<place> {
        const auto last = last_number(in);
        if (!last) return last.error();
        if (*last >= std::int64_t{request.max_id}) return used_up(*last);
        const auto made = add_row(in, request.instance);
        if (!made) return made.error();
        if (!*made || **made < 0) return error{errc::state_unusable, table + " gave a new row no number"};
        if (**made > std::int64_t{request.max_id}) return used_up(**made);
        return place{.id = {static_cast<std::uint32_t>(**made)}, .unmarked = true};
    });
}

} // namespace vesta::sql
