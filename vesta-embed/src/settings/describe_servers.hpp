#pragma once

#include "choices.hpp"

#include <vesta/embed/server_settings.hpp>

// What `describe.hpp` is for all settings, for those of the servers.
namespace vesta::embed {

void describe(auto& visit, rest::limits& in) {
    visit.item("header-bytes", in.header_bytes, bounds<std::uint32_t>{1024, 1 << 20},
               "Request line and header of one request.");
    visit.item("header-fields", in.header_fields, bounds<std::uint32_t>{8, 10'000}, "Header fields of one request.");
    visit.item("body-bytes", in.body_bytes, up_to_a_gibibyte, "The body of one request.");
    visit.item("batch", in.batch, up_to_a_million, "IDs for one request.");
    visit.item("tinyid-batch", in.tinyid_batch, up_to_a_million,
               "Numbers for one request of TinyId's paths; more are cut to this.");
    visit.item("connections", in.connections, up_to_a_million, "Connections at one time.");
    visit.item("requests-in-flight", in.requests_in_flight, up_to_a_million, "Requests that wait for their IDs.");
    visit.item("unsent-bytes", in.unsent_bytes, up_to_a_gibibyte,
               "Answers that clients have not read yet, over all connections.");
    visit.item("idle", in.idle, up_to_a_day, "How long a connection may rest between requests.");
    visit.item("handshake", in.handshake, up_to_a_day, "How long a TLS handshake may take.");
    visit.item("read", in.read, up_to_a_day, "How long a request may take to arrive.");
    visit.item("write", in.write, up_to_a_day, "How long a client may take to read its answers.");
    visit.item("patience", in.patience, up_to_a_day, "How long a request waits for a generator that gives nothing.");
    visit.item("serve", in.serve, up_to_a_day, "How long a request may take to get all its IDs.");
}

void describe(auto& visit, rpc::limits& in) {
    visit.item("connections", in.connections, up_to_a_million, "Connections at one time.");
    visit.item("ids-per-command", in.ids_per_command, up_to_a_million, "The largest COUNT of GENID.");
    visit.item("numbers-per-range", in.numbers_per_range, bounds<std::uint32_t>{1, 1 << 30},
               "The most that INCRBY takes; RANGE gives no more.");
    visit.item("unsent-bytes", in.unsent_bytes, up_to_a_gibibyte,
               "With this much unsent, a connection gets no further answer until its client has read.");
    visit.item("auth-failures", in.auth_failures, up_to_a_million,
               "Wrong passwords after which a connection is closed.");
    visit.item("idle", in.idle, up_to_a_day_or_never, "How long a connection may rest; 0: no limit.");
    visit.item("handshake", in.handshake, up_to_a_day, "How long a TLS handshake may take.");
    visit.item("command-arrival", in.command_arrival, up_to_a_day, "How long a command may take to arrive.");
    visit.item("answer-departure", in.answer_departure, up_to_a_day, "How long answers may stay unread.");
    visit.item("patience", in.patience, up_to_a_day, "How long a command waits for a generator that gives nothing.");
}

void describe(auto& visit, tls::server_options& in) {
    visit.text("certificate", in.certificate,
               "The server's certificate and those behind it, from the settings' folder.");
    visit.text("key", in.key, "Its private key, from the settings' folder.");
    visit.text("client-ca", in.client_ca, "The authorities of clients' certificates.");
    visit.item("client-certificates", in.clients, client_certificate_choices, "Whether clients must show one.");
    visit.item("min-version", in.lowest, tls_version_choices, "The lowest version of TLS.");
}

void describe(auto& visit, tls::client_options& in) {
    visit.text("ca-file", in.ca_file, "The authority of the peers' certificates; empty: those of the system.");
    visit.text("server-name", in.server_name, "The name in those certificates; empty: the host in `peers`.");
    visit.text("certificate", in.certificate, "A certificate to show to peers; empty: none.");
    visit.text("key", in.key, "Its private key.");
}

inline constexpr bounds<std::uint32_t> thread_bounds{0, 1024};

void describe(auto& visit, security_settings& in) {
    visit.path("access-file", in.access_file,
               "Who may do what: principals, their tokens, certificates, rights and quotas; read again on SIGHUP.");
    visit.text("token-file", in.token_file, "A file that holds the token that this server shows to its peers.");
    visit.text("token-env", in.token_env, "The environment variable that holds it.");
    visit.item("insecure-open", in.insecure_open,
               "Let the servers listen beyond loopback without an access file or client certificates.");
}

/// What the two servers' settings begin with.
void describe_server(auto& visit, auto& in) {
    visit.item("enabled", in.enabled, "Whether `vesta serve` starts it.");
    visit.places("listen", in.listen, "address:port, or unix:path, from the settings' folder; or a list of these.");
    visit.section("tls", in.tls, "TLS for all its TCP connections (docs/tls.md); absent: they are plain.");
    visit.item("threads", in.threads, thread_bounds, "Serving threads; 0 is one per processor.");
    visit.item("drain", in.drain, up_to_an_hour_or_never,
               "How long it goes on serving, not ready, once it is to stop (docs/operating.md).");
}

void describe(auto& visit, rest_settings& in) {
    describe_server(visit, in);
    visit.item("stop-deadline", in.stop_deadline, up_to_a_day_or_never,
               "How long requests under way may take once it stops.");
    visit.texts("hosts", in.hosts,
                "Host names under which clients ask, besides addresses and names without a dot; absent: on loopback "
                "none, else any.");
    visit.item("compatibility", in.compatibility, compatibility_choices,
               "Which of Vesta's REST servers its paths behave as; own: stricter than any.");
    visit.section("limits", in.limits, "Its limits.");
}

void describe(auto& visit, rpc_settings& in) {
    describe_server(visit, in);
    visit.item("stop-deadline", in.stop_deadline, up_to_a_day_or_never,
               "How long commands under way may take once it stops.");
    visit.text("password-file", in.password_file, "A file that holds the password for AUTH; absent: none is needed.");
    visit.text("password-env", in.password_env, "The environment variable that holds it.");
    visit.item("ids", in.ids, rpc_ids_choices,
               "How IDs are answered: as integers, as text, or as text above 2^53 to JavaScript's libraries.");
    visit.section("limits", in.limits, "Its limits.");
}

void describe(auto& visit, limit_settings& in) {
    visit.item(
        "memory", in.memory, bounds<byte_count>{mebibyte, {1024 * 1024 * mebibyte.value}},
        "What tags and connections may hold: half of it for tags that clients make up, and for connections what tags "
        "leave, at least half. Beyond, the connections that hold most are closed.");
    visit.item("connections-per-address", in.connections_per_address, up_to_a_million,
               "Connections from one address at one time.");
    visit.item("most-tags", in.most_tags, bounds<std::uint32_t>{1, 100'000'000}, "Tags of one generator in memory.");
}

} // namespace vesta::embed
