#include <vesta/sql/machine_leases.hpp>

#include "dialect.hpp"

namespace vesta::sql {
namespace {

// The names and types are part of docs/operating.md.
constexpr const char* definition = "CREATE TABLE IF NOT EXISTS vesta_machine_lease ("
                                   "id BIGINT NOT NULL PRIMARY KEY, "
                                   "instance VARCHAR(200) NOT NULL, "
                                   "token VARCHAR(32) NOT NULL, "
                                   "mark_ms BIGINT NOT NULL, "
                                   "version BIGINT NOT NULL, "
                                   "ends_ms BIGINT NOT NULL)";
constexpr std::size_t columns = 6;

/// A row of the table is ours, or it says what is wrong with it: a fleet must not guess what somebody else wrote there.
result<lease_row> read_row(std::span<const cell> cells) {
    std::array<std::int64_t, 4> numbers{};
    constexpr std::array<std::pair<std::size_t, std::string_view>, 4> from{
        {{0, "id"}, {3, "mark_ms"}, {4, "version"}, {5, "ends_ms"}}};
    for (std::size_t i = 0; i < from.size(); ++i) {
        const auto number = integer(cells[from[i].first], from[i].second);
        if (!number) return number.reason();
        numbers[i] = *number;
    }
    const auto [id, mark, version, left] = numbers;
    const std::string which = "the row of machine ID " + std::to_string(id) + " ";
    if (id < 0 || id > std::numeric_limits<std::uint32_t>::max())
        return error{errc::state_unusable, which + "is none of ours: remove it"};
    if (version < 0 || mark < 0) return error{errc::state_unusable, which + "has a version or a mark below 0"};
    return lease_row{.id = {static_cast<std::uint32_t>(id)},
                     .instance = cells[1].value_or(""),
                     .token = cells[2].value_or(""),
                     .mark = unix_ms{std::chrono::milliseconds{mark}},
                     .version = version,
                     .left = std::chrono::milliseconds{left}};
}

/// What keeps a lock for long is not another owner of a machine ID: to whoever asks for one the store is away.
template <class Value>
result<Value> or_away(result<Value> done) {
    if (done || done.reason().code != errc::in_use) return done;
    return error{errc::store_unavailable, std::move(done).reason().message};
}

} // namespace

std::string machine_leases::where() const {
    return "table vesta_machine_lease (" + on_->to().name + ")";
}

result<std::vector<lease_row>> machine_leases::select(const std::string& condition,
                                                      std::initializer_list<parameter> values) {
    return or_away(on_->with([&](connection& in) -> result<std::vector<lease_row>> {
        const std::string text = std::string{"SELECT id, instance, token, mark_ms, version, ends_ms - "} +
                                 now_ms(in.kind()) + " FROM vesta_machine_lease" + condition;
        std::vector<lease_row> all;
        const auto each = [&](std::span<const cell> cells) -> result<void> {
            auto row = read_row(cells);
            if (!row) return error{row.reason().code, where() + ": " + row.reason().message};
            all.push_back(*std::move(row));
            return {};
        };
        const std::span<const parameter> bound{values.begin(), values.size()};
        auto read = in.query(text, bound, columns, each);
        // The table may be missing; where it is not, or must not be made, the first reason is the one to tell.
        if (!read && read.reason().code == errc::invalid_settings && in.execute(definition))
            read = in.query(text, bound, columns, each);
        if (!read) return std::move(read).reason();
        return all;
    }));
}

result<std::vector<lease_row>> machine_leases::rows() {
    return select("", {});
}

result<lease_row> machine_leases::row(machine_id id) {
    auto found = select(" WHERE id = ?", {std::int64_t{id.value}});
    if (!found) return std::move(found).reason();
    return found->empty() ? lease_row{.id = id} : std::move(found->front());
}

result<std::uint64_t> machine_leases::write(connection& in, const lease_row& next, std::chrono::milliseconds lease) {
    const std::int64_t id = next.id.value;
    const std::int64_t mark = next.mark.time_since_epoch().count();
    const std::string ends = std::string{"? + "} + now_ms(in.kind());
    if (next.version == lease_row::absent)
        return in.execute(std::string{insert_if_absent(in.kind())} +
                              "vesta_machine_lease (id, instance, token, mark_ms, version, ends_ms) "
                              "VALUES (?, ?, ?, ?, ?, " +
                              ends + ")",
                          {id, next.instance, next.token, mark, next.version + 1, lease.count()});
    return in.execute("UPDATE vesta_machine_lease SET instance = ?, token = ?, mark_ms = ?, version = ?, ends_ms = " +
                          ends + " WHERE id = ? AND version = ?",
                      {next.instance, next.token, mark, next.version + 1, lease.count(), id, next.version});
}

result<std::optional<std::int64_t>> machine_leases::put(const lease_row& next, std::chrono::milliseconds lease) {
    auto written = or_away(on_->with([&](connection& in) { return write(in, next, lease); }));
    if (!written) return std::move(written).reason();
    return *written == 1 ? std::optional<std::int64_t>{next.version + 1} : std::nullopt;
}

} // namespace vesta::sql
