#include "service.hpp"

#include <algorithm>

namespace vesta::rpc::detail {
namespace {

std::string first_of_kind(const std::vector<generator_status>& all, std::string_view kind) {
    const auto found = std::ranges::find(all, kind, &generator_status::kind);
    return found == all.end() ? std::string{} : found->name;
}

} // namespace

service::service(const server_options& with, catalogue& published, std::function<server_statistics()> count)
    : options{with}, from{published}, statistics{std::move(count)}, segment{with.segment_generator},
      sharded{with.sharded_generator} {
    const auto all = published.status();
    for (const generator_status& each : all)
        generators.push_back(each.name);
    if (segment.empty()) segment = first_of_kind(all, "segment");
    if (sharded.empty()) sharded = first_of_kind(all, "sharded");
}

std::size_t service::index(std::string_view name) const noexcept {
    const auto wanted = name.empty() ? std::string_view{"default"} : name;
    return static_cast<std::size_t>(std::ranges::find(generators, wanted) - generators.begin());
}

} // namespace vesta::rpc::detail
