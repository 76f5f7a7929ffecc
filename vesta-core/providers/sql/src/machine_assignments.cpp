#include "dialect.hpp"

#include <vesta/base/number.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/sql/machine_assignments.hpp>

#include <limits>

namespace vesta::sql {
namespace {

// The fork uploads every 3 s: IDs may lie this far above max_timestamp.
constexpr std::chrono::seconds unseen{10};

/// The numbers that the query @p text finds for @p instance; empty if there is no row.
result<std::vector<std::int64_t>> numbers(connection& in, const std::string& text, const std::string& instance) {
    std::vector<std::int64_t> all;
    const parameters of{instance};
    auto read = in.query(text, of, 1, [&](std::span<const cell> cells) -> result<void> {
        const auto number = integer(cells[0], "of the row of " + in_quotes(instance));
        if (!number) return number.error();
        all.push_back(*number);
        return {};
    });
    if (!read) return std::move(read).error();
    return all;
}

/// The numbers that @p select finds for @p instance, after @p take if there were none. Empty if no row is left.
result<std::vector<std::int64_t>> find_or_take(connections& on, const std::string& select, const std::string& instance,
                                               const std::string& take, std::initializer_list<parameter> values) {
    return on.with([&](connection& in) -> result<std::vector<std::int64_t>> {
        auto found = numbers(in, select, instance);
        if (!found || !found->empty()) return found;
        if (auto taken = in.execute(take, values); !taken) return std::move(taken).error();
        return numbers(in, select, instance);
    });
}

/// The number of a row as a machine ID.
result<machine_id> as_machine(std::int64_t number, const std::string& table) {
    if (number >= 0 && number <= std::numeric_limits<std::uint32_t>::max())
        return machine_id{static_cast<std::uint32_t>(number)};
    return error{errc::state_unusable,
                 table + " has the number " + std::to_string(number) + " for this instance, which is no machine ID"};
}

std::optional<unix_ms> instant_in(const cell& of) {
    const auto value = of ? read_number<std::int64_t>(*of) : std::nullopt;
    if (!value || *value <= 0) return std::nullopt;
    return unix_ms{std::chrono::milliseconds{*value}};
}

/// Of a row with its number, its instance, and perhaps the last use and the last write in unix ms.
id_assignment::entry entry_of(std::span<const cell> row, const std::string& table) {
    id_assignment::entry made{.instance = row[1].value_or("")};
    const auto number = integer(row[0], "of " + table);
    const auto id = number ? as_machine(*number, table) : result<machine_id>{number.error()};
    if (id) {
        made.id = *id;
    } else {
        made.unusable = id.error().message;
    }
    if (row.size() < 4) return made;
    made.last = instant_in(row[2]);
    made.written = instant_in(row[3]);
    return made;
}

/// Every row that @p select finds.
result<std::vector<id_assignment::entry>> entries_of(connections& on, const std::string& select,
                                                     const std::string& table, std::size_t columns) {
    return on.with([&](connection& in) -> result<std::vector<id_assignment::entry>> {
        std::vector<id_assignment::entry> all;
        auto read = in.query(select, {}, columns, [&](std::span<const cell> row) -> result<void> {
            all.push_back(entry_of(row, table));
            return {};
        });
        if (!read) return std::move(read).error();
        return all;
    });
}

/// The update that takes the lowest row without an IP.
std::string take_free_row(dialect kind) {
    const std::string update = "UPDATE DB_MACHINE_ID_PROVIDER SET IP = ? WHERE ";
    if (kind == dialect::mysql) return update + "IP IS NULL ORDER BY ID LIMIT 1";
    // The others have no LIMIT on updates. PostgreSQL would find a row that another host is taking, wait for it, and
    // take it from that host.
    const std::string alone = kind == dialect::postgresql ? " FOR UPDATE SKIP LOCKED" : "";
    return update + "IP IS NULL AND ID = (SELECT ID FROM DB_MACHINE_ID_PROVIDER WHERE IP IS NULL ORDER BY ID LIMIT 1" +
           alone + ")";
}

} // namespace

result<id_assignment::place> vesta_table::find(const std::string& instance) {
    const std::string table = "table DB_MACHINE_ID_PROVIDER (" + on_->to().name + ")";
    const auto found = find_or_take(*on_, "SELECT ID FROM DB_MACHINE_ID_PROVIDER WHERE IP = ?", instance,
                                    take_free_row(on_->to().kind), {instance});
    if (!found) return found.error();
    if (found->empty())
        return error{errc::exhausted, table + " has no row without an IP left for " + in_quotes(instance) +
                                          "; set IP to null where a host is gone permanently"};
    auto id = as_machine(found->front(), table);
    if (!id) return std::move(id).error();
    return place{.id = *id, .unmarked = true};
}

result<std::vector<id_assignment::entry>> vesta_table::list() {
    return entries_of(*on_, "SELECT ID, IP FROM DB_MACHINE_ID_PROVIDER ORDER BY ID", "table DB_MACHINE_ID_PROVIDER", 2);
}

result<id_assignment::place> leaf_table::find(const std::string& instance) {
    const auto colon = instance.rfind(':');
    if (colon == std::string::npos)
        return error{errc::invalid_settings,
                     "instance is " + in_quotes(instance) + "; with leaf-mysql it must be ip:port"};
    const std::string table = "table leaf_workerid_alloc (" + on_->to().name + ")";
    const std::string take =
        insert_if_absent(on_->to().kind, "leaf_workerid_alloc (ip_port, ip, port, max_timestamp, create_time) "
                                         "VALUES (?, ?, ?, 0, CURRENT_TIMESTAMP)");
    const auto found = find_or_take(*on_, "SELECT id FROM leaf_workerid_alloc WHERE ip_port = ?", instance, take,
                                    {instance, instance.substr(0, colon), instance.substr(colon + 1)});
    if (!found) return found.error();
    if (found->empty()) return error{errc::state_unusable, table + " took no row for " + in_quotes(instance)};
    auto id = as_machine(found->front(), table);
    if (!id) return std::move(id).error();
    const auto last = on_->with([&](connection& in) {
        return numbers(in, "SELECT COALESCE(max_timestamp, 0) FROM leaf_workerid_alloc WHERE ip_port = ?", instance);
    });
    if (!last) return last.error();
    const unix_ms least{std::chrono::milliseconds{last->empty() ? 0 : last->front()}};
    return place{*id, least, unseen};
}

result<void> leaf_table::record(machine_id id, const std::string& instance, unix_ms mark) {
    const auto kept = on_->with([&](connection& in) -> result<std::vector<std::int64_t>> {
        auto written = in.execute("UPDATE leaf_workerid_alloc SET max_timestamp = ? WHERE id = ? AND ip_port = ?",
                                  {mark.time_since_epoch().count(), std::int64_t{id.value}, instance});
        if (!written) return std::move(written).error();
        // MySQL does not count a row whose values stay the same.
        return numbers(in, "SELECT id FROM leaf_workerid_alloc WHERE ip_port = ?", instance);
    });
    if (!kept) return kept.error();
    if (!kept->empty() && kept->front() == std::int64_t{id.value}) return {};
    return error{errc::state_unusable,
                 "the row of " + in_quotes(instance) + " in table leaf_workerid_alloc was removed"};
}

result<std::vector<id_assignment::entry>> leaf_table::list() {
    const char* const written = on_->to().kind == dialect::mysql ? "UNIX_TIMESTAMP(update_time) * 1000" : "NULL";
    return entries_of(
        *on_, "SELECT id, ip_port, max_timestamp, " + std::string{written} + " FROM leaf_workerid_alloc ORDER BY id",
        "table leaf_workerid_alloc", 4);
}

} // namespace vesta::sql
