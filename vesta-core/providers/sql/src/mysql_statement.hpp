#pragma once

#include <vesta/sql/connection.hpp>

#include <Poco/Data/MySQL/Binder.h>
#include <Poco/Data/MySQL/ResultMetadata.h>
#include <Poco/Data/MySQL/StatementExecutor.h>

namespace vesta::sql {

/// The error of the server or the client library. Poco's exceptions have it only in their texts.
struct mysql_failure {
    unsigned code;
    std::string text;
};

/// A statement that the server has prepared, so that only values are sent later.
///
/// Errors: throws `mysql_failure`.
class mysql_statement {
  public:
    mysql_statement(MYSQL* session, const std::string& text);

    /// Runs it; returns the number of rows it changed.
    std::uint64_t execute(std::span<const parameter> values);

    /// Reads the first columns of the answer's next row. False after the last.
    bool fetch(std::vector<cell>& into, std::size_t columns);

    /// Drops the rows that were not fetched.
    void finish() noexcept;

  private:
    template <class Work>
    auto guarded(Work&& work);
    cell column(std::size_t position);

    Poco::Data::MySQL::StatementExecutor executor_;
    Poco::Data::MySQL::ResultMetadata answer_;
};

} // namespace vesta::sql
