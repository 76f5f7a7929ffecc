#include "machine_connection.hpp"

#include <vesta/base/quote.hpp>
#include <vesta/sql/machine_assignments.hpp>

#include <Poco/Data/Statement.h>

#include <vector>

namespace vesta::sql {
namespace {

using Poco::Int64;
using Poco::Data::Session;
using Poco::Data::Statement;
using namespace Poco::Data::Keywords;

// The fork uploads every 3 s: what it used may lie this far above max_timestamp.
constexpr std::chrono::seconds unseen{10};

/// The numbers a select gives, in order; empty where there is no row.
std::vector<Int64> numbers(Session& on, const std::string& text, std::string key) {
    std::vector<Int64> all;
    Statement select{on};
    select << text, use(key), into(all);
    select.execute();
    return all;
}

/// What was found of @p instance, taking it with @p take where nothing was. Empty where there is none left.
result<std::vector<Int64>> find_or_take(machine_database& on, const std::string& select, const std::string& take,
                                        const std::string& instance, const std::vector<std::string>& more) {
    return on.inside().run([&](Session& session) {
        auto found = numbers(session, select, instance);
        if (!found.empty()) return found;
        std::string key = instance;
        auto parts = more;
        Statement write{session};
        write << take, use(key);
        for (auto& each : parts)
            write, use(each);
        write.execute();
        return numbers(session, select, instance);
    });
}

} // namespace

result<id_assignment::place> vesta_table::find(const std::string& instance) {
    // SQLite knows no limit on updates, and is read here for tests and single hosts only.
    const std::string take = on_->options().kind == dialect::mysql
                                 ? "UPDATE DB_MACHINE_ID_PROVIDER SET IP = ? WHERE IP IS NULL ORDER BY ID LIMIT 1"
                                 : "UPDATE DB_MACHINE_ID_PROVIDER SET IP = ? WHERE ID = (SELECT MIN(ID) FROM "
                                   "DB_MACHINE_ID_PROVIDER WHERE IP IS NULL)";
    auto found = find_or_take(*on_, "SELECT ID FROM DB_MACHINE_ID_PROVIDER WHERE IP = ?", take, instance, {});
    if (!found) return std::move(found).reason();
    if (!found->empty()) return place{.id = {static_cast<std::uint32_t>(found->front())}};
    return error{errc::exhausted, "table DB_MACHINE_ID_PROVIDER (" + on_->options().label +
                                      ") has no row without an IP left for " + in_quotes(instance) +
                                      "; set IP to null where a host is gone for good"};
}

result<id_assignment::place> leaf_table::find(const std::string& instance) {
    const auto colon = instance.rfind(':');
    if (colon == std::string::npos)
        return error{errc::invalid_settings,
                     "instance is " + in_quotes(instance) + "; with leaf-mysql it must be ip:port"};
    const std::string verb = on_->options().kind == dialect::mysql ? "INSERT IGNORE" : "INSERT OR IGNORE";
    auto found = find_or_take(*on_, "SELECT id FROM leaf_workerid_alloc WHERE ip_port = ?",
                              verb + " INTO leaf_workerid_alloc (ip_port, ip, port, max_timestamp, create_time) "
                                     "VALUES (?, ?, ?, 0, CURRENT_TIMESTAMP)",
                              instance, {instance.substr(0, colon), instance.substr(colon + 1)});
    if (!found) return std::move(found).reason();
    if (found->empty())
        return error{errc::state_unusable,
                     "table leaf_workerid_alloc (" + on_->options().label + ") took no row for " + in_quotes(instance)};
    auto last = on_->inside().run([&](Session& session) {
        return numbers(session, "SELECT COALESCE(max_timestamp, 0) FROM leaf_workerid_alloc WHERE ip_port = ?",
                       instance);
    });
    if (!last) return std::move(last).reason();
    const unix_ms least{std::chrono::milliseconds{last->empty() ? 0 : last->front()}};
    return place{{static_cast<std::uint32_t>(found->front())}, least, unseen};
}

result<void> leaf_table::record(machine_id id, const std::string& instance, unix_ms mark) {
    auto written = on_->inside().run([&](Session& session) {
        Int64 timestamp = mark.time_since_epoch().count();
        Int64 number = id.value;
        std::string key = instance;
        Statement write{session};
        write << "UPDATE leaf_workerid_alloc SET max_timestamp = ? WHERE id = ? AND ip_port = ?", use(timestamp),
            use(number), use(key);
        write.execute();
        // MySQL counts no row whose values were the same before.
        return numbers(session, "SELECT id FROM leaf_workerid_alloc WHERE ip_port = ?", instance);
    });
    if (!written) return std::move(written).reason();
    if (!written->empty() && written->front() == Int64{id.value}) return {};
    return error{errc::state_unusable,
                 "the row of " + in_quotes(instance) + " in table leaf_workerid_alloc was removed"};
}

} // namespace vesta::sql
