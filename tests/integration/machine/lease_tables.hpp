#pragma once

#include "support/sql_options.hpp"

#include <vesta/machine/leased_ids.hpp>
#include <vesta/sql/machine_leases.hpp>

#include <gtest/gtest.h>

namespace vesta::testing {

/// Why an instance gets no machine ID.
inline error refusal(const std::shared_ptr<lease_table>& table) {
    const auto got = leased_ids{table, std::chrono::minutes{5}}.acquire({.instance = "node-a"});
    return got ? error{errc::internal, "it got one"} : got.error();
}

/// A database of its own, and users with few rights.
class lease_tables : public ::testing::Test {
  protected:
    lease_tables() { run_as_root("drop database if exists leases; create database leases"); }

    /// A user of its own, with the rights named, and the table as it sees it.
    std::shared_ptr<lease_table> seen_with(const std::string& rights, const std::string& on = "leases.*") {
        run_as_root("drop user if exists narrow@'%'; create user narrow@'%' identified by 'hush-hush'");
        if (!rights.empty()) run_as_root("grant " + rights + " on " + on + " to narrow@'%'");
        to.database = "leases";
        to.user = "narrow";
        to.password = "hush-hush";
        return std::make_shared<sql::machine_leases>(std::make_shared<sql::connections>(to));
    }

    /// As Vesta 0.1.0 made it.
    static constexpr const char* of_0_1_0 =
        "create table leases.vesta_machine_lease (id bigint not null primary key, instance varchar(200) not null, "
        "token varchar(32) not null, mark_ms bigint not null, version bigint not null, ends_ms bigint not null)";
    static void make_ours() {
        run_as_root(of_0_1_0);
        run_as_root("alter table leases.vesta_machine_lease add column noted bigint not null default -1, "
                    "add column format bigint not null default 1, add column lead_ms bigint not null default 0, "
                    "add column given bigint not null default 0, add column server varchar(32) not null default '', "
                    "add column history text");
    }

    sql::options to = mariadb_options();
};

} // namespace vesta::testing
