#include "parts.hpp"
#include "told.hpp"

#include <vesta/base/ascii.hpp>
#include <vesta/base/quote.hpp>

#include <algorithm>
#include <array>
#include <map>

namespace vesta::migrate {
namespace {

constexpr std::size_t most_shown = 20;

/// @p text as a literal of SQL.
std::string literal(const std::string& text) {
    std::string made{"'"};
    for (const char each : text)
        made.append(each == '\'' || each == '\\' ? 2 : 1, each);
    return made + "'";
}

class table_check {
  public:
    table_check(const table_facts& of, plan& to) : of_{of}, to_{to} {}

    void run() {
        const auto type = [&](const char* column) {
            const auto found = of_.seen.columns.find(column);
            return found == of_.seen.columns.end() ? std::string{"?"} : found->second;
        };
        to_.found.push_back(of_.where + " has " + counted(of_.seen.tags.size(), "tag") + "; max_id is " +
                            type("max_id") + ", step " + type("step") +
                            (of_.seen.engine.empty() ? "" : "; " + of_.seen.engine) + ".");
        check_server();
        check_types(type("max_id"));
        for (std::size_t i = 0; i < of_.seen.tags.size(); ++i)
            check_row(of_.seen.tags[i], i < most_shown);
        if (of_.seen.tags.size() > most_shown)
            to_.found.push_back("... and " + counted(of_.seen.tags.size() - most_shown, "tag") + " more.");
        tell_tags_without_tokens();
    }

  private:
    void refuse(std::string what, std::string right) {
        to_.refusals.push_back({of_.where + ": " + std::move(what), std::move(right)});
    }

    void check_server() {
        if (of_.seen.read_only)
            refuse("the server takes no writes (read_only), as a replica does",
                   "name the primary in the old settings, which both programs write to");
        if (!of_.seen.engine.empty() && lower_case(of_.seen.engine) != "innodb")
            refuse("its engine is " + of_.seen.engine +
                       ", which may lose what it acknowledged when it crashes, so that "
                       "ranges would come again",
                   "ALTER TABLE " + of_.name + " ENGINE = InnoDB;");
    }

    void check_types(const std::string& max_id) {
        constexpr std::array whole{"bigint", "int", "integer", "mediumint", "smallint", "tinyint"};
        if (std::ranges::find(whole, max_id) == whole.end())
            refuse("max_id is of type " + max_id + ", which does not hold each number exactly",
                   "ALTER TABLE " + of_.name + " MODIFY max_id BIGINT NOT NULL;");
        else if (max_id != "bigint" && max_id != "integer")
            to_.rests_on.push_back("max_id of " + of_.where + " is of type " + max_id +
                                   ", and overflows far below 2^63; BIGINT would not.");
    }

    std::string where_clause(const std::string& tag) const {
        return " WHERE " + std::string{of_.is_tinyid ? "biz_type" : "biz_tag"} + " = " + literal(tag) + ";";
    }

    void tell_tags_without_tokens() {
        std::vector<std::string> without;
        for (const seen_tag& each : of_.seen.tags)
            if (std::ranges::find(of_.with_tokens, each.tag) == of_.with_tokens.end()) without.push_back(each.tag);
        if (of_.is_tinyid && !without.empty())
            to_.found.push_back("tiny_id_token beside it has no token for " + told(without) +
                                ", which nobody can ask for, as now.");
    }

    void check_row(const seen_tag& row, bool is_shown) {
        const std::string tag = in_quotes(row.tag);
        if (!row.row)
            return refuse("tag " + tag + ": " + row.unreadable,
                          "correct the row, or DELETE FROM " + of_.name + where_clause(row.tag));
        if (auto sound = check_tag(row.tag); !sound)
            return refuse("tag " + tag + ": " + sound.error().message,
                          "give the row another tag, or DELETE FROM " + of_.name + where_clause(row.tag));
        if (const auto next = next_segment(*row.row, {.tag = row.tag}); !next)
            return refuse("tag " + tag + ": " + next.error().message,
                          row.row->step < 1 ? "UPDATE " + of_.name + " SET step = 1000" + where_clause(row.tag)
                                            : "correct the row, or DELETE FROM " + of_.name + where_clause(row.tag));
        if (!is_shown) return;
        const bool masters = row.row->delta > 1;
        to_.found.push_back(
            "Tag " + tag + ": numbers from " + std::to_string(row.row->max_id) + " on are free, step " +
            std::to_string(row.row->step) +
            (masters ? ", those with n % " + std::to_string(row.row->delta) + " = " + std::to_string(row.row->remainder)
                     : "") +
            ".");
    }

    const table_facts& of_;
    plan& to_;
};

/// Where a tag stands, and which of its numbers that place gives.
struct share {
    std::string where;
    tag_row row;
};

/// Rows of one tag in several databases of TinyId give different remainders of one delta.
void check_shares(const facts& of, plan& to) {
    std::map<std::string, std::vector<share>> by_tag;
    for (const table_facts& table : of.tables)
        for (const seen_tag& each : table.seen.tags)
            if (each.row) by_tag[each.tag].push_back({table.where, *each.row});
    for (const auto& [tag, shares] : by_tag)
        for (std::size_t i = 1; i < shares.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) {
                const tag_row &a = shares[j].row, &b = shares[i].row;
                if (a.delta == b.delta && a.remainder != b.remainder) continue;
                to.refusals.push_back(
                    {"tag " + in_quotes(tag) + " has delta " + std::to_string(a.delta) + ", remainder " +
                         std::to_string(a.remainder) + " in " + shares[j].where + " and delta " +
                         std::to_string(b.delta) + ", remainder " + std::to_string(b.remainder) + " in " +
                         shares[i].where + ", so that both may give the same numbers",
                     "one delta, the number of databases, and a remainder of its own in each; after a change set "
                     "max_id above the largest number in use"});
            }
}

} // namespace

void plan_tags(const facts& of, plan& to) {
    if (of.tables.empty()) return;
    for (const table_facts& each : of.tables)
        table_check{each, to}.run();
    check_shares(of, to);
    const std::string old{name_of(of.from)};
    to.proven.push_back("No number of a tag comes twice, also while " + old +
                        " runs beside: both reserve by moving max_id of one row in one statement, by the same "
                        "arithmetic, so no range overlaps another, and all that was given out lies below.");
    if (of.tables.size() > 1)
        to.proven.push_back("The databases give different remainders of one delta, so their numbers differ, whichever "
                            "of them a node uses.");
    to.rests_on.push_back("The database keeps what it acknowledged: a fail-over to a replica that lacks the last "
                          "commits would repeat numbers, with either program.");
}

} // namespace vesta::migrate
