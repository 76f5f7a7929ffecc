#include <vesta/sql/durability.hpp>

#include <array>

namespace vesta::sql {
namespace {

std::string risk(const std::string& store, const std::string& setting, const std::string& value,
                 const std::string& what, const std::string& right) {
    return store + ": " + setting + " is " + value + ", so " + what +
           " may lose what it acknowledged when its host fails, and numbers would be given out twice; set it to " +
           right;
}

result<std::vector<cell>> read_settings(connection& in, const std::string& query, std::size_t columns) {
    auto read = rows(in, query, {}, columns);
    if (!read) return std::move(read).error();
    if (read->size() != 1) return error{errc::state_unusable, "the server does not report its settings"};
    return std::move(read->front());
}

result<std::vector<std::string>> risks_of_mysql(connection& in, const std::string& store) {
    std::vector<std::string> risks;
    auto read = read_settings(in, "SELECT @@innodb_flush_log_at_trx_commit, @@log_bin, @@sync_binlog", 3);
    if (!read) return std::move(read).error();
    std::array<std::int64_t, 3> values{};
    for (std::size_t i = 0; i < values.size(); ++i) {
        auto value = integer((*read)[i], "of the server's settings");
        if (!value) return std::move(value).error();
        values[i] = *value;
    }
    const auto [flush, binary_log, sync] = values;
    if (flush != 1)
        risks.push_back(risk(store, "innodb_flush_log_at_trx_commit", std::to_string(flush), "the server", "1"));
    if (binary_log != 0 && sync != 1)
        risks.push_back(
            risk(store, "sync_binlog", std::to_string(sync), "the server, or a replica that takes over,", "1"));
    return risks;
}

result<std::vector<std::string>> risks_of_postgresql(connection& in, const std::string& store) {
    constexpr std::array settings{"fsync", "full_page_writes", "synchronous_commit"};
    std::vector<std::string> risks;
    auto read = read_settings(in,
                              "SELECT current_setting('fsync'), current_setting('full_page_writes'), "
                              "current_setting('synchronous_commit')",
                              settings.size());
    if (!read) return std::move(read).error();
    for (std::size_t i = 0; i < settings.size(); ++i)
        if ((*read)[i] == "off") risks.push_back(risk(store, settings[i], "off", "the server", "on"));
    return risks;
}

} // namespace

result<std::vector<std::string>> durability_risks(connections& on) {
    const std::string& store = on.to().name;
    if (on.to().kind == dialect::sqlite) return std::vector<std::string>{};
    return on.with([&](connection& in) {
        return in.kind() == dialect::mysql ? risks_of_mysql(in, store) : risks_of_postgresql(in, store);
    });
}

} // namespace vesta::sql
