#include "service.hpp"

#include "info.hpp"

namespace vesta::rpc::detail {
namespace {

/// The generator named @p name, or the first of its kind where no name is given.
result<named_generator*> find_or_first(const catalogue& from, std::string_view name, const std::string& kind) {
    if (!name.empty()) return from.find(name);
    if (auto* const first = from.first_of(kind)) return first;
    return error{errc::invalid_argument, "no generator of kind " + kind + " is configured"};
}

/// The gate of a server that one password opens.
std::unique_ptr<access::gate> password_gate(const server_options& of) {
    if (of.gate != nullptr || of.password.empty()) return nullptr;
    return std::make_unique<access::gate>(access::access_list::of_password(of.password), of.log);
}

} // namespace

service::service(const server_options& with, const catalogue& published, std::function<server_counts()> count)
    : options{with}, from{published}, counts{std::move(count)},
      segment{find_or_first(published, with.segment_generator, "segment")},
      sharded{find_or_first(published, with.sharded_generator, "sharded")}, of_password{password_gate(with)},
      gate{with.gate != nullptr ? with.gate : of_password.get()},
      info{with.refresher ? with.refresher : std::make_shared<snapshots>(), [this] { return info_of(*this); }} {}

} // namespace vesta::rpc::detail
