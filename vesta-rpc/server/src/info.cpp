#include "info.hpp"

#include <map>
#include <unistd.h>

namespace vesta::rpc::detail {
namespace {

/// A section of INFO: lines of `name:value` below a heading.
class section {
  public:
    section(std::string& to, std::string_view heading) : to_{to} {
        to_ += "# ";
        to_ += heading;
        to_ += "\r\n";
    }
    void line(std::string_view name, std::string_view value) {
        to_.append(name).append(":").append(value).append("\r\n");
    }
    void line(std::string_view name, std::uint64_t value) { line(name, std::to_string(value)); }

  private:
    std::string& to_;
};

void tell_server(std::string& to, const service& of) {
    const auto up = std::chrono::floor<std::chrono::seconds>(std::chrono::steady_clock::now() - of.since);
    section out{to, "Server"};
    out.line("redis_version", redis_version);
    out.line("redis_mode", "standalone");
    out.line("vesta_version", of.options.version);
    out.line("process_id", static_cast<std::uint64_t>(::getpid()));
    out.line("tcp_port", of.port);
    out.line("uptime_in_seconds", static_cast<std::uint64_t>(up.count()));
}

void tell_clients(std::string& to, const service& of, const server_counts& counted) {
    section out{to, "Clients"};
    out.line("connected_clients", counted.connections_open);
    out.line("maxclients", of.options.limits.connections);
    out.line("blocked_clients", counted.waiting);
}

void tell_loading(std::string& to) {
    section out{to, "Persistence"};
    out.line("loading", 0);
}

void tell_stats(std::string& to, const server_counts& counted) {
    std::uint64_t commands = 0;
    for (const command_count& each : counted.commands)
        commands += each.count;
    section out{to, "Stats"};
    out.line("total_connections_received", counted.connections_accepted);
    out.line("rejected_connections", counted.turned_away);
    out.line("total_commands_processed", commands);
    out.line("total_net_input_bytes", counted.bytes_received);
    out.line("total_net_output_bytes", counted.bytes_sent);
}

void tell_replication(std::string& to) {
    section out{to, "Replication"};
    out.line("role", "master");
    out.line("connected_slaves", 0);
}

void tell_commands(std::string& to, const server_counts& counted) {
    struct ended {
        std::uint64_t all = 0;
        std::uint64_t failed = 0;
    };
    std::map<std::string_view, ended> by_command;
    for (const command_count& each : counted.commands) {
        ended& sum = by_command[each.command];
        sum.all += each.count;
        if (each.result != "ok") sum.failed += each.count;
    }
    section out{to, "Commandstats"};
    for (const auto& [command, how] : by_command)
        out.line("cmdstat_" + std::string{command},
                 "calls=" + std::to_string(how.all) + ",failed_calls=" + std::to_string(how.failed));
}

void tell_errors(std::string& to, const server_counts& counted) {
    std::map<std::string_view, std::uint64_t> by_word;
    for (const command_count& each : counted.commands)
        if (each.result != "ok") by_word[each.result] += each.count;
    section out{to, "Errorstats"};
    for (const auto& [word, count] : by_word)
        out.line("errorstat_" + std::string{word}, "count=" + std::to_string(count));
}

void tell_generators(std::string& to, const service& of, const server_counts& counted) {
    section out{to, "Generators"};
    const auto all = of.from.status();
    for (std::size_t place = 0; place < all.size(); ++place) {
        const generator_status& each = all[place];
        std::string text = "kind=" + each.kind;
        if (!each.type.empty()) text += ",type=" + each.type;
        const bool ready = each.ready && !counted.leaving;
        text += std::string{",ready="} + (ready ? "1" : "0");
        text += ",ids=" + std::to_string(counted.generators[place].ids);
        if (each.reserved_until) text += ",reserved_until=" + to_rfc3339(*each.reserved_until);
        if (!each.clock_doubt.empty()) text += ",clock=" + each.clock_doubt;
        if (!ready) text += ",why=" + (counted.leaving ? "the server will stop" : each.why_not);
        out.line("generator_" + each.name, text);
    }
}

void tell_machines(std::string& to, const service& of) {
    if (!of.options.machines) return;
    const section out{to, "Machines"};
    to += of.options.machines();
}

} // namespace

std::vector<info_section> info_of(const service& of) {
    const server_counts counted = of.counts();
    std::vector<info_section> all;
    const auto tell = [&](std::string_view name, auto what) {
        std::string text;
        what(text);
        if (!text.empty()) all.push_back({name, std::move(text)});
    };
    tell("server", [&](std::string& to) { tell_server(to, of); });
    tell("clients", [&](std::string& to) { tell_clients(to, of, counted); });
    tell("persistence", [&](std::string& to) { tell_loading(to); });
    tell("stats", [&](std::string& to) { tell_stats(to, counted); });
    tell("replication", [&](std::string& to) { tell_replication(to); });
    tell("commandstats", [&](std::string& to) { tell_commands(to, counted); });
    tell("errorstats", [&](std::string& to) { tell_errors(to, counted); });
    tell("generators", [&](std::string& to) { tell_generators(to, of, counted); });
    tell("machines", [&](std::string& to) { tell_machines(to, of); });
    return all;
}

} // namespace vesta::rpc::detail
