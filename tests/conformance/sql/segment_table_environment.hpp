#pragma once

#include "support/sql_options.hpp"

#include <vesta/sql/segment_table.hpp>

namespace vesta::testing {

/// A table of its own in some database, seen with the eyes of an administrator.
class segment_table_environment {
  public:
    explicit segment_table_environment(sql::segment_table where) : where_{std::move(where)} {
        sql::create_segment_table(where_).value();
        if (where_.format == sql::table_format::leaf) return;
        widen("ADD COLUMN max_limit BIGINT");
        if (where_.format == sql::table_format::tinyid) return;
        for (const char* each : {"step BIGINT", "delta INT DEFAULT 1", "remainder INT DEFAULT 0"})
            widen(std::string{"ADD COLUMN "} + each);
    }

    std::shared_ptr<segment_store> open() { return sql::open_segments(where_); }

    void put(const tag_row& row) {
        remove(row.tag);
        run_sql(where_.database,
                "INSERT INTO " + where_.table + " (" + tag() + ", " + max_id() +
                    ", step, max_limit, delta, remainder) VALUES (?, ?, ?, ?, ?, ?)",
                {row.tag, row.max_id - below_end(), row.step,
                 row.limit == largest_number ? sql::parameter{} : row.limit, std::int64_t{row.delta},
                 std::int64_t{row.remainder}});
    }
    void remove(const std::string& tag) {
        run_sql(where_.database, "DELETE FROM " + where_.table + " WHERE " + this->tag() + " = ?", {tag});
    }
    tag_row find(const std::string& tag) {
        auto link = sql::connection::open(where_.database).value();
        const auto found =
            rows(*link, "SELECT " + max_id() + ", step FROM " + where_.table + " WHERE " + this->tag() + " = ?", {tag},
                 2)
                .value();
        return {.tag = tag,
                .max_id = sql::integer(found.at(0)[0], "max_id").value() + below_end(),
                .step = sql::integer(found.at(0)[1], "step").value()};
    }

  protected:
    /// TinyId's names have at most 63 characters, and CosId's 100, where @p change does not widen the column.
    void widen(const std::string& change) { run_sql(where_.database, "ALTER TABLE " + where_.table + " " + change); }

  private:
    std::string tag() const {
        if (where_.format == sql::table_format::cosid) return "name";
        return where_.format == sql::table_format::tinyid ? "biz_type" : "biz_tag";
    }
    std::string max_id() const { return where_.format == sql::table_format::cosid ? "last_max_id" : "max_id"; }
    /// By how much the column max_id is below the end of what is reserved.
    std::int64_t below_end() const { return where_.format == sql::table_format::leaf ? 0 : 1; }

    const sql::segment_table where_;
};

} // namespace vesta::testing
