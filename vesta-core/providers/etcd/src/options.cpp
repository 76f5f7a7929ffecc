#include <vesta/base/host_port.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/etcd/options.hpp>
#include <vesta/tls/context.hpp>

#include <algorithm>
#include <string_view>

namespace vesta::etcd {
namespace {

/// db1, db1:2379, 10.0.0.1:2379, [::1]:2379 or ::1.
std::optional<endpoint> read_endpoint(std::string_view text, std::uint16_t usual) {
    if (const auto both = read_host_port(text)) return endpoint{std::string{both->host}, both->port};
    const auto colons = std::ranges::count(text, ':');
    if (text.empty() || colons == 1 || text.find_first_of(" []/") != std::string_view::npos) return std::nullopt;
    return endpoint{std::string{text}, usual};
}

} // namespace

std::string endpoint::text() const {
    const bool has_colons = host.find(':') != std::string::npos;
    return (has_colons ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

result<std::vector<endpoint>> endpoints(const options& of) {
    std::vector<endpoint> all;
    for (std::size_t at = 0; at <= of.hosts.size();) {
        const std::size_t end = std::min(of.hosts.find(',', at), of.hosts.size());
        const std::string each = of.hosts.substr(at, end - at);
        auto read = read_endpoint(each, of.port);
        if (!read || read->port == 0)
            return error{errc::invalid_settings, of.name + ".host has " + in_quotes(each) +
                                                     "; it must be one or more of host and host:port, with commas "
                                                     "between them"};
        all.push_back(*std::move(read));
        at = end + 1;
    }
    return all;
}

result<void> check(const options& of) {
    if (auto named = endpoints(of); !named) return std::move(named).error();
    if (of.folder.empty() || of.folder.find('/') != std::string::npos)
        return error{errc::invalid_settings, of.name + ".database is " + in_quotes(of.folder) +
                                                 "; with etcd it is one part of a key's path, without a slash"};
    if (of.user.empty() != of.password.empty())
        return error{errc::invalid_settings, of.name + " needs both or none of user and a password"};
    return of.tls ? tls::make_context(*of.tls).without_value() : result<void>{};
}

} // namespace vesta::etcd
