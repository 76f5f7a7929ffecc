#include "metrics/families.hpp"

#include <algorithm>

namespace vesta::rest {
namespace {

prometheus::MetricType type_of(metric::type kind) {
    switch (kind) {
    case metric::type::counter:
        return prometheus::MetricType::Counter;
    case metric::type::histogram:
        return prometheus::MetricType::Histogram;
    case metric::type::gauge:
        break;
    }
    return prometheus::MetricType::Gauge;
}

} // namespace

void families::counter(const std::string& name, const std::string& help, labels with, double value) {
    add({.name = name, .help = help, .kind = metric::type::counter, .labels = std::move(with), .value = value});
}

void families::gauge(const std::string& name, const std::string& help, labels with, double value) {
    add({.name = name, .help = help, .kind = metric::type::gauge, .labels = std::move(with), .value = value});
}

void families::add(const metric& one) {
    prometheus::ClientMetric& into = place(one);
    for (const auto& [name, value] : one.labels)
        into.label.push_back({name, value});
    switch (one.kind) {
    case metric::type::counter:
        into.counter.value = one.value;
        return;
    case metric::type::gauge:
        into.gauge.value = one.value;
        return;
    case metric::type::histogram:
        into.histogram.sample_count = one.count;
        into.histogram.sample_sum = one.sum;
        for (const auto& each : one.buckets)
            into.histogram.bucket.push_back({each.cumulative_count, each.upper_bound});
        return;
    }
}

prometheus::ClientMetric& families::place(const metric& one) {
    auto family = std::ranges::find(all_, one.name, &prometheus::MetricFamily::name);
    if (family == all_.end()) {
        all_.push_back({one.name, one.help, type_of(one.kind), {}});
        family = std::prev(all_.end());
    }
    return family->metric.emplace_back();
}

} // namespace vesta::rest
