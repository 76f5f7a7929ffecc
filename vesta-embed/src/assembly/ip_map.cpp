#include "ip_map.hpp"

#include "settings/endpoint.hpp"

#include <vesta/base/host_port.hpp>
#include <vesta/base/list.hpp>

#include <algorithm>
#include <map>
#include <ranges>

namespace vesta::embed {
namespace {

/// The first port; none if there are only unix sockets.
std::optional<std::uint16_t> port_of(const std::vector<std::string>& listen) {
    for (const std::string& each : listen)
        if (const auto at = read_host_port(each)) return at->port;
    return std::nullopt;
}

/// Looks up the machine ID when it is requested: the ways of publishing decide which port is this process's.
class ip_map_ids final : public machine_id_provider {
  public:
    ip_map_ids(const settings& from, host::address self, listed_provider make)
        : from_{from}, self_{std::move(self)}, make_{std::move(make)} {}

    result<std::vector<machine_lease>> acquire(const lease_request& request) override {
        std::map<std::string, std::uint32_t> map;
        for (const auto& [text, id] : from_.machine_id.ip_map)
            map.emplace(parse_endpoint(text).value().text(), id); // checked with the settings
        const std::string with_port = endpoint{self_, server_port(from_, request.published)}.text();
        for (const std::string& each : {with_port, self_.text()})
            if (const auto found = map.find(each); found != map.end())
                return make_({found->second}, "machine-id.ip-map for " + each)->acquire(request);
        const std::string looked_for = with_port == self_.text() ? "" : ", at " + with_port + ",";
        const auto known = listed(std::views::keys(from_.machine_id.ip_map));
        return error{errc::invalid_settings, "this host's address " + self_.text() + looked_for +
                                                 " is not in machine-id.ip-map, which has " +
                                                 (known.empty() ? "no entry" : known)};
    }

  private:
    const settings from_;
    const host::address self_;
    const listed_provider make_;
};

} // namespace

std::optional<std::uint16_t> server_port(const settings& from, const std::vector<gen_method>& published) {
    const auto serves = [&](gen_method how) { return std::ranges::find(published, how) != published.end(); };
    if (serves(gen_method::rest)) return port_of(from.rest.listen);
    return serves(gen_method::rpc) ? port_of(from.rpc.listen) : std::nullopt;
}

std::unique_ptr<machine_id_provider> make_ip_map_provider(const settings& from, host::address self,
                                                          listed_provider make) {
    return std::make_unique<ip_map_ids>(from, std::move(self), std::move(make));
}

} // namespace vesta::embed
