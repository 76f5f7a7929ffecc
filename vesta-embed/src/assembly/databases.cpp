#include "databases.hpp"

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

} // namespace

result<sql::options> database_options(const settings& from, const std::string& store) {
    const store_settings& of = from.stores.at(store);
    sql::options to{.kind = of.kind == store_kind::mysql ? sql::dialect::mysql : sql::dialect::sqlite,
                    .name = "stores." + store,
                    .file = of.file};
    auto password = read_secret(of.password_file, of.password_env, to.name);
    if (!password) return std::move(password).reason();
    to.host = of.host;
    if (of.port != 0) to.port = of.port;
    to.database = of.database;
    to.user = of.user;
    to.password = *std::move(password);
    to.tls = mode_of(of.tls);
    to.ca_file = of.ca_file;
    return to;
}

} // namespace vesta::embed
