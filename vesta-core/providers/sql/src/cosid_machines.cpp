#include "dialect.hpp"

#include <vesta/base/quote.hpp>
#include <vesta/sql/cosid_machines.hpp>

#include <algorithm>
#include <limits>
#include <string_view>

namespace vesta::sql {
namespace {

/// What begins the instance_id of each of ours, so that no name of CosId's (host:port) can be the same.
constexpr std::string_view mark_of_ours = "vesta:";
constexpr std::size_t longest_instance = 100 - mark_of_ours.size(); // VARCHAR(100)

// One of ours keeps last_timestamp ahead of its clock while it lives. CosId's nodes take a row after five minutes, too.
constexpr std::int64_t given_up_ms = std::chrono::milliseconds{std::chrono::minutes{5}}.count();

// A node of CosId writes last_timestamp once a minute, and was stopped before an administrator gave its row away.
constexpr std::chrono::minutes silence{1};

std::string owner_of(const std::string& instance) {
    return std::string{mark_of_ours} + instance;
}

unix_ms used_until(std::int64_t since_1970) {
    return unix_ms{std::chrono::milliseconds{since_1970}};
}

/// last_timestamp as it is, or now if that is later.
std::string not_before_now(dialect kind) {
    return std::string{kind == dialect::sqlite ? "MAX" : "GREATEST"} + "(last_timestamp, " + now_ms(kind) + ")";
}

} // namespace

/// A row of ours, as it was read at `now_ms` of the database.
struct cosid_machines::row {
    std::int64_t number = 0;
    std::int64_t last_ms = 0;
    std::string owner;
    std::int64_t now_ms = 0;

