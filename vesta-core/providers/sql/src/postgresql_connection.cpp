#include "postgresql_connection.hpp"

#include "postgresql_link.hpp"

#include <vesta/base/number.hpp>

namespace vesta::sql {
namespace {

constexpr auto no_row = [](std::span<const cell>) -> result<void> { return {}; };

/// @p statement with $1, $2, ... for its question marks, none of which stands in a text.
std::string numbered(const std::string& statement) {
    std::string made;
    int number = 0;
    for (const char each : statement) {
        made += each == '?' ? '$' : each;
        if (each == '?') made += std::to_string(++number);
    }
    return made;
}

/// Leaves nothing behind in its session, which a pool such as PgBouncer may give to others between two transactions:
/// no setting, no lock, no prepared statement.
class postgresql_connection final : public connection {
  public:
    explicit postgresql_connection(const options& to)
        : link_{to}, patience_{"SELECT set_config('lock_timeout', '" + std::to_string(to.lock_timeout.count()) +
                               "s', true), set_config('idle_in_transaction_session_timeout', '" +
                               std::to_string(to.answer_timeout.count()) + "s', true)"} {}

    result<void> connect() { return link_.connect(); }

    dialect kind() const noexcept override { return dialect::postgresql; }
    result<std::uint64_t> execute(const std::string& statement, std::span<const parameter> values) override;
    result<void> query(const std::string& statement, std::span<const parameter> values, std::size_t columns,
                       const row_sink& each) override;
    std::int64_t last_insert_id() noexcept override { return 0; }
    result<void> begin() override;
    result<void> commit() override;
    void rollback() noexcept override;
    bool answers() noexcept override { return !link_.broken() && command("SELECT 1").has_value(); }
    bool broken() const noexcept override { return link_.broken(); }

  private:
    using answer = postgresql_link::answer;

    result<answer> run(const std::string& statement, std::span<const parameter> values, std::size_t columns,
                       const row_sink& each);
    result<answer> command(const char* text);

    postgresql_link link_;
    const std::string patience_; // for locks, and of the server with a client that is gone, until the transaction's end
};

result<postgresql_connection::answer> postgresql_connection::run(const std::string& statement,
                                                                 std::span<const parameter> values, std::size_t columns,
                                                                 const row_sink& each) {
    // Outside of a transaction the two are one of their own, which costs no round trip.
    if (!link_.within_transaction())
        if (auto sent = link_.send(patience_.c_str()); !sent) return std::move(sent).error();
    if (auto sent = link_.send(numbered(statement).c_str(), values); !sent) return std::move(sent).error();
    return link_.receive(columns, each);
}

result<postgresql_connection::answer> postgresql_connection::command(const char* text) {
    if (auto sent = link_.send(text); !sent) return std::move(sent).error();
    return link_.receive(0, no_row);
}

result<std::uint64_t> postgresql_connection::execute(const std::string& statement, std::span<const parameter> values) {
    auto done = run(statement, values, 0, no_row);
    if (!done) return std::move(done).error();
    return read_number<std::uint64_t>(::PQcmdTuples(done->get())).value_or(0); // "" of statements that change no rows
}

result<void> postgresql_connection::query(const std::string& statement, std::span<const parameter> values,
                                          std::size_t columns, const row_sink& each) {
    return run(statement, values, columns, each).without_value();
}

result<void> postgresql_connection::begin() {
    if (auto sent = link_.send("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"); !sent) return sent;
    auto begun = command(patience_.c_str()).without_value();
    if (!begun) rollback(); // one of the two may have succeeded
    return begun;
}

result<void> postgresql_connection::commit() {
    auto done = command("COMMIT");
    if (!done) return std::move(done).error();
    // A transaction in which a statement failed is rolled back, and that counts as done.
    if (std::string_view{::PQcmdStatus(done->get())} == "COMMIT") return {};
    return error{errc::state_unusable, "the transaction was rolled back, since a statement in it had failed"};
}

void postgresql_connection::rollback() noexcept {
    // A connection in an unknown state is not used again.
    if (!link_.broken() && !command("ROLLBACK")) link_.give_up();
}

} // namespace

result<std::unique_ptr<connection>> open_postgresql(const options& to) {
    auto made = std::make_unique<postgresql_connection>(to);
    if (auto connected = made->connect(); !connected) return std::move(connected).error();
    return std::unique_ptr<connection>{std::move(made)};
}

} // namespace vesta::sql
