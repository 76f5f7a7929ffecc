#include "databases.hpp"
#include "stores/store_clients.hpp"

#include <vesta/base/quote.hpp>
#include <vesta/embed/id_column.hpp>

namespace vesta::embed {
namespace {

bool is_database(const store_settings& store) {
    return store.kind == store_kind::mysql || store.kind == store_kind::postgresql || store.kind == store_kind::sqlite;
}

/// The name of the only database.
result<std::string> only_database(const settings& from) {
    std::string found;
    for (const auto& [name, store] : from.stores) {
        if (!is_database(store)) continue;
        if (!found.empty())
            return error{errc::invalid_argument, "there are several databases below stores, " + found + " and " + name +
                                                     " among them; say which one"};
        found = name;
    }
    if (found.empty()) return error{errc::not_found, "there is no database below stores in the settings"};
    return found;
}

} // namespace

result<void> read_ids(const settings& from, const std::string& store, const id_column& of, const column_sink& to) {
    const auto name = store.empty() ? only_database(from) : result<std::string>{store};
    if (!name) return name.error();
    const auto found = from.stores.find(*name);
    if (found == from.stores.end())
        return error{errc::not_found, "there is no store " + in_quotes(*name) + " in the settings"};
    if (!is_database(found->second))
        return error{errc::invalid_argument, "stores." + *name + " is no database: mysql, postgresql or sqlite"};
    const auto clients = get_store_clients();
    if (!clients) return clients.error();
    const auto database = database_options(from, *name);
    if (!database) return database.error();
    return (*clients)->read_ids(*database, of, to);
}

} // namespace vesta::embed
