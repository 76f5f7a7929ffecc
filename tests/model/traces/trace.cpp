#include "trace.hpp"

#include <ostream>
#include <set>

namespace vesta::testing {
namespace {

template <class Value>
std::map<Value, std::size_t> numbered(const std::set<Value>& values) {
    std::map<Value, std::size_t> numbers;
    for (const auto& each : values)
        numbers.emplace(each, numbers.size());
    return numbers;
}

} // namespace

void trace::send(int node, const lease_row& next) {
    steps_.push_back({'s', node, next.version, next.mark, next.token});
}

void trace::answer(int node, char what) {
    steps_.push_back({what, node, lease_row::absent, {}, {}});
}

void trace::store(const lease_row& row) {
    steps_.push_back({'w', -1, row.version, row.mark, row.token});
}

void trace::serve(int node, unix_ms at) {
    steps_.push_back({'t', node, lease_row::absent, at, {}});
}

void trace::write(std::ostream& to) const {
    std::set<std::int64_t> versions{lease_row::absent};
    std::set<unix_ms> instants{unix_ms{}};
    std::map<std::string, std::size_t> tokens{{"", 0}};
    for (const step& each : steps_) {
        versions.insert(each.version);
        instants.insert(each.mark);
        tokens.emplace(each.token, tokens.size());
    }
    const auto version = numbered(versions);
    const auto instant = numbered(instants);
    for (const step& each : steps_)
        to << each.kind << ' ' << each.node << ' ' << version.at(each.version) << ' ' << instant.at(each.mark) << ' '
           << tokens.at(each.token) << '\n';
}

} // namespace vesta::testing
