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

/// The value for a `?` in a statement: NULL, an integer or a text.
using parameter = std::variant<std::monostate, std::int64_t, std::string>;
using parameters = std::vector<parameter>;

/// One column of one row as text; absent for NULL.
using cell = std::optional<std::string>;

/// The integer in @p of; @p column is its name for the error.
///
/// Errors: `state_unusable` for NULL, and for anything but a 64-bit integer.
result<std::int64_t> integer(const cell& of, std::string_view column);

/// Receives each row of a query's answer. An error ends the reading and becomes the result of the query.
using row_sink = std::function<result<void>(std::span<const cell>)>;

/// One session with a database.
///
/// Every statement outside `begin` and `commit` commits by itself. It never reconnects: part of a transaction could be
/// repeated unnoticed.
///
/// Errors: `store_unavailable` if the database does not answer in time, the connection is lost, or it is read-only;
/// `in_use` if a lock is not released in time (trying again helps); `invalid_settings` for a user, database, table or
/// column that does not exist or is not allowed, naming the setting; `state_unusable` for all else, in the database's
/// words.
/// Thread-safety: none; use from one thread at a time.
class connection {
  public:
    /// Connects. Blocks for `connect_timeout` at most, and slightly longer if a name must be looked up.
    static result<std::unique_ptr<connection>> open(const options& to);

    virtual ~connection() = default;

    virtual dialect kind() const noexcept = 0;

    /// An SQL expression for the identity of the server, of at most 16 characters when evaluated; it changes after a
    /// fail-over to a replica. Evaluates to the empty text with SQLite, where a file has one place.
    virtual const char* server_identity() const noexcept;

    /// Runs a statement; returns the number of rows it changed.
    virtual result<std::uint64_t> execute(const std::string& statement, std::span<const parameter> values = {}) = 0;
    result<std::uint64_t> execute(const std::string& statement, std::initializer_list<parameter> values) {
        return execute(statement, std::span{values.begin(), values.size()});
    }

    /// Runs a query, or a statement that returns rows, and passes the first @p columns of each row to @p each. The
    /// statement must convert dates to text.
    virtual result<void> query(const std::string& statement, std::span<const parameter> values, std::size_t columns,
                               const row_sink& each) = 0;

    /// The value that LAST_INSERT_ID(expression) took in the last statement. MySQL only; 0 with others.
    virtual std::int64_t last_insert_id() noexcept = 0;

    /// Begins a transaction that may write. SQLite takes its lock at once: it refuses, without waiting, a transaction
    /// that reads first and writes later.
    virtual result<void> begin() = 0;
    virtual result<void> commit() = 0;
    /// Ends the transaction without a change; also needed after an error.
    virtual void rollback() noexcept = 0;

    /// Whether the database still answers; costs a round trip.
    virtual bool answers() noexcept = 0;

    /// Whether the connection is lost, so that no later statement will succeed.
    virtual bool broken() const noexcept = 0;
};

/// All rows of a query; for small answers.
result<std::vector<std::vector<cell>>> rows(connection& of, const std::string& statement,
                                            std::initializer_list<parameter> values, std::size_t columns);

/// Whether a statement changed one row, by what `connection::execute` returned.
inline result<bool> changed_one(result<std::uint64_t> rows) {
    return std::move(rows).transform([](std::uint64_t number) { return number == 1; });
}

/// Runs @p work in a transaction: commits if it returns a value, rolls back if it returns an error or throws.
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

/// Makes a connection: `connection::open`, or a test's own.
using connector = std::function<result<std::unique_ptr<connection>>(const options&)>;

/// A pool of connections to one database, made on demand and kept for reuse.
///
/// A connection idle for 10 s is tested before reuse; a lost one drops the whole pool.
/// Thread-safety: safe.
class connections {
  public:
    /// Connects to nothing yet.
    ///
    /// Errors: throws `failure` for options that can never work.
    explicit connections(options to, connector open = connection::open);
    connections(const connections&) = delete;
    connections& operator=(const connections&) = delete;
    ~connections();

    const options& to() const noexcept { return to_; }

    /// Runs @p work, which takes a `connection&` and returns a result, on a connection that no other thread uses.
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
