#include <vesta/net/traffic_figures.hpp>

#include <utility>

namespace vesta::net {
namespace {

constexpr std::pair<const char*, counter traffic::*> reasons[] = {
    {"connections", &traffic::turned_away},           {"idle", &traffic::closed_idle},
    {"read-timeout", &traffic::closed_arriving},      {"write-timeout", &traffic::closed_unread},
    {"handshake-failed", &traffic::handshake_failed}, {"handshake-timeout", &traffic::closed_handshaking},
    {"accept-failed", &traffic::accept_failed},       {"failed", &traffic::failed},
};

} // namespace

void add_traffic(const server_state& of, const std::string& prefix, figures& to) {
    to.gauge(prefix + "_connections", "Connections that are open now.", static_cast<double>(of.open.load()));
    to.gauge(prefix + "_waiting", "Connections whose request waits for a tick or a reservation now.",
             static_cast<double>(of.sum(&traffic::waiting)));
    to.gauge(prefix + "_unsent_bytes", "Bytes of answers that clients have not read yet.",
             static_cast<double>(of.unsent_bytes.load()));
    to.counter(prefix + "_connections_total", "Connections that were accepted.", of.sum(&traffic::accepted));
    to.counter(prefix + "_received_bytes_total", "Bytes received from clients.", of.sum(&traffic::bytes_received));
    to.counter(prefix + "_sent_bytes_total", "Bytes sent to clients.", of.sum(&traffic::bytes_sent));
    for (const auto& [reason, which] : reasons)
        add_rejected(prefix, reason, of.sum(which), to);
}

void add_rejected(const std::string& prefix, const char* reason, std::uint64_t count, figures& to) {
    to.counter(prefix + "_rejected_total", "Connections and requests turned away or cut off, by reason.", count,
               {{"reason", reason}});
}

} // namespace vesta::net
