#include "open_periods.hpp"
#include "row_filter.hpp"

#include <vesta/base/list.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/segment/formatted_numbers.hpp>

#include <algorithm>
#include <utility>

namespace vesta {

result<std::vector<std::string>> number_texts::texts(std::span<const id> numbers) const {
    std::vector<std::string> made;
    made.reserve(numbers.size());
    for (const id each : numbers) {
        auto text = format_->write(day_, each.bits());
        if (!text) return std::move(text).error();
        made.push_back(*std::move(text));
    }
    return made;
}

formatted_numbers::formatted_numbers(segment_generator& base, formatted_options options)
    : options_{std::move(options)}, base_{base},
      periods_{std::make_unique<detail::open_periods>([this](const std::string& period) {
          return std::make_shared<segment_generator>(
              std::make_shared<detail::row_filter>(options_.store, options_.formats, period), options_.of);
      })} {}

formatted_numbers::~formatted_numbers() = default;

result<number_texts> formatted_numbers::begin(std::string_view tag) {
    const auto format = find_format(options_.formats, tag);
    if (!format) return format.error();
    const auto day = (*format)->day_at(options_.clock->now());
    const std::string period = (*format)->period_of(day);
    std::shared_ptr<segment_generator> owner;
    if (!period.empty()) {
        auto opened = periods_->open(period);
        if (!opened) return std::move(opened).error();
        owner = *std::move(opened);
    }
    const auto source = (owner ? *owner : base_).tag(tag_in(tag, period));
    if (!source) return source.error();
    return number_texts{**format, day, **source, std::move(owner)};
}

result<number_reading> formatted_numbers::read(std::string_view tag, std::string_view text) const {
    return find_format(options_.formats, tag).and_then([&](const number_format* by) { return by->read(text); });
}

/// The first number that the table has not given out, or that this process holds.
result<std::int64_t> formatted_numbers::next_in(const std::string& row, bool& is_held) const {
    const auto owner = periods_->find(std::string{period_in(row)});
    const auto here = (owner ? *owner : base_).find(row);
    is_held = here && here->current && here->current->first < here->current->end;
    if (is_held) return here->current->first;
    const auto rows = options_.store->list();
    if (!rows) return rows.error();
    const auto found = std::ranges::find(*rows, row, &tag_row::tag);
    return found == rows->end() ? 1 : found->max_id;
}

result<number_preview> formatted_numbers::preview(std::string_view tag) const {
    const auto format = find_format(options_.formats, tag);
    if (!format) return format.error();
    const auto day = (*format)->day_at(options_.clock->now());
    number_preview made{.period = (*format)->period_of(day)};
    made.row = tag_in(tag, made.period);
    const auto next = next_in(made.row, made.is_held);
    if (!next) return next.error();
    made.next = *next;
    auto text = (*format)->write(day, static_cast<std::uint64_t>(*next));
    if (!text) return std::move(text).error();
    made.text = *std::move(text);
    made.left = (*format)->largest() - static_cast<std::uint64_t>(*next) + 1;
    return made;
}

void formatted_numbers::add_to(segment_status& sum) const {
    periods_->add_to(sum);
}

void formatted_numbers::close() {
    periods_->close();
}

result<const number_format*> find_format(const number_formats& in, std::string_view tag) {
    const auto found = in.find(tag);
    if (found != in.end()) return &found->second;
    if (in.empty()) return error{errc::not_found, "tag " + in_quotes(tag) + " has no format; the settings have none"};
    return error{errc::not_found, "tag " + in_quotes(tag) + " has no format; the settings have one for " +
                                      listed(in, [](const auto& each) { return in_quotes(each.first); })};
}

bool counts_a_period(std::string_view row, const number_formats& formats) {
    const std::string_view period = period_in(row);
    if (period.empty()) return false;
    const auto found = formats.find(row.substr(0, row.size() - period.size() - 1));
    return found != formats.end() && found->second.restarts() != restart::never;
}

bool could_count_a_period(std::string_view row, const number_formats& formats) {
    const auto restarts = [](const auto& each) { return each.second.restarts() != restart::never; };
    if (std::ranges::none_of(formats, restarts)) return false;
    for (auto at = row.find('@'); at != std::string_view::npos; at = row.find('@', at + 1))
        if (at + 1 < row.size() && row[at + 1] >= '0' && row[at + 1] <= '9') return true;
    return false;
}

result<void> check_counts_no_period(std::string_view tag, const number_formats& formats) {
    const auto found = formats.find(tag);
    if (found != formats.end() && found->second.restarts() != restart::never)
        return error{errc::invalid_argument, "the numbers of tag " + in_quotes(tag) +
                                                 " begin at 1 again, and are unique as formatted texts only: ask for "
                                                 "them as formatted"};
    if (!could_count_a_period(tag, formats)) return {};
    return error{errc::invalid_argument, in_quotes(tag) +
                                             " is kept for the days, months or years of formatted tags: no "
                                             "other tag may have @ and a digit in its name"};
}

std::shared_ptr<segment_store> without_periods(std::shared_ptr<segment_store> store, number_formats formats) {
    return std::make_shared<detail::row_filter>(std::move(store), std::move(formats), "");
}

} // namespace vesta
