#pragma once

#include <vesta/base/result.hpp>

#include <string>
#include <string_view>

namespace vesta::embed {

/// How to reach a database, as a URL of MySQL's or MariaDB's JDBC driver says.
struct jdbc_url {
    std::string host; ///< Of an IPv6 address, without brackets.
    std::string port = "3306";
    std::string database;
    std::string tls;    ///< The setting `tls` of a store; empty: off.
    std::string others; ///< The hosts after the first, which alone is written to; empty: there are none.
};

/// Reads jdbc:mysql://host[:port][,host...]/database[?parameters], with `mariadb` for `mysql`, and `replication`,
/// `sequential`, `failover` or `aurora` after it; IPv6 addresses in brackets; the forms address=(host=..)(port=..) and
/// (host=..,port=..); and sslMode, useSSL, requireSSL and verifyServerCertificate. Passes over other parameters.
///
/// Errors: `invalid_settings`, saying what a URL must be; also for hosts that are all written to (loadbalance), and for
/// a user in the URL.
result<jdbc_url> read_jdbc(std::string_view text);

/// The settings of a store, from host to tls, in YAML's short form.
std::string to_yaml(const jdbc_url& of);

} // namespace vesta::embed
