// CLUSTER: this server as the only node of a cluster, which owns every slot.
#include "commands.hpp"
#include "words.hpp"

namespace vesta::rpc::detail {
namespace {

constexpr std::int64_t last_slot = 16'383;

/// Where the client reached this server; no host and port 0 at a unix socket.
struct node_address {
    std::string_view host;
    std::int64_t port = 0;
};

node_address address_of(std::string_view address) {
    const auto colon = address.rfind(':');
    const auto port = colon == std::string_view::npos || address.starts_with("unix:")
                          ? std::nullopt
                          : read_number<std::uint16_t>(address.substr(colon + 1));
    if (!port) return {};
    std::string_view host = address.substr(0, colon);
    if (host.starts_with('[')) host = host.substr(1, host.size() - 2);
    return {host, *port};
}

/// CRC-16/XMODEM, as the cluster specification of Redis has it.
std::uint16_t checksum(std::string_view of) noexcept {
    constexpr unsigned polynomial = 0x1021;
    unsigned sum = 0;
    for (const char each : of) {
        sum ^= static_cast<unsigned>(static_cast<unsigned char>(each)) << 8U;
        for (int bit = 0; bit < 8; ++bit)
            sum = (sum & 0x8000U) != 0 ? (sum << 1U) ^ polynomial : sum << 1U;
    }
    return static_cast<std::uint16_t>(sum);
}

/// Of a key with a part in braces, that part counts.
std::int64_t slot_of(std::string_view key) noexcept {
    const auto open = key.find('{');
    const auto close = open == std::string_view::npos ? open : key.find('}', open + 1);
    if (close != std::string_view::npos && close != open + 1) key = key.substr(open + 1, close - open - 1);
    return checksum(key) % (last_slot + 1);
}

verdict tell_slots(call& with, const node_address& at) {
    auto to = with.reply();
    to.array(1);
    to.array(3);
    to.integer(0);
    to.integer(last_slot);
    to.array(4);
    to.bulk(at.host);
    to.integer(at.port);
    to.bulk(with.of.node);
    to.array(0); // further facts about it
    return {};
}

verdict tell_shards(call& with, const node_address& at) {
    auto to = with.reply();
    const auto pair = [&](std::string_view name, std::string_view value) {
        to.bulk(name);
        to.bulk(value);
    };
    const auto number = [&](std::string_view name, std::int64_t value) {
        to.bulk(name);
        to.integer(value);
    };
    to.array(1);
    to.map(2);
    to.bulk("slots");
    to.array(2);
    to.integer(0);
    to.integer(last_slot);
    to.bulk("nodes");
    to.array(1);
    to.map(7);
    pair("id", with.of.node);
    number("port", at.port);
    pair("ip", at.host);
    pair("endpoint", at.host);
    pair("role", "master");
    number("replication-offset", 0);
    pair("health", "online");
    return {};
}

verdict tell_nodes(call& with, const node_address& at) {
    with.reply().verbatim(with.of.node + " " + std::string{at.host} + ":" + std::to_string(at.port) +
                          "@0 myself,master - 0 0 1 connected 0-" + std::to_string(last_slot) + "\n");
    return {};
}

verdict tell_state(call& with) {
    with.reply().verbatim("cluster_state:ok\r\ncluster_slots_assigned:16384\r\ncluster_slots_ok:16384\r\n"
                          "cluster_slots_pfail:0\r\ncluster_slots_fail:0\r\ncluster_known_nodes:1\r\ncluster_size:1\r\n"
                          "cluster_current_epoch:1\r\ncluster_my_epoch:1\r\n");
    return {};
}

} // namespace

verdict run_cluster(call& with) {
    const auto words = with.arguments;
    const node_address at = address_of(with.peer.card.server_address());
    const auto is = [&](std::string_view sub, std::size_t size) {
        return same_word(words[1], sub) && words.size() == size;
    };
    if (is("SLOTS", 2)) return tell_slots(with, at);
    if (is("SHARDS", 2)) return tell_shards(with, at);
    if (is("NODES", 2)) return tell_nodes(with, at);
    if (is("INFO", 2)) return tell_state(with);
    if (is("MYID", 2)) {
        with.reply().bulk(with.of.node);
        return {};
    }
    if (is("KEYSLOT", 3)) {
        with.reply().integer(slot_of(words[2]));
        return {};
    }
    return fail_subcommand(with, "CLUSTER takes INFO, KEYSLOT, MYID, NODES, SHARDS and SLOTS");
}

} // namespace vesta::rpc::detail