    bool is_given() const { return owner == mark_of_ours; }
    std::int64_t left_ms() const { return is_given() ? 0 : last_ms + given_up_ms - now_ms; }
};

std::string cosid_machines::name_of(std::int64_t number) const {
    const std::string digits = std::to_string(number);
    return space_ + "." + std::string(digits.size() < 8 ? 8 - digits.size() : 0, '0') + digits;
}

/// All rows of ours, whichever instance's.
result<std::vector<cosid_machines::row>> cosid_machines::ours(connection& in) const {
    std::vector<row> all;
    const parameters of{space_};
    auto read = in.query(std::string{"SELECT machine_id, last_timestamp, instance_id, "} + now_ms(in.kind()) +
                             " FROM cosid_machine WHERE namespace = ? AND instance_id LIKE '" +
                             std::string{mark_of_ours} + "%' ORDER BY last_timestamp",
                         of, 4, [&](std::span<const cell> cells) -> result<void> {
                             const auto number = integer(cells[0], "machine_id");
                             if (!number) return number.error();
                             const auto last = integer(cells[1], "last_timestamp");
                             if (!last) return last.error();
                             const auto now = integer(cells[3], "the database's time");
                             if (!now) return now.error();
                             all.push_back({*number, *last, cells[2].value_or(""), *now});
                             return {};
                         });
    if (!read) return std::move(read).error();
    return all;
}

/// Makes @p from the row of @p owner, if it is still as it was read. Nobody takes it for given up from then on.
result<bool> cosid_machines::move_to(connection& in, const row& from, const std::string& owner) const {
    return changed_one(in.execute(
        "UPDATE cosid_machine SET instance_id = ?, last_timestamp = " + not_before_now(in.kind()) +
            ", distribute_time = " + now_ms(in.kind()) + " WHERE name = ? AND instance_id = ? AND last_timestamp = ?",
        {owner, name_of(from.number), from.owner, from.last_ms}));
}

result<std::optional<id_assignment::place>> cosid_machines::take(connection& in, const std::vector<row>& of,
                                                                 const lease_request& request) const {
    const std::string owner = owner_of(request.instance);
    const auto attempt = [&](const row& each) -> result<std::optional<place>> {
        if (each.number < 0 || each.number > std::int64_t{request.max_id}) return std::optional<place>{};
        const auto moved = move_to(in, each, owner);
        if (!moved) return moved.error();
        if (!*moved) return std::optional<place>{};
        place found{.id = {static_cast<std::uint32_t>(each.number)}, .least = used_until(each.last_ms)};
        if (each.is_given()) {
            found.unseen = silence;
            found.unmarked = true;
        }
        return std::optional{found};
    };
    for (const row& each : of)
        if (each.owner == owner)
            if (auto taken = attempt(each); !taken || *taken) return taken;
    for (const row& each : of)
        if (each.left_ms() <= 0 && each.owner != owner)
            if (auto taken = attempt(each); !taken || *taken) return taken;
    return std::optional<place>{};
}

/// A row after the last, as CosId's nodes make theirs. Nothing if another was faster.
result<std::optional<id_assignment::place>> cosid_machines::make(connection& in, const std::vector<row>& of,
                                                                 const lease_request& request) const {
    const auto next =
        rows(in, "SELECT COALESCE(MAX(machine_id) + 1, 0) FROM cosid_machine WHERE namespace = ?", {space_}, 1);
    if (!next) return next.error();
    const auto number = integer(next->empty() ? cell{"0"} : next->front().front(), "machine_id");
    if (!number) return number.error();
    if (*number > std::int64_t{request.max_id}) return no_row_left(of, request);
    const std::string now = now_ms(in.kind());
    const auto made = changed_one(in.execute(
        insert_if_absent(in.kind(), "cosid_machine (name, namespace, machine_id, last_timestamp, instance_id, "
                                    "distribute_time, revert_time) VALUES (?, ?, ?, " +
                                        now + ", ?, " + now + ", 0)"),
        {name_of(*number), space_, *number, owner_of(request.instance)}));
    if (!made) return made.error();
    if (!*made) return std::optional<place>{};
    return std::optional{place{.id = {static_cast<std::uint32_t>(*number)}}};
}

error cosid_machines::no_row_left(const std::vector<row>& of, const lease_request& request) const {
    error none{errc::exhausted,
               "table cosid_machine (" + on_->to().name + ") has come to the last machine ID of namespace " +
                   in_quotes(space_) + " that fits the layouts, " + std::to_string(request.max_id) +
                   ", and no row that a node of this program gave up. Rows of CosId's nodes are not taken, since one "
                   "that comes back may use what its state file says; where a node is gone with its state file, set "
                   "the row's instance_id to '" +
                   std::string{mark_of_ours} + "'"};
    const auto fits = [&](const row& each) { return each.number >= 0 && each.number <= std::int64_t{request.max_id}; };
    for (const row& each : of) // by last_timestamp
        if (fits(each) && !none.retry_after)
            none.retry_after = std::chrono::milliseconds{std::clamp<std::int64_t>(each.left_ms(), 1000, given_up_ms)};
    return none;
}

result<id_assignment::place> cosid_machines::find(const std::string& instance) {
    lease_request any{.instance = instance};
    any.max_id = std::numeric_limits<std::uint32_t>::max();
    return assign(any);
}

result<id_assignment::place> cosid_machines::assign(const lease_request& request) {
    if (request.instance.size() > longest_instance)
        return error{errc::invalid_settings, "instance has " + std::to_string(request.instance.size()) +
                                                 " characters; with mode cosid it has " +
                                                 std::to_string(longest_instance) + " at most"};
    return on_->with([&](connection& in) -> result<place> {
        constexpr int attempts = 100; // each failure is another node's success
        for (int i = 0; i < attempts; ++i) {
            const auto all = ours(in);
            if (!all) return all.error();
            auto found = take(in, *all, request);
            if (found && !*found) found = make(in, *all, request);
            if (!found) return std::move(found).error();
            if (*found) return **found;
        }
        return error{errc::in_use, "too many nodes take rows of cosid_machine at once",
                     std::chrono::milliseconds{1000}};
    });
}

result<void> cosid_machines::record(machine_id id, const std::string& instance, unix_ms mark) {
    const std::string name = name_of(id.value);
    const std::string owner = owner_of(instance);
    const auto kept = on_->with([&](connection& in) -> result<std::vector<std::vector<cell>>> {
        auto written = in.execute("UPDATE cosid_machine SET last_timestamp = ? WHERE name = ? AND instance_id = ?",
                                  {mark.time_since_epoch().count(), name, owner});
        if (!written) return std::move(written).error();
        // MySQL does not count a row whose values stay the same.
        return rows(in, "SELECT instance_id, last_timestamp FROM cosid_machine WHERE name = ?", {name}, 2);
    });
    if (!kept) return kept.error();
    const std::string last = std::to_string(mark.time_since_epoch().count());
    if (!kept->empty() && kept->front()[0] == owner && kept->front()[1] == last) return {};
    const std::string now = kept->empty() ? "is gone" : "belongs to " + in_quotes(kept->front()[0].value_or(""));
    return error{errc::lease_lost, "machine ID " + std::to_string(id.value) +
                                       " is lost: its row in table cosid_machine (" + on_->to().name + ") " + now +
                                       ", and was that of " + in_quotes(owner)};
}

} // namespace vesta::sql
