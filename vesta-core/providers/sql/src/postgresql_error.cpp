#include "postgresql_error.hpp"

#include <algorithm>
#include <array>

namespace vesta::sql {
namespace {

/// What an SQLSTATE, or all that begin with it, means. Advice names settings as the settings file does.
struct state_meaning {
    std::string_view state;
    errc code;
    std::string_view advice;
};

// The first that fits counts.
constexpr std::array meanings{
    state_meaning{"28", errc::invalid_settings,
                  "correct user or password, or let this user in from this host (pg_hba.conf)"},
    state_meaning{"3D000", errc::invalid_settings, "create the database, or correct database"},
    state_meaning{"42501", errc::invalid_settings,
                  "grant this user SELECT, INSERT and UPDATE on the table, and USAGE on its schema"},
    state_meaning{"42P01", errc::invalid_settings, "create the table, or correct the table's name"},
    state_meaning{"3F000", errc::invalid_settings, "create the schema, or correct the table's name"},
    state_meaning{"42703", errc::invalid_settings, "the table lacks a column: compare it with the documented one"},
    state_meaning{"22021", errc::invalid_argument, "no text there can hold it"},
    state_meaning{"22P05", errc::invalid_argument, "no text of that database's encoding can hold it"},
    // 23505: two made a missing table at one time. 57014: the server's own time-out, or an administrator.
    state_meaning{"23505", errc::in_use, "somebody else did it at this moment; trying again helps"},
    state_meaning{"55P03", errc::in_use, "somebody else has it locked; trying again helps"},
    state_meaning{"40", errc::in_use, "somebody else has it locked; trying again helps"},
    state_meaning{"57014", errc::in_use, "trying again helps"},
    // 0A000: BEGIN READ WRITE on a server in recovery. 55000: a question that only a server out of recovery answers.
    state_meaning{"25006", errc::store_unavailable, "the server is read-only: it may be a replica"},
    state_meaning{"0A000", errc::store_unavailable, "the server may be a replica"},
    state_meaning{"55000", errc::store_unavailable, "the server may be a replica"},
    state_meaning{"53300", errc::store_unavailable, "the server has too many connections"},
    state_meaning{"53", errc::store_unavailable, "the server has no room left"},
    state_meaning{"57", errc::store_unavailable, ""},
    state_meaning{"58", errc::store_unavailable, "look at the server's disk"},
    state_meaning{"08", errc::store_unavailable, ""}};

constexpr state_meaning of_another_state{"", errc::state_unusable, ""};

const state_meaning& meaning_of(std::string_view state) {
    const auto* const found =
        std::ranges::find_if(meanings, [&](const state_meaning& each) { return state.starts_with(each.state); });
    return found == meanings.end() ? of_another_state : *found;
}

/// What the client library says in words alone.
state_meaning meaning_of_words(std::string_view text) {
    const auto says = [&](std::string_view words) { return text.find(words) != std::string_view::npos; };
    if (says("session is read-only"))
        return {"", errc::store_unavailable, "the server is read-only: it may be a replica"};
    if (says("could not translate host name"))
        return {"", errc::store_unavailable, "the name is not known: correct host, or the name service"};
    if (says("SSL") || says("certificate") || says("private key"))
        return {"", errc::invalid_settings, "correct tls or its files, or set TLS up on the server"};
    if (says("no password supplied"))
        return {"", errc::invalid_settings, "the server asks for a password: set password-file or password-env"};
    return {"", errc::store_unavailable, "start the server, or correct host or port"};
}

error explained(const state_meaning& is, std::string_view text, std::string_view state, const options& to,
                const server_place& at) {
    std::string message = to.name + ": " + to.user + "@" + at.host + ":" + std::to_string(at.port) + "/" + to.database +
                          ": " + std::string{text};
    if (!state.empty()) message += " (" + std::string{state} + ")";
    if (!is.advice.empty()) message += "; " + std::string{is.advice};
    return {is.code, std::move(message)};
}

bool is_state(std::string_view text) {
    return text.size() == 5 && std::ranges::all_of(text, [](char each) {
               return (each >= '0' && each <= '9') || (each >= 'A' && each <= 'Z');
           });
}

std::string_view first_line(std::string_view text) {
    return text.substr(0, text.find('\n'));
}

} // namespace

error postgresql_error(std::string_view state, std::string_view text, const options& to, const server_place& at) {
    const state_meaning is = state.empty() ? meaning_of_words(text) : meaning_of(state);
    return explained(is, text, state, to, at);
}

error postgresql_refusal(std::string_view text, const options& to, const server_place& at) {
    // connection to server at "127.0.0.1", port 5432 failed: FATAL:  28P01: password authentication failed for ...
    for (std::size_t from = text.find(":  "); from != std::string_view::npos; from = text.find(":  ", from + 1)) {
        const std::string_view rest = text.substr(from + 3);
        if (is_state(rest.substr(0, 5)) && rest.substr(5).starts_with(": "))
            return postgresql_error(rest.substr(0, 5), first_line(rest.substr(7)), to, at);
    }
    // It names the server, as we do.
    const std::size_t failed = text.find(" failed: ");
    if (failed != std::string_view::npos && failed < text.find('\n')) text = text.substr(failed + 9);
    return postgresql_error("", first_line(text), to, at);
}

bool ends_connection(std::string_view state) noexcept {
    // 25006: after a switch-over the name leads to another server. 25P03: the transaction was idle for too long.
    constexpr std::array states{"25006", "25P03", "0A000", "55000"};
    return state.starts_with("57P") || state.starts_with("08") || std::ranges::find(states, state) != states.end();
}

} // namespace vesta::sql
