#include "metrics/prometheus.hpp"

#include <prometheus/metric_family.h>
#include <prometheus/text_serializer.h>

#include <algorithm>
#include <sstream>
#include <vector>

namespace vesta::rest {
namespace {

prometheus::MetricType type_of(figure::type kind) {
    switch (kind) {
    case figure::type::counter:
        return prometheus::MetricType::Counter;
    case figure::type::histogram:
        return prometheus::MetricType::Histogram;
    case figure::type::gauge:
        break;
    }
    return prometheus::MetricType::Gauge;
}

prometheus::ClientMetric metric_of(const figure& one) {
    prometheus::ClientMetric made;
    for (const auto& [name, value] : one.with)
        made.label.push_back({name, value});
    made.counter.value = one.value;
    made.gauge.value = one.value;
    made.histogram.sample_count = one.count;
    made.histogram.sample_sum = one.sum;
    for (const auto& each : one.buckets)
        made.histogram.bucket.push_back({each.cumulative_count, each.upper_bound});
    return made;
}

} // namespace

std::string prometheus_text(std::span<const figure> all) {
    std::vector<prometheus::MetricFamily> families;
    for (const figure& one : all) {
        auto family = std::ranges::find(families, one.name, &prometheus::MetricFamily::name);
        if (family == families.end()) family = families.insert(family, {one.name, one.help, type_of(one.kind), {}});
        family->metric.push_back(metric_of(one));
    }
    std::ostringstream text;
    prometheus::TextSerializer{}.Serialize(text, families);
    return std::move(text).str();
}

} // namespace vesta::rest
