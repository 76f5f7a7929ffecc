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
    to.insert(to.end(), {of ? of->value : 0, of ? of->max : 0, of ? step : 0});
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

/// A page of the tags in memory, or of the table's rows, made by another thread.
class table_page : public page {
  public:
    table_page(const std::shared_ptr<snapshots>& by, excerpt wanted, http::media form)
        : text_{by}, wanted_{std::move(wanted)}, form_{form} {}

    error explain_refusal(errc why) const override {
        return {why, "the page was not made in time: too many are asked for, or the store has not answered"};
    }
    void write(std::string& to) const override { to += text_.content(); }

  protected:
    /// Attempts to get the page of the rows that @p read gives.
    template <class Read>
    grant make(std::span<const std::string_view> columns, const Read& read) noexcept try {
        return text_.attempt([columns, read, wanted = wanted_, form = form_] {
            std::string content;
            const auto some = read(wanted);
            write_table(table_of(std::span{some}, wanted.count, columns), form, content);
            return content;
        });
    } catch (const std::exception&) { // no memory to order it
        return {.why = errc::internal};
    }

  private:
    made_text text_;
    const excerpt wanted_;
    const http::media form_;
};

class cache_page final : public table_page {
  public:
    cache_page(segment_generator& of, const std::shared_ptr<snapshots>& by, excerpt wanted, http::media form)
        : table_page{by, std::move(wanted), form}, of_{of} {}

    grant try_generate(std::span<id>) noexcept override {
        return make(cache_columns, [&of = of_](const excerpt& wanted) {
            return of.tags_after(wanted.after, wanted.count + 1); // one more shows whether there are more
        });
    }

  private:
    segment_generator& of_;
};

class rows_page final : public table_page {
  public:
    rows_page(std::shared_ptr<const table_reading> of, const std::shared_ptr<snapshots>& by, excerpt wanted,
              http::media form)
        : table_page{by, std::move(wanted), form}, of_{std::move(of)} {}

    grant try_generate(std::span<id>) noexcept override {
        constexpr std::chrono::milliseconds soon{2};
        if (!of_->done()) return {.wait = soon, .why = errc::not_ready};
        if (!of_->rows()) return {.why = of_->rows().error().code};
        return make(db_columns, [of = of_](const excerpt& wanted) {
            const std::vector<tag_row>& all = *of->rows();
            return std::span{std::ranges::upper_bound(all, wanted.after, {}, &tag_row::tag), all.end()};
        });
    }

    error explain_refusal(errc why) const override {
        if (of_->done() && !of_->rows()) return of_->rows().error();
        return table_page::explain_refusal(why);
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

outcome order_of(const exchange& request, std::shared_ptr<page> wanted) {
    auto* const from = wanted.get();
    return id_order{.from = from, .content_type = leaf_content_type(request.form), .instead = std::move(wanted)};
}

} // namespace

outcome leaf_cache(exchange& request) {
    auto asked = asked_for(request);
    if (const auto* const wrong = std::get_if<problem>(&asked)) return *wrong;
    auto& [segments, wanted] = *std::get_if<0>(&asked);
    return order_of(request,
                    std::make_shared<cache_page>(*segments, request.server.refresher, std::move(wanted), request.form));
}

outcome leaf_db(exchange& request) {
    auto asked = asked_for(request);
    if (const auto* const wrong = std::get_if<problem>(&asked)) return *wrong;
    auto& [segments, wanted] = *std::get_if<0>(&asked);
    return order_of(request, std::make_shared<rows_page>(segments->read_table(), request.server.refresher,
                                                         std::move(wanted), request.form));
}

} // namespace vesta::rest
