#include "dialect.hpp"
#include "once.hpp"
#include "segment_sql.hpp"

#include <vesta/base/quote.hpp>
#include <vesta/sql/connection.hpp>
#include <vesta/sql/segment_table.hpp>

#include <algorithm>
#include <mutex>

namespace vesta::sql {
namespace {

/// Leaf's table and arithmetic, or TinyId's or CosId's, which differ in names, and in where max_id stands:
/// `past_max_id` is added to what is read and taken off what is written, so that all else is the same.
///
/// A reservation is one statement if the row is as expected; else the row is read and moved by compare-and-set, which
/// is as safe and costs another round trip. No transaction stays open between statements, so no lock outlives a dead
/// client. Giving back is the exception: it must not happen twice.
class table_of_segments final : public segment_store {
  public:
    table_of_segments(const segment_table& where, connector open)
        : where_{where}, links_{where.database, std::move(open)},
          quoted_{quoted_table(where.database.kind, where.table, where.database).value()} {}

    result<std::vector<tag_row>> list() override;
    result<segment> reserve(const segment_request& request) override;
    result<bool> give_back(std::string_view tag, const segment& of, std::int64_t from) override;
    result<bool> create(std::string_view tag, std::int64_t step) override;
    result<bool> raise(std::string_view tag, std::int64_t limit) override;

  private:
    /// Runs @p work(connection, statements); names the table in its error.
    template <class Work>
    auto run(Work&& work) -> decltype(work(std::declval<connection&>(), std::declval<const segment_sql&>()));

    result<std::shared_ptr<const segment_sql>> statements(connection& in);
    void forget_statements();
    result<std::optional<segment>> advance(connection& in, const segment_sql& sql, const segment_request& request);
    result<segment> read_and_move(connection& in, const segment_sql& sql, const segment_request& request);

    parameters with_tag(parameters before, std::string_view tag, parameters after) const;
    /// A move of the end of what is reserved.
    struct move {
        std::int64_t from;
        std::int64_t to;
    };
    parameters replacing(const segment_sql& sql, std::string_view tag, const move& of) const;

