#include "lease_reign.hpp"

#include "dialect.hpp"
#include "lease_schema.hpp"

#include <vesta/base/random_bits.hpp>

#include <optional>
#include <utility>

namespace vesta::sql {
namespace {

constexpr int attempts = 4;

std::string of_the_reign() {
    return "id = " + std::to_string(reign_key);
}

bool has_identity(const connection& in) {
    return std::string_view{in.server_identity()} != "''";
}

std::string joined(dialect kind, const std::string& one, const std::string& other) {
    return kind == dialect::mysql ? "CONCAT(" + one + ", " + other + ")" : "(" + one + " || " + other + ")";
}

/// A table of its own for MySQL, which does not read the one it writes; LIMIT has it stay one.
std::string number_known() {
    return "(SELECT token FROM (SELECT token FROM vesta_machine_lease WHERE " + of_the_reign() + " LIMIT 1) AS reign)";
}

std::string new_number() {
    return random_hex(16);
}

/// What the row says, and who answers.
struct sight {
    unix_ms at;
    std::string answers;
    std::string reigns;
    std::string number;
};

result<std::optional<sight>> look(connection& in) {
    const std::string text = std::string{"SELECT "} + now_ms(in.kind()) + ", " + in.server_identity() +
                             ", instance, token FROM vesta_machine_lease WHERE " + of_the_reign() +
                             (in.kind() == dialect::sqlite ? "" : " FOR UPDATE");
    if (auto begun = in.begin(); !begun) return std::move(begun).error();
    auto read = rows(in, text, {}, 4);
    in.rollback(); // nothing was written
    if (!read) return std::move(read).error();
    if (read->empty()) return std::optional<sight>{};
    auto& row = read->front();
    const auto at = integer(row[0], "of the time");
    if (!at) return at.error();
    return std::optional{
        sight{unix_ms{std::chrono::milliseconds{*at}}, row[1].value_or(""), row[2].value_or(""), row[3].value_or("")}};
}

/// Where two find that at one time, one of them draws the number.
result<std::uint64_t> begin_reign(connection& in, const std::optional<sight>& former) {
    const std::string here = in.server_identity();
    if (!former)
        return in.execute(
            insert_if_absent(in.kind(), "vesta_machine_lease (id, instance, token, mark_ms, version, ends_ms) SELECT " +
                                            std::to_string(reign_key) + ", " + here + ", ?, 0, 0, 0"),
            {new_number()});
    // A node that read a replica must not end the primary's reign.
    return in.execute("UPDATE vesta_machine_lease SET instance = " + here +
                          ", token = ?, version = version + 1 WHERE " + of_the_reign() +
                          " AND token = ? AND instance <> " + here,
                      {new_number(), former->number});
}

result<store_moment> read_time(connection& in) {
    auto read = rows(in, std::string{"SELECT "} + now_ms(in.kind()), {}, 1);
    if (!read) return std::move(read).error();
    const auto at = integer(read->empty() ? cell{} : read->front()[0], "of the time");
    if (!at) return at.error();
    return store_moment{unix_ms{std::chrono::milliseconds{*at}}, ""};
}

} // namespace

std::string who_reigns(const connection& in) {
    return has_identity(in) ? joined(in.kind(), in.server_identity(), number_known()) : in.server_identity();
}

std::string who_reigns_or_answers(const connection& in) {
    return has_identity(in) ? joined(in.kind(), in.server_identity(), "COALESCE(" + number_known() + ", '')")
                            : in.server_identity();
}

result<store_moment> read_moment(connection& in) {
    if (!has_identity(in)) return read_time(in);
    for (int attempt = 0; attempt < attempts; ++attempt) {
        auto seen = look(in);
        if (!seen && seen.error().code == errc::invalid_settings) {
            // The table may be missing.
            if (auto made = make_lease_table(in); !made) return std::move(made).error();
            seen = look(in);
        }
        if (!seen) return std::move(seen).error();
        if (*seen && (*seen)->answers == (*seen)->reigns)
            return store_moment{(*seen)->at, (*seen)->answers + (*seen)->number};
        if (auto begun = begin_reign(in, *seen); !begun) return std::move(begun).error();
    }
    return error{
        errc::store_unavailable,
        "table vesta_machine_lease is read from another server than the one that takes its writes, also within "
        "a transaction (a proxy that reads from replicas?): let the program reach the primary alone"};
}

} // namespace vesta::sql
