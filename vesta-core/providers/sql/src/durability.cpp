#include <vesta/sql/durability.hpp>

#include <array>

namespace vesta::sql {
namespace {

std::string risk(const std::string& store, const std::string& setting, std::int64_t value, const std::string& what) {
    return store + ": " + setting + " is " + std::to_string(value) + ", so " + what +
           " may lose what it acknowledged when its host fails, and numbers would be given out twice; set it to 1";
}

} // namespace

result<std::vector<std::string>> durability_risks(connections& on) {
    std::vector<std::string> risks;
    if (on.to().kind == dialect::sqlite) return risks;
    return on.with([&](connection& in) -> result<std::vector<std::string>> {
        auto read = rows(in, "SELECT @@innodb_flush_log_at_trx_commit, @@log_bin, @@sync_binlog", {}, 3);
        if (!read) return std::move(read).error();
        if (read->size() != 1) return error{errc::state_unusable, "the server does not report its settings"};
        std::array<std::int64_t, 3> values{};
        for (std::size_t i = 0; i < values.size(); ++i) {
            auto value = integer(read->front()[i], "of the server's settings");
            if (!value) return std::move(value).error();
            values[i] = *value;
        }
        const auto [flush, binary_log, sync] = values;
        if (flush != 1) risks.push_back(risk(on.to().name, "innodb_flush_log_at_trx_commit", flush, "the server"));
        if (binary_log != 0 && sync != 1)
            risks.push_back(risk(on.to().name, "sync_binlog", sync, "the server, or a replica that takes over,"));
        return risks;
    });
}

} // namespace vesta::sql