    const segment_table where_;
    connections links_;
    const std::string quoted_;
    std::mutex guard_;
    std::shared_ptr<const segment_sql> sql_; // once the table's columns are known
};

template <class Work>
auto table_of_segments::run(Work&& work)
    -> decltype(work(std::declval<connection&>(), std::declval<const segment_sql&>())) {
    auto done = links_.with([&](connection& in) -> decltype(work(in, std::declval<const segment_sql&>())) {
        const auto sql = statements(in);
        if (!sql) return sql.error();
        return work(in, **sql);
    });
    if (!done) {
        // The columns may have changed; they are read again.
        if (done.error().code == errc::invalid_settings) forget_statements();
        done.error().message += " (table " + where_.table + ")";
    }
    return done;
}

result<std::shared_ptr<const segment_sql>> table_of_segments::statements(connection& in) {
    {
        const std::lock_guard guard{guard_};
        if (sql_) return sql_;
    }
    auto has = columns_of(in, where_.table);
    if (has && has->empty() && in.kind() == dialect::sqlite) {
        if (auto made = in.execute(segment_table_ddl(in.kind(), where_.table, where_.format)); !made)
            return std::move(made).error();
        has = columns_of(in, where_.table);
    }
    if (!has) return std::move(has).error();
    const auto found = check_columns(in, where_, *has);
    if (!found) return error{found.error().code, where_.database.name + ": " + found.error().message};
    const std::lock_guard guard{guard_};
    sql_ = std::make_shared<const segment_sql>(in.kind(), quoted_, *found);
    return sql_;
}

void table_of_segments::forget_statements() {
    const std::lock_guard guard{guard_};
    sql_.reset();
}

parameters table_of_segments::with_tag(parameters before, std::string_view tag, parameters after) const {
    // A server's condition compares the tag twice: by the column's rules, for the index, and byte by byte.
    const int times = where_.database.kind == dialect::sqlite ? 1 : 2;
    before.insert(before.end(), times, parameter{std::string{tag}});
    before.insert(before.end(), after.begin(), after.end());
    return before;
}

parameters table_of_segments::replacing(const segment_sql& sql, std::string_view tag, const move& of) const {
    return with_tag({of.to - sql.past_max_id}, tag, {of.from - sql.past_max_id});
}

result<std::vector<tag_row>> table_of_segments::list() {
    return run([](connection& in, const segment_sql& sql) -> result<std::vector<tag_row>> {
        std::vector<tag_row> all;
        auto read = in.query(sql.list, {}, segment_sql::columns, [&](std::span<const cell> row) -> result<void> {
            // A senseless row is refused when it is used; it must not hide the others.
            if (auto made = read_row(sql, row)) all.push_back(*std::move(made));
            return {};
        });
        if (!read) return std::move(read).error();
        return all;
    });
}

result<segment> table_of_segments::reserve(const segment_request& request) {
    return run([&](connection& in, const segment_sql& sql) -> result<segment> {
        if (request.known.step > 0) {
            auto made = advance(in, sql, request);
            if (!made) return std::move(made).error();
            if (*made) return **made;
        }
        return read_and_move(in, sql, request);
    });
}

result<std::optional<segment>> table_of_segments::advance(connection& in, const segment_sql& sql,
                                                          const segment_request& request) {
    const auto step = static_cast<std::uint64_t>(request.known.step);
    const auto width = static_cast<std::int64_t>(std::min(std::max(request.width, step), widest_segment));
    parameters values =
        with_tag({width}, request.tag,
                 {request.known.step, request.not_below.of(0) - sql.past_max_id, width - 1 + sql.past_max_id});
    if (sql.has_masters) {
        values.emplace_back(std::int64_t{request.known.delta});
        values.emplace_back(std::int64_t{request.known.remainder});
    }
    const auto max_id = execute_telling(in, sql.advance, values);
    if (!max_id) return max_id.error();
    if (!*max_id) return std::optional<segment>{};
    const std::int64_t end = **max_id + sql.past_max_id;
    return std::optional{segment{end - width, end, request.known}};
}

result<segment> table_of_segments::read_and_move(connection& in, const segment_sql& sql,
                                                 const segment_request& request) {
    constexpr int attempts = 100; // each failure is another node's success
    for (int i = 0; i < attempts; ++i) {
        std::optional<tag_row> row;
        auto read = in.query(sql.find, with_tag({}, request.tag, {}), segment_sql::columns,
                             [&](std::span<const cell> cells) -> result<void> {
                                 auto made = read_row(sql, cells);
                                 if (!made) return std::move(made).error();
                                 row = *std::move(made);
                                 return {};
                             });
        if (!read) return std::move(read).error();
        if (!row) return error{errc::not_found, "there is no tag " + in_quotes(request.tag)};
        auto next = next_segment(*row, request);
        if (!next) {
            next.error().message = "tag " + in_quotes(row->tag) + ": " + next.error().message;
            return next;
        }
        const auto changed =
            in.execute(sql.replace, replacing(sql, request.tag, {.from = next->first, .to = next->end}));
        if (!changed) return changed.error();
        if (*changed == 1) return next;
    }
    return error{errc::in_use, "too many nodes are reserving from tag " + in_quotes(request.tag) + " at once"};
}

result<bool> table_of_segments::give_back(std::string_view tag, const segment& of, std::int64_t from) {
    return run([&](connection& in, const segment_sql& sql) {
        return changed_one(execute_once(in, sql.replace, replacing(sql, tag, {.from = of.end, .to = from})));
    });
}

result<bool> table_of_segments::create(std::string_view tag, std::int64_t step) {
    if (where_.rows_by_hand)
        return error{errc::invalid_argument, "rows of " + where_.table +
                                                 " are not made here, since one of several databases has a delta and a "
                                                 "remainder of its own; INSERT the row of tag " +
                                                 in_quotes(tag) + " with both (alone: 1 and 0)"};
    return run([&](connection& in, const segment_sql& sql) -> result<bool> {
        if (!sql.usual_step) return changed_one(in.execute(sql.create, {std::string{tag}, step}));
        if (step == *sql.usual_step) return changed_one(in.execute(sql.create, {std::string{tag}}));
        return error{errc::invalid_argument, "the table has no column step, so that every tag has step " +
                                                 std::to_string(*sql.usual_step) + ", and " + in_quotes(tag) +
                                                 " cannot have " + std::to_string(step)};
    });
}

result<bool> table_of_segments::raise(std::string_view tag, std::int64_t limit) {
    return run([&](connection& in, const segment_sql& sql) -> result<bool> {
        if (sql.raise.empty()) return segment_store::raise(tag, limit);
        return changed_one(in.execute(sql.raise, with_tag({limit}, tag, {limit, limit - sql.past_max_id})));
    });
}

} // namespace

std::shared_ptr<segment_store> open_segments(const segment_table& where, connector open) {
    return std::make_shared<table_of_segments>(where, std::move(open));
}

} // namespace vesta::sql
