#include <vesta/base/host_port.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/sql/options.hpp>

#include <algorithm>

namespace vesta::sql {
namespace {

error bad(const options& of, const std::string& what) {
    return {errc::invalid_settings, of.name + what};
}

/// Poco and the client library take C strings: they would cut the text off at a NUL.
bool has_nul(const std::string& text) {
    return std::ranges::find(text, '\0') != text.end();
}

result<void> check_server(const options& of) {
    if (of.host.empty()) return bad(of, ".host is empty; it must name the server");
    if (of.port == 0) return bad(of, ".port is 0; it must be 1 to 65535");
    if (of.user.empty()) return bad(of, ".user is empty; it must name a user of the server");
    if (of.database.empty()) return bad(of, ".database is empty; it must name a database of the server");
    for (const std::string* each :
         {&of.host, &of.user, &of.database, &of.password, &of.ca_file, &of.certificate, &of.key})
        if (has_nul(*each)) return bad(of, ": a NUL character is in the host, user, database, password or a file");
    constexpr std::chrono::seconds least{1};
    if (of.connect_timeout < least || of.answer_timeout < least || of.lock_timeout < least)
        return bad(of, ": time-outs must be a second or more");
    if (of.lock_timeout >= of.answer_timeout)
        return bad(of, ": the lock time-out must be shorter than the answer time-out");
    return of.kind == dialect::postgresql ? places(of).without_value() : result<void>{};
}

/// db1, db1:5433, 10.0.0.1:5433, ::1, [::1], [::1]:5433 or /run/postgresql.
std::optional<server_place> read_place(std::string_view text, std::uint16_t usual) {
    if (text.starts_with('/')) return server_place{std::string{text}, usual};
    if (const auto both = read_host_port(text)) return server_place{std::string{both->host}, both->port};
    if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
    const auto colons = std::ranges::count(text, ':');
    if (text.empty() || colons == 1 || text.find_first_of(" []") != std::string_view::npos) return std::nullopt;
    return server_place{std::string{text}, usual};
}

} // namespace

result<std::vector<server_place>> places(const options& of) {
    std::vector<server_place> all;
    for (std::size_t at = 0; at <= of.host.size();) {
        const std::size_t end = std::min(of.host.find(',', at), of.host.size());
        const std::string each = of.host.substr(at, end - at);
        auto place = read_place(each, of.port);
        if (!place || place->port == 0)
            return bad(of, ".host has " + in_quotes(each) +
                               "; it must be one or more of host and host:port, with commas between them");
        all.push_back(*std::move(place));
        at = end + 1;
    }
    return all;
}

result<void> check(const options& of) {
    if (of.kind != dialect::sqlite) return check_server(of);
    if (of.file.empty()) return bad(of, ".file is empty; it must name the database file");
    if (has_nul(of.file)) return bad(of, ".file has a NUL character");
    // SQLite would keep these in memory, invisible to other processes and gone with this one.
    if (of.file == ":memory:" || of.file.starts_with("file:"))
        return bad(of, ".file is " + in_quotes(of.file) + "; it must be the path of a file on a disk");
    return {};
}

} // namespace vesta::sql
