#include "postgresql_link.hpp"

#include "postgresql_error.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <poll.h>

namespace vesta::sql {
namespace {

// Of pg_type.dat: what a parameter is, since `$1 + 1` alone does not tell.
constexpr Oid as_int8 = 20;
constexpr Oid as_text = 25;

const char* mode_name(tls_mode of) {
    switch (of) {
    case tls_mode::off:
        return "disable";
    case tls_mode::required:
        return "require";
    case tls_mode::verified:
        break;
    }
    return "verify-full";
}

/// Values in the form of the client library; they point into those they were made from.
struct bound_values {
    explicit bound_values(std::span<const parameter> of) {
        numbers.reserve(of.size());
        for (const parameter& each : of)
            std::visit([this](const auto& value) { add(value); }, each);
    }

    void add(std::monostate) { add(0, nullptr, 0, 0); }
    void add(std::int64_t value) { add(as_int8, numbers.emplace_back(std::to_string(value)).c_str(), 0, 0); }
    // With its length, so that a NUL within is refused by the server, and ends no text.
    void add(const std::string& value) { add(as_text, value.data(), static_cast<int>(value.size()), 1); }
    void add(Oid type, const char* value, int length, int format) {
        types.push_back(type);
        values.push_back(value);
        lengths.push_back(length);
        formats.push_back(format);
    }

    std::vector<std::string> numbers;
    std::vector<Oid> types;
    std::vector<const char*> values;
    std::vector<int> lengths, formats;
};

void be_silent(void* /*unused*/, const PGresult* /*notice*/) {}

short direction(PostgresPollingStatusType of) {
    return of == PGRES_POLLING_READING ? POLLIN : POLLOUT;
}

/// The client library obeys these even where it is told host and port: they would lead to another server, or another
/// schema of it, where the same numbers would be given out again.
result<void> check_environment(const options& to) {
    for (const char* const each : {"PGHOSTADDR", "PGOPTIONS", "PGSERVICE", "PGSERVICEFILE"}) {
        const char* const set = std::getenv(each); // NOLINT(concurrency-mt-unsafe): libpq reads them as well
        if (set != nullptr && *set != '\0')
            return error{errc::invalid_settings, to.name + ": the environment has " + each +
                                                     ", which leads PostgreSQL's client elsewhere; unset it"};
    }
    return {};
}

/// Names its secrets to the client library alone.
PGconn* start(const options& to, const server_place& at) {
    const std::string port = std::to_string(at.port);
    // The client library knows no "those of the system" before version 16.
    const std::string authorities = to.ca_file.empty() ? "/etc/ssl/certs/ca-certificates.crt" : to.ca_file;
    const std::array<std::pair<const char*, const char*>, 14> all{
        {{"host", at.host.c_str()},
         {"port", port.c_str()},
         {"user", to.user.c_str()},
         {"password", to.password.c_str()},
         {"dbname", to.database.c_str()},
         {"application_name", "vesta"},
         {"client_encoding", "UTF8"},
         {"target_session_attrs", "read-write"},
         {"gssencmode", "disable"},
         {"sslmode", mode_name(to.tls)},
         {"sslrootcert", to.tls == tls_mode::verified ? authorities.c_str() : ""},
         {"sslcert", to.certificate.c_str()},
         {"sslkey", to.key.c_str()},
         {nullptr, nullptr}}};
    std::array<const char*, all.size()> names{}, values{};
    for (std::size_t i = 0; i < all.size(); ++i)
        std::tie(names[i], values[i]) = all[i];
    return ::PQconnectStartParams(names.data(), values.data(), 0);
}

/// Passes the first @p columns of the row in @p from on.
result<void> pass_on(const PGresult* from, std::size_t columns, const row_sink& each) {
    std::vector<cell> row(std::min(columns, static_cast<std::size_t>(::PQnfields(from))));
    for (int i = 0; i < static_cast<int>(row.size()); ++i)
        if (::PQgetisnull(from, 0, i) == 0)
            row[static_cast<std::size_t>(i)].emplace(::PQgetvalue(from, 0, i),
                                                     static_cast<std::size_t>(::PQgetlength(from, 0, i)));
    return each(row);
}

} // namespace

result<void> postgresql_link::connect() {
    if (auto sound = check_environment(to_); !sound) return sound;
    const auto all = places(to_);
    if (!all) return all.error();
    std::optional<error> failed;
    for (const server_place& each : *all) {
        auto reached = reach(each);
        if (reached) return reached;
        if (!failed) {
            failed = std::move(reached).error();
            continue;
        }
        if (reached.error().code != failed->code) failed->code = errc::store_unavailable;
        failed->message += "; " + reached.error().message;
    }
    return *std::move(failed);
}

result<void> postgresql_link::reach(const server_place& at) {
    at_ = at;
    session_.reset(start(to_, at));
    if (!session_) return error{errc::internal, to_.name + ": there is no memory for a connection"};
    ::PQsetErrorVerbosity(session_.get(), PQERRORS_VERBOSE);
    ::PQsetNoticeReceiver(session_.get(), be_silent, nullptr);
    const auto until = clock::now() + to_.connect_timeout;
    PostgresPollingStatusType next =
        ::PQstatus(session_.get()) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING;
    while (next != PGRES_POLLING_OK && next != PGRES_POLLING_FAILED) {
        if (!ready(direction(next), until))
            return postgresql_error("", "no connection within " + std::to_string(to_.connect_timeout.count()) + " s",
                                    to_, at_);
        next = ::PQconnectPoll(session_.get());
    }
    if (next == PGRES_POLLING_FAILED) return postgresql_refusal(::PQerrorMessage(session_.get()), to_, at_);
    if (::PQsetnonblocking(session_.get(), 1) != 0 || ::PQenterPipelineMode(session_.get()) != 1)
        return lost(::PQerrorMessage(session_.get()));
    return {};
}

bool postgresql_link::ready(short events, clock::time_point until) const {
    pollfd socket{.fd = ::PQsocket(session_.get()), .events = events, .revents = 0};
    for (;;) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - clock::now());
        if (left.count() <= 0) return false;
        const int found = ::poll(&socket, 1, static_cast<int>(left.count()));
        if (found > 0 || (found < 0 && errno != EINTR)) return true; // what is wrong with it, reading tells
    }
}

