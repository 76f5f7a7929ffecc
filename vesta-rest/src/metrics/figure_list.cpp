#include "metrics/figure_list.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include <string_view>

namespace vesta::rest {
namespace {

namespace json = boost::json;

std::string_view name_of(figure::type kind) {
    return kind == figure::type::counter ? "counter" : kind == figure::type::gauge ? "gauge" : "histogram";
}

json::array buckets_of(const figure& of) {
    json::array all;
    for (const auto& each : of.buckets)
        all.push_back(json::array{each.upper_bound, each.cumulative_count});
    return all;
}

json::object object_of(const figure& of) {
    json::object made{{"name", of.name}, {"kind", json::string_view{name_of(of.kind)}}};
    json::object& labels = made["labels"].emplace_object();
    for (const auto& [name, value] : of.with)
        labels[name] = value;
    if (of.kind != figure::type::histogram) {
        made["value"] = of.value;
        return made;
    }
    made["count"] = of.count;
    made["sum"] = of.sum;
    made["buckets"] = buckets_of(of);
    return made;
}

} // namespace

std::string figure_list(std::span<const figure> all, unix_ms at) {
    json::array list;
    for (const figure& each : all)
        list.push_back(object_of(each));
    return json::serialize(json::object{{"at", at.time_since_epoch().count()}, {"figures", std::move(list)}});
}

} // namespace vesta::rest
