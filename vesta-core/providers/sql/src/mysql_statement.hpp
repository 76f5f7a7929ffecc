#pragma once

#include <vesta/sql/connection.hpp>

#include <Poco/Data/MySQL/Binder.h>
#include <Poco/Data/MySQL/ResultMetadata.h>
#include <Poco/Data/MySQL/StatementExecutor.h>

namespace vesta::sql {

/// What the server or the client library said. Poco's exceptions have it in their texts only.
struct mysql_failure {
    unsigned code;
    std::string text;
};

/// A statement that the server has prepared: what is sent later are the values alone. Throws `mysql_failure`.
class mysql_statement {
  public:
    mysql_statement(MYSQL* session, const std::string& text);

    /// Runs it; says how many rows it changed.
    std::uint64_t execute(std::span<const parameter> values);

    /// The first columns of the next row of the answer; false after the last.
    bool fetch(std::vector<cell>& into, std::size_t columns);

    /// Lets go of what was not fetched.
    void finish() noexcept;

  private:
    template <class Work>
    auto guarded(Work&& work);
    cell column(std::size_t position);

    Poco::Data::MySQL::StatementExecutor executor_;
    Poco::Data::MySQL::ResultMetadata answer_;
};

} // namespace vesta::sql
