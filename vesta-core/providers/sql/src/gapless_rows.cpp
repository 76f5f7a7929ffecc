#include "gapless_rows.hpp"

#include "dialect.hpp"

namespace vesta::sql {
namespace {

// A statement has at most so many rows of keys: their values stay within what each database takes.
constexpr std::size_t most_rows = 256;

// Keys are printable ASCII; tags and reasons any text. MySQL must not take A for a.
struct types {
    const char* ascii;
    const char* text;
    const char* end;
};

types types_of(dialect kind) {
    if (kind == dialect::mysql)
        return {" CHARACTER SET ascii COLLATE ascii_bin", " CHARACTER SET utf8mb4 COLLATE utf8mb4_bin",
                " ENGINE=InnoDB"};
    return {"", "", ""};
}

std::vector<std::string> definitions(dialect kind) {
    const auto [ascii, text, end] = types_of(kind);
    const std::string generator = std::string{"generator VARCHAR(64)"} + ascii + " NOT NULL, ";
    const std::string tag = std::string{"tag VARCHAR(128)"} + text + " NOT NULL, ";
    const std::string make = "CREATE TABLE IF NOT EXISTS vesta_gapless";
    return {make + " (" + generator +
                "age_ms BIGINT NOT NULL, groups_done BIGINT NOT NULL, kept_keys BIGINT NOT NULL, "
                "server VARCHAR(32) NOT NULL, PRIMARY KEY (generator))" +
                end,
            make + "_series (" + generator + tag + "last_number BIGINT NOT NULL, PRIMARY KEY (generator, tag))" + end,
            make + "_key (" + generator + "caller_key VARCHAR(128)" + ascii + " NOT NULL, " + tag +
                "number BIGINT NOT NULL, given_ms BIGINT NOT NULL, age_ms BIGINT NOT NULL, "
                "PRIMARY KEY (generator, caller_key), UNIQUE (generator, tag, number), UNIQUE (generator, age_ms, "
                "caller_key))" +
                end,
            make + "_void (" + generator + tag + "number BIGINT NOT NULL, since_ms BIGINT NOT NULL, who VARCHAR(256)" +
                text + " NOT NULL, why VARCHAR(256)" + text + " NOT NULL, PRIMARY KEY (generator, tag, number))" + end};
}

std::string repeated(std::string_view what, std::size_t times) {
    std::string made;
    for (std::size_t i = 0; i < times; ++i)
        made.append(i == 0 ? "" : ", ").append(what);
    return made;
}

// Whether a number is void is asked for each, so that a database may lock the rows of keys alone.
constexpr const char* keyed =
    "SELECT caller_key, tag, number, (SELECT COUNT(*) FROM vesta_gapless_void AS v WHERE v.generator = k.generator AND "
    "v.tag = k.tag AND v.number = k.number) AS voids FROM vesta_gapless_key AS k WHERE ";

/// Its parameters are the generator and the keys; of PostgreSQL the keys and the generator. Until PostgreSQL has
/// analysed the table it would read all keys for a list of them, so it is made to look each one up.
std::string find_statement(dialect kind, std::size_t keys) {
    if (kind == dialect::postgresql)
        return "SELECT f.* FROM (VALUES " + repeated("(?)", keys) + ") AS w (wanted) CROSS JOIN LATERAL (" + keyed +
               "generator = ? AND caller_key = w.wanted LIMIT 1) AS f";
    return std::string{keyed} + "generator = ? AND caller_key IN (" + repeated("?", keys) + ")";
}

/// @p why is of a table that is missing; empty: the row is.
error not_begun(const std::string& generator, const std::string& why) {
    return {errc::state_unusable,
            "the database has no numbers of generator " + generator + (why.empty() ? "" : " (" + why + ")") +
                "; if there never were any, say so: vesta gapless begin --generator " + generator};
}

/// Reads integers of one row; keeps the first error.
class integers {
  public:
    explicit integers(std::span<const cell> row) : row_{row} {}
    std::int64_t at(std::size_t column, std::string_view name) {
        const auto read = integer(row_[column], name);
        if (!read && !wrong_) wrong_ = read.error();
        return read ? *read : 0;
    }
    result<void> whole() const { return wrong_ ? result<void>{*wrong_} : result<void>{}; }

