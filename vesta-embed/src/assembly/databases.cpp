#include "databases.hpp"

namespace vesta::embed {

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
    return to;
}

} // namespace vesta::embed
