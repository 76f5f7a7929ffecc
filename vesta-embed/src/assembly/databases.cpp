#include "databases.hpp"

#include <vesta/base/number.hpp>
#include <vesta/base/quote.hpp>

namespace vesta::embed {
namespace {

sql::tls_mode mode_of(store_tls tls) {
    switch (tls) {
    case store_tls::off:
        return sql::tls_mode::off;
    case store_tls::required:
        return sql::tls_mode::required;
    case store_tls::verified:
        break;
    }
    return sql::tls_mode::verified;
}

/// Of a store of SQL.
sql::dialect dialect_of(store_kind kind) {
    switch (kind) {
    case store_kind::mysql:
        return sql::dialect::mysql;
    case store_kind::postgresql:
        return sql::dialect::postgresql;
    case store_kind::sqlite:
    case store_kind::redis:
    case store_kind::etcd:
    case store_kind::kubernetes:
        break;
    }
    return sql::dialect::sqlite;
}

} // namespace

const std::string& store_of(const generator_settings& of) {
    static const std::string none;
    if (const auto* const gapless = of.gapless()) return gapless->store;
    const auto* const numbers = of.numbers();
    return numbers == nullptr ? none : numbers->store;
}

result<sql::options> database_options(const settings& from, const std::string& store) {
    const store_settings& of = from.stores.at(store);
    sql::options to{.kind = dialect_of(of.kind), .name = "stores." + store, .file = of.file};
    auto password = read_secret(of.password_file, of.password_env, to.name);
    if (!password) return std::move(password).error();
    to.host = of.host;
    if (to.kind == sql::dialect::postgresql) to.port = 5432;
    if (of.port != 0) to.port = of.port;
    to.database = of.database;
    to.user = of.user;
    to.password = *std::move(password);
    to.tls = mode_of(of.tls);
    to.ca_file = of.ca_file;
    to.certificate = of.certificate;
    to.key = of.key;
    return to;
}

result<redis::options> redis_options(const settings& from, const std::string& store) {
    const store_settings& of = from.stores.at(store);
    auto password = read_secret(of.password_file, of.password_env, "stores." + store);
    if (!password) return std::move(password).error();
    redis::options to{.host = of.host, .user = of.user, .password = *std::move(password)};
    if (of.port != 0) to.port = of.port;
    if (of.tls != store_tls::off)
        to.tls = tls::client_options{.ca_file = of.ca_file, .certificate = of.certificate, .key = of.key};
    if (of.database.empty()) return to;
    const auto number = read_number<decltype(to.database)>(of.database);
    if (!number)
        return error{errc::invalid_settings,
                     "stores." + store + ".database is " + in_quotes(of.database) + "; of Redis it is a number"};
    to.database = *number;
    return to;
}

result<store_place> store_place_of(const settings& from, const std::string& store,
                                   std::chrono::milliseconds call_timeout) {
    const store_settings& of = from.stores.at(store);
    const std::string name = "stores." + store;
    const bool is_read_again = of.kind == store_kind::kubernetes;
    auto password = read_secret(is_read_again ? "" : of.password_file, of.password_env, name);
    if (!password) return std::move(password).error();
    return store_place{name, of, *std::move(password), call_timeout};
}

} // namespace vesta::embed
