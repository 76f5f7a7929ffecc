#pragma once

#include <vesta/gapless/gapless_store.hpp>
#include <vesta/sql/connection.hpp>

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

// The statements of the tables of numbers without gaps.
namespace vesta::sql {

/// What the row of a generator says.
struct gapless_head {
    std::chrono::milliseconds age{}; ///< Of the generator; see `generator_age`.
    std::int64_t groups = 0;         ///< Transactions that changed it.
    std::int64_t keys = 0;           ///< That are kept.
    std::string server;              ///< Gives the numbers.
    std::string answers;             ///< The server that told this.
};

/// A number that was given for a key.
struct keyed_number {
    std::string tag;
    std::int64_t number = 0;
    bool is_void = false;
};

/// A key of the present group.
struct new_key {
    std::string key;
    std::string tag;
    std::int64_t number = 0;
};

/// Where each of a generator's series stands.
using series_ends = std::map<std::string, std::int64_t, std::less<>>;

/// The last number of @p tag; 0: none was given.
inline std::int64_t end_of(const series_ends& all, std::string_view tag) {
    const auto found = all.find(tag);
    return found == all.end() ? 0 : found->second;
}

/// Makes the tables where they are missing.
result<void> make_gapless_tables(connection& in);

/// Its functions are of one generator, on one connection; those that lock or write are called within a transaction.
class gapless_rows {
  public:
    enum class use : std::uint8_t { to_read, to_write };

    /// Rows that are only to be read are not locked.
    gapless_rows(connection& in, const std::string& generator, use what = use::to_write)
        : in_{in}, of_{generator},
          for_update_{what == use::to_write && in.kind() != dialect::sqlite ? " FOR UPDATE" : ""},
          and_its_rows_{in.kind() == dialect::mysql ? for_update_ : ""} {}

    /// Whether the generator was not there.
    result<bool> begin();
    /// To write, also locks the generator until the transaction ends. Errors: `state_unusable` where it was not begun.
    result<gapless_head> head();
    /// Counts one more group. Each one changes the row, so that a commit makes durable what was read, too.
    result<void> keep(const gapless_head& next);
    /// Has the server that answers give the numbers. The count of groups jumps by 2^32, far above all that a process
    /// saw of an earlier state, so that it believes this one, and no longer that one.
    result<void> move_here();

    result<series_ends> ends();
    result<void> move_end(const std::string& tag, std::int64_t from, std::int64_t to);

    /// The numbers of @p keys, of which there are at least one, by key.
    result<std::map<std::string, keyed_number, std::less<>>> find(const std::vector<std::string>& keys);
    result<void> add(std::span<const new_key> keys, unix_ms at, std::chrono::milliseconds age);
    /// Forgets keys that are older than @p age: a bounded number, the oldest. Returns how many.
    result<std::uint64_t> forget(std::chrono::milliseconds age);

    /// The void ones, without their keys.
    result<std::vector<number_entry>> voided(std::string_view tag, std::int64_t from, std::int64_t to);
    result<void> add_void(const voiding& what, unix_ms at);

    /// Sets the key and the time of those of @p entries whose keys are kept. They are consecutive, and not empty.
    result<void> tell_keys(std::string_view tag, std::vector<number_entry>& entries);
    result<std::vector<number_series>> series();

  private:
    connection& in_;
    const std::string& of_;
    const std::string for_update_;
    const std::string and_its_rows_; ///< MySQL reads the present state of a row only where it locks it.
};

} // namespace vesta::sql
