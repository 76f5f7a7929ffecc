#include "machine_connection.hpp"

#include <vesta/sql/machine_leases.hpp>

#include <Poco/Data/Statement.h>

namespace vesta::sql {
namespace {

using Poco::Int64;
using Poco::Data::Session;
using Poco::Data::Statement;
using namespace Poco::Data::Keywords;

// The names and types are part of docs/operating.md.
constexpr const char* definition = "CREATE TABLE IF NOT EXISTS vesta_machine_lease ("
                                   "id BIGINT NOT NULL PRIMARY KEY, "
                                   "instance VARCHAR(200) NOT NULL, "
                                   "token VARCHAR(32) NOT NULL, "
                                   "mark_ms BIGINT NOT NULL, "
                                   "version BIGINT NOT NULL, "
                                   "ends_ms BIGINT NOT NULL)";

/// The columns of a select, row by row.
struct columns {
    std::vector<Int64> id, mark, version, left;
    std::vector<std::string> instance, token;

    std::vector<lease_row> rows() const {
        std::vector<lease_row> all;
        for (std::size_t i = 0; i < id.size(); ++i)
            all.push_back({.id = {static_cast<std::uint32_t>(id[i])},
                           .instance = instance[i],
                           .token = token[i],
                           .mark = unix_ms{std::chrono::milliseconds{mark[i]}},
                           .version = version[i],
                           .left = std::chrono::milliseconds{left[i]}});
        return all;
    }
};

columns read(Session& on, const std::string& text) {
    columns all;
    Statement select{on};
    select << text, into(all.id), into(all.instance), into(all.token), into(all.mark), into(all.version),
        into(all.left);
    select.execute();
    return all;
}

/// One statement's values, which must outlive it.
struct values {
    explicit values(const lease_row& of, std::chrono::milliseconds lease)
        : id{of.id.value}, mark{of.mark.time_since_epoch().count()}, seen{of.version}, next{of.version + 1},
          lease_ms{lease.count()}, instance{of.instance}, token{of.token} {}

    Int64 id, mark, seen, next, lease_ms;
    std::string instance, token;
};

} // namespace

std::string machine_leases::where() const {
    return "table vesta_machine_lease (" + on_->options().label + ")";
}

result<std::vector<lease_row>> machine_leases::select(const std::string& condition) {
    const std::string text = std::string{"SELECT id, instance, token, mark_ms, version, ends_ms - "} + on_->now_ms() +
                             " FROM vesta_machine_lease" + condition;
    auto found = on_->inside().run([&](Session& session) { return read(session, text).rows(); });
    if (found) return found;
    // The table may be missing; where it is not, or must not be made, the first reason is the one to tell.
    auto made = on_->inside().run([&](Session& session) {
        session << definition, now;
        return read(session, text).rows();
    });
    return made ? std::move(made) : std::move(found);
}

result<std::vector<lease_row>> machine_leases::rows() {
    return select("");
}

result<lease_row> machine_leases::row(machine_id id) {
    auto found = select(" WHERE id = " + std::to_string(id.value));
    if (!found) return std::move(found).reason();
    return found->empty() ? lease_row{.id = id} : std::move(found->front());
}

std::string machine_leases::insert_text() const {
    const std::string verb = on_->options().kind == dialect::mysql ? "INSERT IGNORE" : "INSERT OR IGNORE";
    return verb +
           " INTO vesta_machine_lease (id, instance, token, mark_ms, version, ends_ms) VALUES (?, ?, ?, ?, ?, ? + " +
           on_->now_ms() + ")";
}

result<std::optional<std::int64_t>> machine_leases::put(const lease_row& next, std::chrono::milliseconds lease) {
    const std::string update = std::string{"UPDATE vesta_machine_lease SET instance = ?, token = ?, mark_ms = ?, "
                                           "version = ?, ends_ms = ? + "} +
                               on_->now_ms() + " WHERE id = ? AND version = ?";
    auto written = on_->inside().run([&](Session& session) {
        values of{next, lease};
        Statement write{session};
        if (next.version == lease_row::absent) {
            write << insert_text(), use(of.id), use(of.instance), use(of.token), use(of.mark), use(of.next),
                use(of.lease_ms);
        } else {
            write << update, use(of.instance), use(of.token), use(of.mark), use(of.next), use(of.lease_ms), use(of.id),
                use(of.seen);
        }
        return write.execute();
    });
    if (!written) return std::move(written).reason();
    return *written == 1 ? std::optional<std::int64_t>{next.version + 1} : std::nullopt;
}

} // namespace vesta::sql
