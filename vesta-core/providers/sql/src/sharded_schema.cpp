#include "sharded_schema.hpp"

namespace vesta::sql {
namespace {

constexpr const char* mysql[] = {
    "CREATE TABLE IF NOT EXISTS id_alloc ("
    " app_id int NOT NULL, app_name varchar(128) DEFAULT NULL, max_id bigint NOT NULL DEFAULT 1,"
    " shard_id int NOT NULL, step int NOT NULL DEFAULT 1000, description varchar(256) DEFAULT NULL,"
    " create_time timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP,"
    " update_time timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,"
    " max_limit_id bigint NOT NULL DEFAULT 0, PRIMARY KEY (app_id, shard_id)) ENGINE=InnoDB",
    "CREATE TABLE IF NOT EXISTS id_alloc_order ("
    " app_id int NOT NULL PRIMARY KEY, permutation varchar(64) NOT NULL) ENGINE=InnoDB",
    "CREATE TABLE IF NOT EXISTS id_alloc_range ("
    " app_id int NOT NULL, shard_id int NOT NULL, high bigint NOT NULL, low bigint NOT NULL,"
    " unclaimed bigint NOT NULL, PRIMARY KEY (app_id, shard_id, high)) ENGINE=InnoDB"};

constexpr const char* sqlite[] = {
    "CREATE TABLE IF NOT EXISTS id_alloc ("
    " app_id integer NOT NULL, app_name text DEFAULT NULL, max_id integer NOT NULL DEFAULT 1,"
    " shard_id integer NOT NULL, step integer NOT NULL DEFAULT 1000, description text DEFAULT NULL,"
    " create_time text NOT NULL DEFAULT CURRENT_TIMESTAMP, update_time text NOT NULL DEFAULT CURRENT_TIMESTAMP,"
    " max_limit_id integer NOT NULL DEFAULT 0, PRIMARY KEY (app_id, shard_id))",
    "CREATE TABLE IF NOT EXISTS id_alloc_order ("
    " app_id integer NOT NULL PRIMARY KEY, permutation text NOT NULL)",
    "CREATE TABLE IF NOT EXISTS id_alloc_range ("
    " app_id integer NOT NULL, shard_id integer NOT NULL, high integer NOT NULL, low integer NOT NULL,"
    " unclaimed integer NOT NULL, PRIMARY KEY (app_id, shard_id, high))"};

constexpr const char* postgresql[] = {
    "CREATE TABLE IF NOT EXISTS id_alloc ("
    " app_id integer NOT NULL, app_name varchar(128), max_id bigint NOT NULL DEFAULT 1,"
    " shard_id integer NOT NULL, step integer NOT NULL DEFAULT 1000, description varchar(256),"
    " create_time timestamp with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,"
    " update_time timestamp with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,"
    " max_limit_id bigint NOT NULL DEFAULT 0, PRIMARY KEY (app_id, shard_id))",
    "CREATE TABLE IF NOT EXISTS id_alloc_order ("
    " app_id integer NOT NULL PRIMARY KEY, permutation varchar(64) NOT NULL)",
    "CREATE TABLE IF NOT EXISTS id_alloc_range ("
    " app_id integer NOT NULL, shard_id integer NOT NULL, high bigint NOT NULL, low bigint NOT NULL,"
    " unclaimed bigint NOT NULL, PRIMARY KEY (app_id, shard_id, high))"};

std::span<const char* const> statements(dialect kind) {
    switch (kind) {
    case dialect::mysql:
        return mysql;
    case dialect::sqlite:
        return sqlite;
    case dialect::postgresql:
        break;
    }
    return postgresql;
}

} // namespace

result<void> make_sharded_tables(connection& in) {
    for (const char* const each : statements(in.kind()))
        if (auto made = in.execute(each); !made) return std::move(made).error();
    return {};
}

} // namespace vesta::sql
