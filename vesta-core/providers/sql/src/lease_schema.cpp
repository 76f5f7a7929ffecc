#include "lease_schema.hpp"

#include "dialect.hpp"
#include "lease_reign.hpp"

#include <vesta/machine/lease_name.hpp>

#include <algorithm>
#include <array>

namespace vesta::sql {
namespace {

// The names and types are part of docs/operating.md. Programs of 0.1.0 write only the columns up to ends_ms: `noted` is
// the version of the write that the later columns belong to.
constexpr std::array<std::string_view, 6> first_columns{
    "id BIGINT NOT NULL PRIMARY KEY", "instance VARCHAR(200) NOT NULL", "token VARCHAR(32) NOT NULL",
    "mark_ms BIGINT NOT NULL",        "version BIGINT NOT NULL",        "ends_ms BIGINT NOT NULL"};
constexpr std::array<std::string_view, 6> added_columns{
    "noted BIGINT NOT NULL DEFAULT -1", "format BIGINT NOT NULL DEFAULT 1",       "lead_ms BIGINT NOT NULL DEFAULT 0",
    "given BIGINT NOT NULL DEFAULT 0",  "server VARCHAR(32) NOT NULL DEFAULT ''", "history TEXT"};

constexpr std::chrono::hours longest_lead{48};
// Later than any layout lasts; a mark beyond it is no mark.
constexpr unix_ms latest{std::chrono::sys_days{std::chrono::year{10000} / 1 / 1}};

std::string definition() {
    std::string text;
    for (const auto& columns : {first_columns, added_columns})
        for (const auto& each : columns)
            text += (text.empty() ? "" : ", ") + std::string{each};
    return "CREATE TABLE IF NOT EXISTS vesta_machine_lease (" + text + ")";
}

/// The statements that add the columns: one with MySQL, one per column with SQLite.
std::vector<std::string> additions(dialect kind) {
    std::vector<std::string> all;
    for (const auto& each : added_columns) {
        const std::string one = "ADD COLUMN " + std::string{each};
        if (all.empty() || kind == dialect::sqlite) {
            all.push_back("ALTER TABLE vesta_machine_lease " + one);
        } else {
            all.back() += ", " + one;
        }
    }
    return all;
}

bool answers(connection& in, const std::string& query) {
    return in.query(query, {}, 1, [](std::span<const cell>) { return result<void>{}; }).has_value();
}

bool has_all_columns(connection& in) {
    return answers(in, "SELECT history FROM vesta_machine_lease WHERE id = -1");
}

result<void> add_columns(connection& in) {
    return transact(in, [&](connection& with) -> result<void> {
        if (has_all_columns(with)) return {}; // another process was faster
        for (const auto& each : additions(with.kind())) {
            auto added = with.execute(each);
            if (added || has_all_columns(with)) continue;
            std::string all;
            for (const auto& statement : additions(with.kind()))
                all += statement + "; ";
            return error{errc::invalid_settings,
                         "the table vesta_machine_lease is one of Vesta 0.1.0, and its new columns cannot be added: " +
                             added.error().message + "; run as a user who may: " + all};
        }
        return {};
    });
}

/// The numbers of a row, or what is wrong with them.
struct row_numbers {
    std::int64_t mark = 0, version = lease_row::absent, left = 0, noted = -1, format = 1, lead = 0, given = 0;
};

std::string read_numbers(std::span<const cell> cells, row_numbers& into) {
    const std::array<std::tuple<std::size_t, std::string_view, std::int64_t*>, 7> from{{{3, "mark_ms", &into.mark},
                                                                                        {4, "version", &into.version},
                                                                                        {5, "ends_ms", &into.left},
                                                                                        {6, "noted", &into.noted},
                                                                                        {7, "format", &into.format},
                                                                                        {8, "lead_ms", &into.lead},
                                                                                        {9, "given", &into.given}}};
    std::string wrong;
    for (const auto& [place, name, to] : from) {
        const auto number = integer(cells[place], name);
        if (number) {
            *to = *number;
        } else if (wrong.empty()) {
            wrong = number.error().message;
        }
    }
    return wrong;
}

std::string wrong_with(const row_numbers& of) {
    if (of.format > lease_format)
        return "its format is " + std::to_string(of.format) + ": a newer program wrote it, and must be used for it";
    if (of.version < 0 || of.mark < 0) return "its version or its mark is below 0";
    if (unix_ms{std::chrono::milliseconds{of.mark}} > latest) return "its mark lies after the year 9999";
    if (of.lead < 0 || std::chrono::milliseconds{of.lead} > longest_lead) return "its lead_ms is not from 0 to 48 h";
    return "";
}

} // namespace

result<void> make_lease_table(connection& in) {
    if (!answers(in, "SELECT id FROM vesta_machine_lease WHERE id = -1")) {
        // If this user may not make it, the error to report is that it is missing.
        if (!in.execute(definition())) return {};
    }
    if (has_all_columns(in) || !answers(in, "SELECT ends_ms FROM vesta_machine_lease WHERE id = -1")) return {};
    return add_columns(in);
}

std::string select_leases(dialect kind) {
    return std::string{"SELECT id, instance, token, mark_ms, version, ends_ms - "} + now_ms(kind) +
           ", noted, format, lead_ms, given, server, history FROM vesta_machine_lease ";
}

std::optional<lease_row> read_lease_row(std::span<const cell> cells) {
    const auto id = integer(cells[0], "id");
    if (!id || *id < 0 || *id >= std::int64_t{most_shares} << 32 || *id == reign_key) return {};
    row_numbers numbers;
    std::string wrong = read_numbers(cells, numbers);
    if (wrong.empty()) wrong = wrong_with(numbers);
    lease_row row{.id = {static_cast<std::uint32_t>(*id)},
                  .share = static_cast<std::uint32_t>(*id >> 32),
                  .instance = cells[1].value_or(""),
                  .token = cells[2].value_or(""),
                  .mark = unix_ms{std::chrono::milliseconds{std::max<std::int64_t>(numbers.mark, 0)}},
                  .version = numbers.version,
                  .left = std::chrono::milliseconds{numbers.left},
                  .unusable = std::move(wrong)};
    if (!row.unusable.empty() || numbers.noted != numbers.version) return row; // a program of 0.1.0 wrote it last
    row.lead = std::chrono::milliseconds{numbers.lead};
    row.given = numbers.given != 0;
    row.server = cells[10].value_or("");
    auto history = mark_history::parse(cells[11].value_or(""));
    if (history) {
        row.history = *std::move(history);
    } else {
        row.unusable = "its history cannot be read: " + history.error().message;
    }
    return row;
}

} // namespace vesta::sql
