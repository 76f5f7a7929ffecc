// Leaf's monitor pages: the tags in memory, and the rows of the table. The columns are Leaf's, in its order, and ours
// behind them.
#include "api/handlers.hpp"
#include "api/leaf.hpp"
#include "api/numbers.hpp"
#include "api/page.hpp"
#include "api/services.hpp"
#include "api/table.hpp"

#include <vesta/segment/segment_generator.hpp>

#include <algorithm>
#include <array>

namespace vesta::rest {
namespace {

constexpr std::size_t rows_unless_told = 1'000;
constexpr std::size_t most_rows = 10'000;

constexpr std::array<std::string_view, 15> cache_columns{"name",   "init",  "next",    "pos",     "value0",
                                                         "max0",   "step0", "value1",  "max1",    "step1",
                                                         "served", "held",  "dropped", "refills", "trouble"};
constexpr std::array<std::string_view, 7> db_columns{"tag", "max", "step", "update", "limit", "delta", "remainder"};

/// A part of a large table: at most `count` rows whose names come after a given one.
struct excerpt {
    std::string after;
    std::size_t count = rows_unless_told;
};

result<excerpt> excerpt_of(const exchange& request) {
    const auto limit = number_parameter(request, "limit", 1, most_rows);
    if (!limit) return limit.error();
    return excerpt{std::string{request.parameter("after").value_or("")},
                   static_cast<std::size_t>(limit->value_or(rows_unless_told))};
}

std::string truth(bool holds) {
    return holds ? "true" : "false";
}

/// A segment's value, max and step; three zeros if there is none, as Leaf shows it.
void append_segment(table_row& to, const std::optional<held_segment>& of, std::int64_t step) {
    to.insert(to.end(), {of ? of->first : 0, of ? of->end : 0, of ? step : 0});
}

table_row row_of(const tag_status& of) {
    constexpr std::int64_t first{0}; // the index of the one in use, here always 0
    table_row row{of.tag, truth(of.loaded), truth(of.next.has_value()), first};
    append_segment(row, of.current, of.step);
    append_segment(row, of.next, of.step);
    for (const std::uint64_t each : {of.counts.served, of.counts.held, of.counts.dropped, of.counts.refills})
        row.emplace_back(static_cast<std::int64_t>(each));
    row.emplace_back(of.trouble ? of.trouble->message : "");
    return row;
}

table_row row_of(const tag_row& of) {
    return {of.tag, of.max_id, of.step, of.updated, of.limit, std::int64_t{of.delta}, std::int64_t{of.remainder}};
}

/// The first @p count of @p from; if there are more, the table says where to go on.
template <class Row>
table table_of(std::span<const Row> from, std::size_t count, std::span<const std::string_view> columns) {
    table made{.columns = columns};
    for (const Row& each : from.first(std::min(count, from.size())))
        made.rows.push_back(row_of(each));
    if (from.size() > count) made.next = from[count - 1].tag;
    return made;
}

template <class Row>
std::string text_of(std::span<const Row> from, std::size_t count, std::span<const std::string_view> columns,
                    http::media form) {
    std::string content;
    write_table(table_of(from, count, columns), form, content);
    return content;
}

std::string cache_text(const segment_generator& of, const excerpt& wanted, http::media form) {
    const auto some = of.tags_after(wanted.after, wanted.count + 1); // one more shows whether there are more
    return text_of(std::span{some}, wanted.count, cache_columns, form);
}

result<std::string> rows_text(const table_reading& of, const excerpt& wanted, http::media form) {
    if (!of.rows()) return of.rows().error();
    const std::vector<tag_row>& all = *of.rows();
    const std::span some{std::ranges::upper_bound(all, wanted.after, {}, &tag_row::tag), all.end()};
    return text_of(some, wanted.count, db_columns, form);
}

/// A page of the table's rows, once they are read.
class rows_page final : public made_page {
  public:
    rows_page(const std::shared_ptr<const table_reading>& of, std::shared_ptr<snapshots> by, const excerpt& wanted,
              http::media form)
        : made_page{std::move(by), [of, wanted, form] { return rows_text(*of, wanted, form); }}, of_{of} {}

    grant try_generate(std::span<id> out) noexcept override {
        constexpr std::chrono::milliseconds soon{2};
        if (!of_->done()) return {.wait = soon, .why = errc::not_ready};
        return made_page::try_generate(out);
    }

  private:
    const std::shared_ptr<const table_reading> of_;
};

/// The first generator of kind segment, as Leaf has one, and what is wanted of it.
std::variant<std::pair<segment_generator*, excerpt>, problem> asked_for(const exchange& request) {
    auto* const named = request.server.generators.first_of("segment");
    if (named == nullptr) return no_segment();
    const auto segments = named->segments();
    if (!segments) return problem_of(segments.error());
    auto wanted = excerpt_of(request);
    if (!wanted) return problem_of(wanted.error());
    return std::pair{*segments, *std::move(wanted)};
}

} // namespace

outcome leaf_cache(exchange& request) {
    auto asked = asked_for(request);
    if (const auto* const wrong = std::get_if<problem>(&asked)) return *wrong;
    const auto& [segments, wanted] = *std::get_if<0>(&asked);
    auto make = [of = segments, which = wanted, form = request.form] { return cache_text(*of, which, form); };
    return order_of(std::make_shared<made_page>(request.server.refresher, std::move(make)),
                    leaf_content_type(request.form));
}

outcome leaf_db(exchange& request) {
    auto asked = asked_for(request);
    if (const auto* const wrong = std::get_if<problem>(&asked)) return *wrong;
    const auto& [segments, wanted] = *std::get_if<0>(&asked);
    return order_of(std::make_shared<rows_page>(segments->read_table(), request.server.refresher, wanted, request.form),
                    leaf_content_type(request.form));
}

} // namespace vesta::rest
