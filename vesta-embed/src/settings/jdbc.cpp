#include "jdbc.hpp"

#include "properties.hpp"

#include <vesta/base/ascii.hpp>

#include <algorithm>
#include <array>
#include <optional>

namespace vesta::embed {
namespace {

error unreadable(const std::string& why) {
    return {errc::invalid_settings,
            why + "; it must be jdbc:mysql://host:port/database, where only the first of several hosts is written to"};
}

/// What is before the first @p mark; @p text keeps what is after it.
std::string_view take_until(std::string_view& text, char mark) {
    const std::string_view first = text.substr(0, text.find(mark));
    text.remove_prefix(std::min(text.size(), first.size() + 1));
    return first;
}

/// The value of @p key in `(host=..,port=..)` or `(host=..)(port=..)`.
std::string value_in(std::string_view of, std::string_view key) {
    const std::string wanted = std::string{key} + "=";
    for (std::size_t at = 0; at < of.size();) {
        const std::size_t end = std::min(of.find_first_of("(),", at), of.size());
        const std::string_view part = of.substr(at, end - at);
        if (lower_case(part).starts_with(wanted)) return std::string{part.substr(wanted.size())};
        at = end + 1;
    }
    return {};
}

/// The first host of @p authority; what comes after it stays. A comma in parentheses is within a host.
std::string_view take_host(std::string_view& authority) {
    int depth = 0;
    std::size_t end = 0;
    for (; end < authority.size() && (depth > 0 || authority[end] != ','); ++end)
        depth += authority[end] == '(' ? 1 : authority[end] == ')' ? -1 : 0;
    const std::string_view first = authority.substr(0, end);
    authority.remove_prefix(std::min(authority.size(), end + 1));
    return first;
}

bool is_port(const std::string& text) {
    return !text.empty() && text.size() <= 5 && std::ranges::all_of(text, is_digit);
}

/// Reads host, host:port, [address]:port, or one of the forms in parentheses.
result<void> read_host(std::string_view text, jdbc_url& into) {
    const bool has_login = text.find('@') != std::string_view::npos || !value_in(text, "user").empty() ||
                           !value_in(text, "password").empty();
    if (has_login) return unreadable("cannot be read: one of its hosts has a user or a password, which belong outside");
    if (text.find('(') != std::string_view::npos) {
        into.host = value_in(text, "host");
        if (const std::string port = value_in(text, "port"); !port.empty()) into.port = port;
    } else {
        const std::size_t bracket = text.starts_with('[') ? text.find(']') : std::string_view::npos;
        const std::size_t colon = text.find(':', bracket == std::string_view::npos ? 0 : bracket);
        into.host = text.substr(0, colon);
        if (colon != std::string_view::npos) into.port = text.substr(colon + 1);
    }
    if (into.host.starts_with('[') && into.host.ends_with(']')) into.host = into.host.substr(1, into.host.size() - 2);
    if (into.host.empty() || into.host.find_first_of("()[]@") != std::string::npos)
        return unreadable("cannot be read: its host is empty or unclear");
    return is_port(into.port) ? result<void>{} : unreadable("cannot be read: its port is no number");
}

/// The hosts of @p authority, each as host:port.
result<std::string> read_others(std::string_view authority) {
    std::string all;
    while (!authority.empty()) {
        jdbc_url each;
        if (auto read = read_host(take_host(authority), each); !read) return std::move(read).error();
        const bool bare = each.host.find(':') == std::string::npos;
        all += (all.empty() ? "" : ",") + (bare ? each.host : "[" + each.host + "]") + ":" + each.port;
    }
    return all;
}

/// The value of the parameter @p key among key=value&key=value, in lower case.
std::string parameter_of(std::string_view all, std::string_view key) {
    while (!all.empty()) {
        std::string_view value = take_until(all, '&');
        if (same_word(take_until(value, '='), key)) return lower_case(value);
    }
    return {};
}

/// The drivers' words for what the setting `tls` says. Without any of them MySQL's driver tries TLS, and goes on
/// without.
std::string tls_of(std::string_view parameters) {
    const std::string mode = parameter_of(parameters, "sslMode");
    if (mode.starts_with("verify")) return "verified"; // VERIFY_CA, VERIFY_IDENTITY; verify-ca, verify-full
    if (mode == "required" || mode == "trust") return "required";
    if (!mode.empty()) return "";
    if (parameter_of(parameters, "useSSL") == "false") return "";
    if (parameter_of(parameters, "verifyServerCertificate") == "true") return "verified";
    // Connector/J 5.1 and MariaDB's driver verify unless they are told not to.
    const bool unverified = parameter_of(parameters, "verifyServerCertificate") == "false" ||
                            parameter_of(parameters, "trustServerCertificate") == "true";
    if (parameter_of(parameters, "useSSL") == "true") return unverified ? "required" : "verified";
    return parameter_of(parameters, "requireSSL") == "true" ? "required" : "";
}

} // namespace

result<jdbc_url> read_jdbc(std::string_view text) {
    constexpr std::array first_is_written_to{"jdbc:mysql",
                                             "jdbc:mariadb",
                                             "jdbc:mysql:replication",
                                             "jdbc:mariadb:replication",
                                             "jdbc:mariadb:sequential",
                                             "jdbc:mariadb:failover",
                                             "jdbc:mariadb:aurora"};
    const std::size_t mark = text.find("://");
    if (mark == std::string_view::npos ||
        std::ranges::find(first_is_written_to, text.substr(0, mark)) == first_is_written_to.end())
        return unreadable("cannot be read");
    text.remove_prefix(mark + 3);
    if (text.find('/') == std::string_view::npos) return unreadable("cannot be read: it names no database");
    std::string_view authority = take_until(text, '/');
    jdbc_url made;
    if (auto read = read_host(take_host(authority), made); !read) return std::move(read).error();
    auto others = read_others(authority);
    if (!others) return std::move(others).error();
    made.others = *std::move(others);
    made.database = take_until(text, '?');
    if (made.database.empty()) return unreadable("cannot be read: it names no database");
    made.tls = tls_of(text);
    return made;
}

std::string to_yaml(const jdbc_url& of) {
    return "host: " + yaml_quoted(of.host) + ", port: " + of.port + ", database: " + yaml_quoted(of.database) +
           (of.tls.empty() ? "" : ", tls: " + of.tls);
}

} // namespace vesta::embed
