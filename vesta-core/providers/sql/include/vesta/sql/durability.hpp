#pragma once

#include <vesta/sql/connection.hpp>

#include <string>
#include <vector>

namespace vesta::sql {

/// By which of its settings a server may lose commits that it acknowledged, one line each, naming the setting and what
/// it should be. MySQL and MariaDB: innodb_flush_log_at_trx_commit, and sync_binlog where the binary log is on. None
/// with SQLite, whose connections here are always synchronous. Errors: those of `connection`.
result<std::vector<std::string>> durability_risks(connections& on);

} // namespace vesta::sql
