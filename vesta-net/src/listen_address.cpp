#include <vesta/base/host_port.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/net/endpoint.hpp>
#include <vesta/net/listen_address.hpp>

#include <sys/un.h>

namespace vesta::net {
namespace {

constexpr std::size_t longest_path = sizeof(sockaddr_un::sun_path) - 1;

result<listen_address> parse_listen_address(std::string_view text) {
    if (!text.starts_with(local_mark)) {
        auto where = parse_endpoint(text);
        if (!where) return std::move(where).error();
        return listen_address{*where};
    }
    const std::string_view path = text.substr(local_mark.size());
    if (path.empty() || path.size() > longest_path || path.find('\0') != path.npos)
        return error{errc::invalid_settings, "listen is " + in_quotes(text) + "; the path of a unix socket has 1 to " +
                                                 std::to_string(longest_path) + " bytes"};
    return listen_address{local_path{std::string{path}}};
}

} // namespace

result<std::vector<listen_address>> parse_listen_addresses(std::string_view text) {
    std::vector<listen_address> all;
    for (;;) {
        const auto comma = text.find(',');
        auto each = parse_listen_address(text.substr(0, comma));
        if (!each) return std::move(each).error();
        all.push_back(*std::move(each));
        if (comma == text.npos) return all;
        text.remove_prefix(comma + 1);
    }
}

std::string to_text(const listen_address& where) {
    if (const auto* const local = std::get_if<local_path>(&where)) return std::string{local_mark} + local->path;
    return to_text(std::get<tcp_endpoint>(where));
}

bool is_local(const listen_address& where) noexcept {
    const auto* const endpoint = std::get_if<tcp_endpoint>(&where);
    return endpoint == nullptr || endpoint->address().is_loopback();
}

const tcp_endpoint* first_endpoint(const std::vector<listen_address>& among) noexcept {
    for (const listen_address& each : among)
        if (const auto* const found = std::get_if<tcp_endpoint>(&each)) return found;
    return nullptr;
}

} // namespace vesta::net
