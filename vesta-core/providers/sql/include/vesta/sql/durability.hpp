#pragma once

#include <vesta/sql/connection.hpp>

#include <string>
#include <vector>

namespace vesta::sql {

/// The settings by which a server may lose commits that it acknowledged: one line each, with the setting and its right
/// value.
///
/// MySQL and MariaDB: innodb_flush_log_at_trx_commit, and sync_binlog if the binary log is on. PostgreSQL: fsync,
/// full_page_writes and synchronous_commit. Empty for SQLite, whose connections here always synchronise. Blocks on the
/// database. Errors: those of `connection`.
result<std::vector<std::string>> durability_risks(connections& on);

} // namespace vesta::sql
