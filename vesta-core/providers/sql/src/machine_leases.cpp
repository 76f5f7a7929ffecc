#include "dialect.hpp"
#include "lease_reign.hpp"
#include "lease_schema.hpp"

#include <vesta/base/random_bits.hpp>
#include <vesta/sql/machine_leases.hpp>

namespace vesta::sql {
namespace {

/// A lock held for long is not another owner of a machine ID: to the asking process the store is unavailable.
template <class Value>
result<Value> or_away(result<Value> done) {
    if (done || done.error().code != errc::in_use) return done;
    return error{errc::store_unavailable, std::move(done).error().message};
}

std::int64_t key_of(const lease_row& row) {
    return std::int64_t{row.share} << 32 | row.id.value;
}

/// The server that a row is of from now on: the one that @p next is for, which the condition makes sure of, else
/// whichever answers.
std::string server_of(connection& in, const lease_row& next) {
    return next.server.empty() ? who_reigns_or_answers(in) : "?";
}

void append_added(parameters& to, const lease_row& next, std::int64_t version) {
    to.insert(to.end(), {version, next.lead.count(), std::int64_t{next.given ? 1 : 0}});
    if (!next.server.empty()) to.emplace_back(next.server);
    to.emplace_back(next.history.text());
}

/// A row that is for whichever server answers is to be of its reign, which may not have begun yet.
result<void> name_reign(connection& in, const lease_row& next) {
    if (!next.server.empty()) return {};
    return read_moment(in).without_value();
}

/// Versions count writes from anywhere on: an owner whose row was removed and made again by others, or repaired, must
/// not meet the version that it knows.
std::int64_t new_version() {
    return static_cast<std::int64_t>(random_bits() >> 12);
}

/// The condition that the server is that of @p next, if it names one; adds the value for it.
std::string on_its_server(connection& in, const lease_row& next, parameters& values) {
    if (next.server.empty()) return "";
    values.emplace_back(next.server);
    return who_reigns(in) + " = ?";
}

/// The condition that the mark is not raised too far ahead of the server's clock.
std::string within_its_time(connection& in, const lease_row& next, parameters& values) {
    if (!next.ahead) return "";
    const std::int64_t mark = next.mark.time_since_epoch().count();
    values.insert(values.end(), {mark, mark - next.ahead->count()});
    return std::string{" AND (mark_ms >= ? OR ? <= "} + now_ms(in.kind()) + ")";
}

result<std::uint64_t> insert(connection& in, const lease_row& next, std::int64_t version,
                             std::chrono::milliseconds lease) {
    parameters values{key_of(next), next.instance, next.token, next.mark.time_since_epoch().count(),
                      version,      lease.count()};
    append_added(values, next, version);
    std::string text =
        std::string{"vesta_machine_lease (id, instance, token, mark_ms, version, ends_ms, noted, format, lead_ms, "
                    "given, server, history) SELECT ?, ?, ?, ?, ?, ? + "} +
        now_ms(in.kind()) + ", ?, " + std::to_string(lease_format) + ", ?, ?, " + server_of(in, next) + ", ?";
    const std::string condition = on_its_server(in, next, values);
    if (!condition.empty()) text += " FROM (SELECT 1) AS one WHERE " + condition;
    return in.execute(insert_if_absent(in.kind(), text), values);
}

/// Returns the time of the write, which comes with its answer; nothing if there is no such row.
result<std::optional<std::int64_t>> update(connection& in, const lease_row& next, std::int64_t version,
                                           std::chrono::milliseconds lease, const std::string& condition,
                                           const parameters& conditions) {
    parameters values{next.instance, next.token, next.mark.time_since_epoch().count(), version, lease.count()};
    append_added(values, next, version);
    values.insert(values.end(), conditions.begin(), conditions.end());
    const std::string now = now_ms(in.kind());
    const bool mysql = in.kind() == dialect::mysql;
    return execute_telling(
        in,
        "UPDATE vesta_machine_lease SET instance = ?, token = ?, mark_ms = ?, version = ?, ends_ms = ? + " +
            (mysql ? "LAST_INSERT_ID(" + now + ")" : now) + ", noted = ?, format = " + std::to_string(lease_format) +
            ", lead_ms = ?, given = ?, server = " + server_of(in, next) + ", history = ? WHERE id = ?" + condition +
            (mysql ? "" : " RETURNING " + now),
        values);
}

result<std::optional<lease_write>> replace(connection& in, const lease_row& next, std::chrono::milliseconds lease) {
    parameters conditions{key_of(next), next.version};
    std::string condition = " AND version = ?";
    if (const std::string here = on_its_server(in, next, conditions); !here.empty()) condition += " AND " + here;
    condition += within_its_time(in, next, conditions);
    auto written = update(in, next, next.version + 1, lease, condition, conditions);
    if (!written) return std::move(written).error();
    if (!*written) return std::optional<lease_write>{};
    return std::optional{lease_write{next.version + 1, unix_ms{std::chrono::milliseconds{**written}}}};
}

} // namespace

std::string machine_leases::where() const {
    return "table vesta_machine_lease (" + on_->to().name + ")";
}

result<store_moment> machine_leases::store_now() {
    return or_away(on_->with([](connection& in) { return read_moment(in); }));
}

result<std::vector<lease_row>> machine_leases::select(const std::string& condition,
                                                      std::initializer_list<parameter> values) {
    return or_away(on_->with([&](connection& in) -> result<std::vector<lease_row>> {
        std::vector<lease_row> all;
        const auto each = [&](std::span<const cell> cells) -> result<void> {
            if (auto row = read_lease_row(cells)) all.push_back(*std::move(row));
            return {};
        };
        const std::span<const parameter> bound{values.begin(), values.size()};
        const std::string text = select_leases(in.kind()) + condition;
        auto read = in.query(text, bound, lease_columns, each);
        if (!read && read.error().code == errc::invalid_settings) {
            // The table may be missing, or an old one.
            if (auto made = make_lease_table(in); !made) return std::move(made).error();
            read = in.query(text, bound, lease_columns, each);
        }
        if (!read) return std::move(read).error();
        return all;
    }));
}

result<std::vector<lease_row>> machine_leases::rows() {
    return select("", {});
}

result<lease_row> machine_leases::row(machine_id id, std::uint32_t share) {
    lease_row none{.id = id, .share = share};
    auto found = select("WHERE id = ?", {key_of(none)});
    if (!found) return std::move(found).error();
    return found->empty() ? std::move(none) : std::move(found->front());
}

result<std::optional<lease_write>> machine_leases::put(const lease_row& next, std::chrono::milliseconds lease) {
    return or_away(on_->with([&](connection& in) -> result<std::optional<lease_write>> {
        if (auto named = name_reign(in, next); !named) return std::move(named).error();
        if (next.version != lease_row::absent) return replace(in, next, lease);
        const std::int64_t version = new_version();
        auto made = insert(in, next, version, lease);
        if (!made) return std::move(made).error();
        return *made == 1 ? std::optional{lease_write{version}} : std::nullopt;
    }));
}

result<void> machine_leases::repair(const lease_row& next) {
    return or_away(on_->with([&](connection& in) -> result<void> {
        lease_row anywhere = next;
        anywhere.server.clear();
        if (auto named = name_reign(in, anywhere); !named) return named;
        return transact(in, [&](connection& with) -> result<void> {
            const std::int64_t version = new_version();
            auto written = update(with, anywhere, version, std::chrono::milliseconds{0}, "", {key_of(next)});
            if (!written) return std::move(written).error();
            if (*written) return {};
            return insert(with, anywhere, version, std::chrono::milliseconds{0}).without_value();
        });
    }));
}

} // namespace vesta::sql
