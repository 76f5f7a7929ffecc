#pragma once

#include <vesta/sql/connection.hpp>

#include <libpq-fe.h>
#include <memory>
#include <string_view>

namespace vesta::sql {

/// A connection to one PostgreSQL server, on which nothing is waited for longer than the options say: the client
/// library sends and reads, and the waiting is done here (docs/decisions/0009-postgresql.md).
class postgresql_link {
  public:
    struct freed {
        void operator()(PGconn* session) const noexcept { ::PQfinish(session); }
        void operator()(PGresult* result) const noexcept { ::PQclear(result); }
    };
    using answer = std::unique_ptr<PGresult, freed>;

    explicit postgresql_link(const options& to) : to_{to} {}

    /// Connects to the first of the servers that takes writes.
    result<void> connect();

    /// Queues a statement, with its values for $1, $2, ...
    result<void> send(const char* text, std::span<const parameter> values = {});

    /// Sends what is queued, in one transaction unless one is open already, and reads the answers. Returns that to the
    /// last statement, whose rows went to @p each. An error of @p each is reported at the end.
    result<answer> receive(std::size_t columns, const row_sink& each);

    bool within_transaction() const noexcept { return ::PQtransactionStatus(session_.get()) != PQTRANS_IDLE; }
    bool broken() const noexcept { return broken_; }
    /// It is not to be used again.
    void give_up() noexcept { broken_ = true; }

  private:
    using clock = std::chrono::steady_clock;

    result<void> reach(const server_place& at);
    /// Waits for the socket. False at @p until.
    bool ready(short events, clock::time_point until) const;
    /// Sends what is left to send, and reads until the next part of the answers can be taken.
    result<void> await();
    error lost(std::string_view why);
    error refused(const PGresult* by);

    const options to_;
    server_place at_{"", 0};
    std::unique_ptr<PGconn, freed> session_;
    std::size_t sent_ = 0; // statements whose answers are due
    bool broken_ = false;
};

} // namespace vesta::sql
