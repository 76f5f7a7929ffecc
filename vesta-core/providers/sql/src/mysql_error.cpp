#include "mysql_error.hpp"

namespace vesta::sql {
namespace {

constexpr unsigned access_denied = 1045; // ER_ACCESS_DENIED_ERROR

/// The meaning of an error and advice on it. The advice names settings as the settings file does.
struct meaning {
    errc code;
    std::string_view advice;
};

meaning meaning_of_connecting(unsigned code) {
    switch (code) {
    case 1044: // ER_DBACCESS_DENIED_ERROR
        return {errc::invalid_settings, "grant this user rights on the database, or correct user or database"};
    case access_denied:
    case 1698: // ER_ACCESS_DENIED_NO_PASSWORD_ERROR
    case 1227: // ER_SPECIFIC_ACCESS_DENIED_ERROR
        return {errc::invalid_settings, "correct user or password, or grant this user access from this host"};
    case 1049: // ER_BAD_DB_ERROR
        return {errc::invalid_settings, "create the database, or correct database"};
    case 2026: // CR_SSL_CONNECTION_ERROR
        return {errc::invalid_settings, "correct tls or its CA file, or set TLS up on the server"};
    case 3159: // ER_SECURE_TRANSPORT_REQUIRED
        return {errc::invalid_settings, "the server demands TLS: set tls"};
    case 1130: // ER_HOST_NOT_PRIVILEGED
        return {errc::invalid_settings,
                "the server accepts no connection from this host: grant the user access from it"};
    case 2005: // CR_UNKNOWN_HOST
        return {errc::store_unavailable, "the name is not known: correct host, or the name service"};
    case 2002: // CR_CONNECTION_ERROR
    case 2003: // CR_CONN_HOST_ERROR
        return {errc::store_unavailable, "start the server, or correct host or port"};
    default:
        return {errc::state_unusable, ""};
    }
}

meaning meaning_of(unsigned code) {
    switch (code) {
    case 1146: // ER_NO_SUCH_TABLE
        return {errc::invalid_settings, "create the table, or correct the table's name"};
    case 1054: // ER_BAD_FIELD_ERROR
        return {errc::invalid_settings, "the table lacks a column: compare it with the documented one"};
    case 1142: // ER_TABLEACCESS_DENIED_ERROR
    case 1143: // ER_COLUMNACCESS_DENIED_ERROR
        return {errc::invalid_settings, "grant this user SELECT, INSERT and UPDATE on the table"};
    case 1205: // ER_LOCK_WAIT_TIMEOUT
    case 1213: // ER_LOCK_DEADLOCK
        return {errc::in_use, "somebody else has it locked; trying again helps"};
    case 1290: // ER_OPTION_PREVENTS_STATEMENT: read-only
    case 1792: // ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION
    case 1836: // ER_READ_ONLY_MODE
        return {errc::store_unavailable, "the server is read-only: it may be a replica"};
    case 1040: // ER_CON_COUNT_ERROR
    case 1203: // ER_TOO_MANY_USER_CONNECTIONS
    case 1226: // ER_USER_LIMIT_REACHED
        return {errc::store_unavailable, "the server has too many connections"};
    case 1021: // ER_DISK_FULL
    case 1114: // ER_RECORD_FILE_FULL
        return {errc::store_unavailable, "the server has no room left"};
    default:
        return ends_connection(code) ? meaning{errc::store_unavailable, ""} : meaning_of_connecting(code);
    }
}

} // namespace

bool ends_connection(unsigned code) noexcept {
    switch (code) {
    case 1053: // ER_SERVER_SHUTDOWN
    case 1077: // ER_NORMAL_SHUTDOWN
    case 1079: // ER_SHUTDOWN_COMPLETE
    case 1152: // ER_ABORTING_CONNECTION
    case 1159: // ER_NET_READ_INTERRUPTED
    case 1184: // ER_NEW_ABORTING_CONNECTION
    case 1290: // ER_OPTION_PREVENTS_STATEMENT: read-only; after a switch-over the name leads to another server
    case 1792: // ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION
    case 1836: // ER_READ_ONLY_MODE
    case 1927: // ER_CONNECTION_KILLED
    case 2000: // CR_UNKNOWN_ERROR: half an answer, as a cut connection leaves it
    case 2006: // CR_SERVER_GONE_ERROR
    case 2013: // CR_SERVER_LOST
    case 2014: // CR_COMMANDS_OUT_OF_SYNC
    case 2027: // CR_MALFORMED_PACKET
    case 2055: // CR_SERVER_LOST_EXTENDED
        return true;
    default:
        return false;
    }
}

error mysql_error(unsigned code, std::string_view text, const options& to) {
    const meaning is = meaning_of(code);
    std::string message = to.name + ": " + to.user + "@" + to.host + ":" + std::to_string(to.port) + "/" + to.database +
                          ": " + std::string{text} + " (" + std::to_string(code) + ")";
    if (!is.advice.empty()) message += "; " + std::string{is.advice};
    if (code == access_denied && to.tls == tls_mode::off)
        message += "; a server that demands TLS refuses with the same words: then set tls";
    return {is.code, std::move(message)};
}

} // namespace vesta::sql
