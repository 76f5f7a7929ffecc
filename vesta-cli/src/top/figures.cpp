#include "figures.hpp"

#include "../words/words.hpp"

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <iterator>
#include <limits>

namespace vesta::cli {
namespace {

namespace json = boost::json;

constexpr double without_bound = std::numeric_limits<double>::infinity();

bool gives_ids(std::string_view path) {
    return path == "/genid" || path.starts_with("/api/") || path.ends_with("/ids");
}

bool has_labels(const json::object& of, const figure_labels& wanted) {
    return std::ranges::all_of(wanted, [&](const auto& label) {
        const auto* const found = of.if_contains(label.first);
        return found != nullptr && found->as_string() == label.second;
    });
}

} // namespace

value_buckets value_buckets::operator-(const value_buckets& before) const {
    value_buckets grown = *this;
    for (const auto& [bound, count] : before.counts_)
        grown.counts_[bound] -= count;
    return grown;
}

std::optional<double> value_buckets::quantile(double part) const {
    if (counts_.empty() || counts_.rbegin()->second <= 0) return {};
    const double wanted = counts_.rbegin()->second * part;
    const auto found = std::ranges::find_if(counts_, [&](const auto& each) { return each.second >= wanted; });
    if (found->first < without_bound) return found->first * ms_per_second;
    return found == counts_.begin() ? std::nullopt : std::optional{std::prev(found)->first * ms_per_second};
}

template <class Do>
void figure_reader::each(std::string_view name, const Do& with) const {
    for (const auto& one : all_)
        if (const auto& of = one.as_object(); of.at("name").as_string() == name) with(of);
}

bool figure_reader::has(std::string_view name) const {
    bool found = false;
    each(name, [&](const json::object&) { found = true; });
    return found;
}

double figure_reader::sum(std::string_view name, const figure_labels& with) const {
    double total = 0;
    each(name, [&](const json::object& of) {
        if (has_labels(of.at("labels").as_object(), with)) total += of.at("value").to_number<double>();
    });
    return total;
}

value_buckets figure_reader::buckets(std::string_view name) const {
    value_buckets all;
    each(name, [&](const json::object& of) {
        const auto* const path = of.at("labels").as_object().if_contains("path");
        if (path != nullptr && !gives_ids(std::string_view{path->as_string()})) return;
        for (const auto& bucket : of.at("buckets").as_array())
            all.add(bucket.at(0).to_number<double>(), bucket.at(1).to_number<double>());
        all.add(without_bound, of.at("count").to_number<double>());
    });
    return all;
}

} // namespace vesta::cli