  private:
    std::span<const cell> row_;
    std::optional<error> wrong_;
};

unix_ms instant(std::int64_t ms) {
    return unix_ms{std::chrono::milliseconds{ms}};
}

} // namespace

result<void> make_gapless_tables(connection& in) {
    for (const auto& each : definitions(in.kind()))
        if (auto made = in.execute(each); !made) return std::move(made).error();
    return {};
}

result<bool> gapless_rows::begin() {
    return changed_one(in_.execute(
        insert_if_absent(in_.kind(),
                         "vesta_gapless (generator, age_ms, groups_done, kept_keys, server) SELECT ?, 0, 0, 0, " +
                             std::string{in_.server_identity()}),
        {of_}));
}

result<gapless_head> gapless_rows::head() {
    const auto found = rows(in_,
                            std::string{"SELECT age_ms, groups_done, kept_keys, server, "} + in_.server_identity() +
                                " FROM vesta_gapless WHERE generator = ?" + for_update_,
                            {of_}, 5);
    if (!found && found.error().code == errc::invalid_settings) return not_begun(of_, found.error().message);
    if (!found) return found.error();
    if (found->empty()) return not_begun(of_, "");
    const auto& row = found->front();
    integers read{row};
    gapless_head head{.age = std::chrono::milliseconds{read.at(0, "age_ms")},
                      .groups = read.at(1, "groups_done"),
                      .keys = read.at(2, "kept_keys"),
                      .server = row[3].value_or(""),
                      .answers = row[4].value_or("")};
    if (auto whole = read.whole(); !whole) return std::move(whole).error();
    return head;
}

result<void> gapless_rows::keep(const gapless_head& next) {
    auto kept = changed_one(
        in_.execute("UPDATE vesta_gapless SET age_ms = ?, groups_done = ?, kept_keys = ? WHERE generator = ?",
                    {next.age.count(), next.groups, next.keys, of_}));
    if (!kept) return std::move(kept).error();
    return *kept ? result<void>{} : not_begun(of_, "");
}

result<void> gapless_rows::move_here() {
    return in_
        .execute("UPDATE vesta_gapless SET groups_done = groups_done + 4294967296, server = " +
                     std::string{in_.server_identity()} + " WHERE generator = ?",
                 {of_})
        .without_value();
}

result<series_ends> gapless_rows::ends() {
    series_ends all;
    const parameters of{of_};
    auto read =
        in_.query(std::string{"SELECT tag, last_number FROM vesta_gapless_series WHERE generator = ?"} + and_its_rows_,
                  of, 2, [&](std::span<const cell> row) -> result<void> {
                      integers numbers{row};
                      all[row[0].value_or("")] = numbers.at(1, "last_number");
                      return numbers.whole();
                  });
    if (!read) return std::move(read).error();
    return all;
}

result<void> gapless_rows::move_end(const std::string& tag, std::int64_t from, std::int64_t to) {
    auto moved = changed_one(
        from == 0
            ? in_.execute("INSERT INTO vesta_gapless_series (last_number, generator, tag) VALUES (?, ?, ?)",
                          {to, of_, tag})
            : in_.execute(
                  "UPDATE vesta_gapless_series SET last_number = ? WHERE generator = ? AND tag = ? AND last_number = ?",
                  {to, of_, tag, from}));
    if (!moved) return std::move(moved).error();
    if (*moved) return {};
    return error{errc::state_unusable, "the row of series '" + tag + "' was changed while it was locked"};
}

result<std::map<std::string, keyed_number, std::less<>>> gapless_rows::find(const std::vector<std::string>& keys) {
    std::map<std::string, keyed_number, std::less<>> all;
    parameters of(keys.begin(), keys.end());
    of.insert(in_.kind() == dialect::postgresql ? of.end() : of.begin(), of_);
    auto read = in_.query(
        find_statement(in_.kind(), keys.size()) + and_its_rows_, of, 4, [&](std::span<const cell> row) -> result<void> {
            integers numbers{row};
            all[row[0].value_or("")] = {row[1].value_or(""), numbers.at(2, "number"), numbers.at(3, "of voids") != 0};
            return numbers.whole();
        });
    if (!read) return std::move(read).error();
    return all;
}

result<void> gapless_rows::add(std::span<const new_key> keys, unix_ms at, std::chrono::milliseconds age) {
    while (!keys.empty()) {
        const auto some = keys.first(std::min(keys.size(), most_rows));
        parameters values;
        for (const new_key& each : some)
            for (parameter value : {parameter{of_}, parameter{each.key}, parameter{each.tag}, parameter{each.number},
                                    parameter{at.time_since_epoch().count()}, parameter{age.count()}})
                values.push_back(std::move(value));
        auto added =
            in_.execute("INSERT INTO vesta_gapless_key (generator, caller_key, tag, number, given_ms, age_ms) VALUES " +
                            repeated("(?, ?, ?, ?, ?, ?)", some.size()),
                        values);
        if (!added) return std::move(added).error();
        keys = keys.subspan(some.size());
    }
    return {};
}

result<std::uint64_t> gapless_rows::forget(std::chrono::milliseconds age) {
    const std::string oldest = " generator = ? AND age_ms < ? ORDER BY age_ms LIMIT 4096";
    if (in_.kind() == dialect::mysql)
        return in_.execute("DELETE FROM vesta_gapless_key WHERE" + oldest, {of_, age.count()});
    return in_.execute("DELETE FROM vesta_gapless_key WHERE generator = ? AND caller_key IN "
                       "(SELECT caller_key FROM vesta_gapless_key WHERE" +
                           oldest + ")",
                       {of_, of_, age.count()});
}

result<std::vector<number_entry>> gapless_rows::voided(std::string_view tag, std::int64_t from, std::int64_t to) {
    std::vector<number_entry> all;
    const parameters of{of_, std::string{tag}, from, to};
    auto read = in_.query(
        "SELECT number, since_ms, who, why FROM vesta_gapless_void WHERE generator = ? AND tag = ? AND number >= ? "
        "AND number <= ? ORDER BY number",
        of, 4, [&](std::span<const cell> row) -> result<void> {
            integers numbers{row};
            all.push_back({.number = numbers.at(0, "number"),
                           .void_since = instant(numbers.at(1, "since_ms")),
                           .who = row[2].value_or(""),
                           .why = row[3].value_or("")});
            return numbers.whole();
        });
    if (!read) return std::move(read).error();
    return all;
}

result<void> gapless_rows::add_void(const voiding& what, unix_ms at) {
    return in_
        .execute(
            "INSERT INTO vesta_gapless_void (generator, tag, number, since_ms, who, why) VALUES (?, ?, ?, ?, ?, ?)",
            {of_, what.tag, what.number, at.time_since_epoch().count(), what.who, what.why})
        .without_value();
}

result<void> gapless_rows::tell_keys(std::string_view tag, std::vector<number_entry>& entries) {
    const std::int64_t first = entries.front().number;
    const parameters of{of_, std::string{tag}, first, entries.back().number};
    return in_.query("SELECT number, given_ms, caller_key FROM vesta_gapless_key WHERE generator = ? AND tag = ? AND "
                     "number >= ? AND "
                     "number <= ?",
                     of, 3, [&](std::span<const cell> row) -> result<void> {
                         integers numbers{row};
                         const auto place = static_cast<std::size_t>(numbers.at(0, "number") - first);
                         const auto at = instant(numbers.at(1, "given_ms"));
                         if (auto whole = numbers.whole(); !whole || place >= entries.size()) return whole;
                         entries[place].key = row[2].value_or("");
                         entries[place].given_at = at;
                         return {};
                     });
}

result<std::vector<number_series>> gapless_rows::series() {
    std::vector<number_series> all;
    const parameters of{of_};
    auto read = in_.query(
        "SELECT tag, last_number, (SELECT COUNT(*) FROM vesta_gapless_void AS v WHERE v.generator = s.generator AND "
        "v.tag = s.tag) FROM vesta_gapless_series AS s WHERE generator = ? ORDER BY tag",
        of, 3, [&](std::span<const cell> row) -> result<void> {
            integers numbers{row};
            all.push_back({row[0].value_or(""), numbers.at(1, "last_number"),
                           static_cast<std::uint64_t>(numbers.at(2, "of voids"))});
            return numbers.whole();
        });
    if (!read) return std::move(read).error();
    return all;
}

} // namespace vesta::sql
