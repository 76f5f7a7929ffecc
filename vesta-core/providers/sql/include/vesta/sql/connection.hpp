#pragma once

#include <vesta/sql/options.hpp>

#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace vesta::sql {

/// What stands for a `?` in a statement: NULL, an integer or a text.
using parameter = std::variant<std::monostate, std::int64_t, std::string>;
using parameters = std::vector<parameter>;

/// One column of one row, as text; absent for NULL.
using cell = std::optional<std::string>;

/// The integer in @p of. Error: `state_unusable`, naming @p column, for NULL and for what is no 64-bit integer.
result<std::int64_t> integer(const cell& of, std::string_view column);

/// Called with each row of a query's answer. An error ends the reading, and is what the query answers.
using row_sink = std::function<result<void>(std::span<const cell>)>;

/// One session with a database. Every statement commits by itself, but for those between `begin` and `commit`. It never
/// reconnects: a statement whose connection was lost would be repeated in part, and nobody would know. Not for two
/// threads at once.
///
/// Errors: `store_unavailable` where the database does not answer in time, the connection is lost, or it is read-only;
/// `in_use` where a lock was not to be had in time (trying again helps); `invalid_settings` for a user, database, table
/// or column that is not there or not allowed, naming the setting; `state_unusable` for all else, with the database's
/// own words.
class connection {
  public:
    /// Connects. May block for `connect_timeout`, and a little more where a name has to be looked up.
    static result<std::unique_ptr<connection>> open(const options& to);

    virtual ~connection() = default;

    virtual dialect kind() const noexcept = 0;

    /// An SQL expression, of at most 32 characters when evaluated, for the identity of the server: another one after a
    /// fail-over to a replica. Empty with SQLite, where a file has one place.
    virtual const char* server_identity() const noexcept;

    /// Runs a statement; says how many rows it changed.
    virtual result<std::uint64_t> execute(const std::string& statement, std::span<const parameter> values = {}) = 0;
    result<std::uint64_t> execute(const std::string& statement, std::initializer_list<parameter> values) {
        return execute(statement, std::span{values.begin(), values.size()});
    }

    /// Runs a query, or a statement that answers rows, and has @p each row told. Its first @p columns are read. Dates
    /// must be turned into text by the statement.
    virtual result<void> query(const std::string& statement, std::span<const parameter> values, std::size_t columns,
                               const row_sink& each) = 0;

    /// What LAST_INSERT_ID(expression) left in the last statement. MySQL only; 0 with SQLite.
    virtual std::int64_t last_insert_id() noexcept = 0;

    /// Begins a transaction that may write: with SQLite it takes the lock at once, since one that reads first and then
    /// writes is refused without waiting.
    virtual result<void> begin() = 0;
    virtual result<void> commit() = 0;
    /// Also after an error, which ends the transaction.
    virtual void rollback() noexcept = 0;

    /// Whether it still answers, asked at a cost.
    virtual bool answers() noexcept = 0;

    /// Whether it was lost: no later statement will succeed.
    virtual bool broken() const noexcept = 0;
};

/// All rows of a query, for small answers.
result<std::vector<std::vector<cell>>> rows(connection& of, const std::string& statement,
                                            std::initializer_list<parameter> values, std::size_t columns);

/// Runs @p work in a transaction: committed where it answers a value, rolled back where it answers an error or throws.
template <class Work>
auto transact(connection& with, Work&& work) -> decltype(work(with)) {
    if (auto begun = with.begin(); !begun) return std::move(begun).error();
    struct undo {
        connection* of;
        ~undo() {
            if (of != nullptr) of->rollback();
        }
    } pending{&with};
    auto done = work(with);
    if (!done) return done;
    if (auto committed = with.commit(); !committed) return std::move(committed).error();
    pending.of = nullptr;
    return done;
}

/// How a connection comes to be: `connection::open`, or what a test has in its place.
using connector = std::function<result<std::unique_ptr<connection>>(const options&)>;

/// Connections to one database, made when needed and kept for the next. Safe to use from any thread.
class connections {
  public:
    /// Throws `failure` for options that would never work; connects to nothing yet.
    explicit connections(options to, connector open = connection::open);
    connections(const connections&) = delete;
    connections& operator=(const connections&) = delete;
    ~connections();

    const options& to() const noexcept { return to_; }

    /// Runs @p work, which takes a `connection&` and answers a result, with a connection of its own.
    template <class Work>
    auto with(Work&& work) -> decltype(work(std::declval<connection&>())) {
        auto taken = take();
        if (!taken) return std::move(taken).error();
        const std::unique_ptr<connection, std::function<void(connection*)>> held{
            taken->release(), [this](connection* back) { put(std::unique_ptr<connection>{back}); }};
        return work(*held);
    }

  private:
    struct idle;

    result<std::unique_ptr<connection>> take();
    void put(std::unique_ptr<connection> back) noexcept;

    const options to_;
    const connector open_;
    std::unique_ptr<idle> idle_;
};

} // namespace vesta::sql