error postgresql_link::lost(std::string_view why) {
    broken_ = true;
    return {errc::store_unavailable, postgresql_refusal(why, to_, at_).message};
}

error postgresql_link::refused(const PGresult* by) {
    const char* const state = ::PQresultErrorField(by, PG_DIAG_SQLSTATE);
    const char* const text = ::PQresultErrorField(by, PG_DIAG_MESSAGE_PRIMARY);
    if (state == nullptr || text == nullptr) return lost(::PQresultErrorMessage(by));
    broken_ = broken_ || ends_connection(state) || ::PQstatus(session_.get()) == CONNECTION_BAD;
    return postgresql_error(state, text, to_, at_);
}

result<void> postgresql_link::send(const char* text, std::span<const parameter> values) {
    const bound_values bound{values};
    if (::PQsendQueryParams(session_.get(), text, static_cast<int>(values.size()), bound.types.data(),
                            bound.values.data(), bound.lengths.data(), bound.formats.data(), 0) != 1)
        return lost(::PQerrorMessage(session_.get()));
    ++sent_;
    return {};
}

result<void> postgresql_link::await() {
    const auto until = clock::now() + to_.answer_timeout;
    for (;;) {
        const int unsent = ::PQflush(session_.get());
        if (unsent < 0) return lost(::PQerrorMessage(session_.get()));
        if (unsent == 0 && ::PQisBusy(session_.get()) == 0) return {};
        if (!ready(unsent == 0 ? POLLIN : POLLIN | POLLOUT, until))
            return lost("no answer within " + std::to_string(to_.answer_timeout.count()) + " s");
        if (::PQconsumeInput(session_.get()) == 0) return lost(::PQerrorMessage(session_.get()));
    }
}

result<postgresql_link::answer> postgresql_link::receive(std::size_t columns, const row_sink& each) {
    if (::PQpipelineSync(session_.get()) != 1) return lost(::PQerrorMessage(session_.get()));
    answer last;
    result<void> done;
    std::size_t left = std::exchange(sent_, 0);
    ::PQsetSingleRowMode(session_.get());
    for (;;) {
        if (auto waited = await(); !waited) return std::move(waited).error();
        answer part{::PQgetResult(session_.get())};
        if (!part) { // the end of what one statement answered
            if (::PQstatus(session_.get()) == CONNECTION_BAD)
                return done ? lost(::PQerrorMessage(session_.get())) : std::move(done).error();
            if (left > 0) --left;
            ::PQsetSingleRowMode(session_.get());
            continue;
        }
        switch (::PQresultStatus(part.get())) {
        case PGRES_PIPELINE_SYNC:
            if (!done) return std::move(done).error();
            return last;
        case PGRES_SINGLE_TUPLE:
            if (left == 1 && done) done = pass_on(part.get(), columns, each);
            break;
        case PGRES_COMMAND_OK:
        case PGRES_TUPLES_OK:
            last = std::move(part);
            break;
        case PGRES_PIPELINE_ABORTED: // a statement before it failed
            break;
        default:
            if (done) done = refused(part.get());
        }
    }
}

} // namespace vesta::sql
