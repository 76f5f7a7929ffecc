#pragma once

#include "support/sql_options.hpp"

#include <vesta/sql/segment_table.hpp>

namespace vesta::testing {

/// A table of its own in some database, seen with the eyes of an administrator.
class segment_table_environment {
  public:
    explicit segment_table_environment(sql::segment_table where) : where_{std::move(where)} {
        sql::create_segment_table(where_).value();
    }

    std::shared_ptr<segment_store> open() { return sql::open_segments(where_); }

    void put(const tag_row& row) {
        remove(row.tag);
        run_sql(where_.database,
                "INSERT INTO " + where_.table +
                    " (biz_tag, max_id, step, max_limit, delta, remainder) VALUES (?, ?, ?, ?, ?, ?)",
                {row.tag, row.max_id, row.step, row.limit == largest_number ? sql::parameter{} : row.limit,
                 std::int64_t{row.delta}, std::int64_t{row.remainder}});
    }
    void remove(const std::string& tag) {
        run_sql(where_.database, "DELETE FROM " + where_.table + " WHERE biz_tag = ?", {tag});
    }
    tag_row find(const std::string& tag) {
        auto link = sql::connection::open(where_.database).value();
        const auto found =
            rows(*link, "SELECT max_id, step FROM " + where_.table + " WHERE biz_tag = ?", {tag}, 2).value();
        return {.tag = tag,
                .max_id = sql::integer(found.at(0)[0], "max_id").value(),
                .step = sql::integer(found.at(0)[1], "step").value()};
    }

  private:
    const sql::segment_table where_;
};

} // namespace vesta::testing
