#pragma once

#include "store_clients.hpp"

namespace vesta::embed {

/// Stores on their real clients: Poco Data (MySQL, MariaDB, SQLite) and the C client of ZooKeeper.
class client_stores final : public store_clients {
  public:
    result<lease_store> leases(const sql::options& in, const std::string& mode) override;
    result<lease_store> leases(const zookeeper_settings& in, const std::string& password) override;
    result<std::shared_ptr<segment_store>> segments(const sql::segment_table& in) override;
};

} // namespace vesta::embed
