#include "commands.hpp"
#include "words.hpp"

#include <map>
#include <unistd.h>

namespace vesta::rpc::detail {
namespace {

/// As COMMAND has it: the exact number of words if only one is right, else the least number, negated.
std::int64_t arity(const command_entry& of) noexcept {
    const auto fewest = static_cast<std::int64_t>(of.fewest);
    return of.fewest == of.most ? fewest : -fewest;
}

void write_entry(reply_writer& to, const command_entry& of) {
    to.array(10);
    to.bulk(of.name);
    to.integer(arity(of));
    const bool before_auth = of.needs == right::nothing;
    to.set(before_auth ? 2 : 1);
    to.simple("fast");
    if (before_auth) to.simple("no_auth");
    to.integer(0); // first key: only key-value stores have keys, and nothing here is routed by them
    to.integer(0); // last key
    to.integer(0); // step
    to.set(1);
    to.simple(of.group == "connection" ? "@connection" : "@fast");
    to.array(0); // tips
    to.array(0); // key specifications
    to.array(0); // subcommands
}

void write_documentation(reply_writer& to, const command_entry& of) {
    to.bulk(of.name);
    to.map(3);
    to.bulk("summary");
    to.bulk(of.summary);
    to.bulk("since");
    to.bulk("0.1.0");
    to.bulk("group");
    to.bulk(of.group);
}

void write_infos(reply_writer to, std::span<const std::string_view> names) {
    to.array(names.size());
    for (const std::string_view each : names) {
        const command_entry* found = find_command(each);
        if (found == nullptr) {
            to.null();
        } else {
            write_entry(to, *found);
        }
    }
}

void write_documentations(reply_writer to, std::span<const std::string_view> names) {
    std::vector<const command_entry*> wanted;
    for (const std::string_view each : names) {
        if (const command_entry* found = find_command(each)) wanted.push_back(found);
    }
    if (names.empty()) {
        for (const command_entry& each : command_table())
            wanted.push_back(&each);
    }
    to.map(wanted.size());
    for (const command_entry* each : wanted)
        write_documentation(to, *each);
}

void write_all(reply_writer to) {
    to.array(command_table().size());
    for (const command_entry& each : command_table())
        write_entry(to, each);
}

void write_names(reply_writer to) {
    to.array(command_table().size());
    for (const command_entry& each : command_table())
        to.bulk(each.name);
}

/// A section of INFO: lines of `name:value` below a heading.
class section {
  public:
    section(std::string& to, std::string_view heading) : to_{to} {
        if (!to_.empty()) to_ += "\r\n";
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
    out.line("tcp_port", of.address.substr(of.address.rfind(':') + 1));
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
    out.line("rejected_connections", counted.connections_rejected);
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
        text += std::string{",ready="} + (each.ready ? "1" : "0");
        text += ",ids=" + std::to_string(counted.generators[place].ids);
        if (each.reserved_until) text += ",reserved_until=" + to_rfc3339(*each.reserved_until);
        if (!each.clock_doubt.empty()) text += ",clock=" + each.clock_doubt;
        if (!each.ready) text += ",why=" + each.why_not;
        out.line("generator_" + each.name, text);
    }
}

void tell_machines(std::string& to, const service& of) {
    if (!of.options.machines) return;
    const section out{to, "Machines"};
    to += of.options.machines();
}

} // namespace

verdict run_command(call& with) {
    const auto to = with.reply();
    if (with.arguments.size() == 1) {
        write_all(to);
        return {};
    }
    const std::string_view sub = with.arguments[1];
    const auto names = with.arguments.subspan(2);
    if (same_word(sub, "COUNT") && names.empty()) {
        auto count = to;
        count.integer(static_cast<std::int64_t>(command_table().size()));
    } else if (same_word(sub, "DOCS")) {
        write_documentations(to, names);
    } else if (same_word(sub, "LIST") && names.empty()) {
        write_names(to);
    } else if (same_word(sub, "INFO")) {
        if (names.empty()) {
            write_all(to);
        } else {
            write_infos(to, names);
        }
    } else {
        return with.fail(reply_word::err, "unknown subcommand or wrong number of arguments for " + in_quotes(sub) +
                                              "; COMMAND takes COUNT, DOCS, INFO and LIST");
    }
    return {};
}

verdict run_info(call& with) {
    const server_counts counted = with.of.counts();
    const auto wanted = with.arguments.subspan(1);
    const auto asked = [&](std::string_view section_name) {
        if (wanted.empty()) return true;
        for (const std::string_view each : wanted) {
            if (same_word(each, section_name) || same_word(each, "all") || same_word(each, "everything") ||
                same_word(each, "default"))
                return true;
        }
        return false;
    };
    std::string text;
    if (asked("server")) tell_server(text, with.of);
    if (asked("clients")) tell_clients(text, with.of, counted);
    if (asked("persistence")) tell_loading(text);
    if (asked("stats")) tell_stats(text, counted);
    if (asked("replication")) tell_replication(text);
    if (asked("commandstats")) tell_commands(text, counted);
    if (asked("errorstats")) tell_errors(text, counted);
    if (asked("generators")) tell_generators(text, with.of, counted);
    if (asked("machines")) tell_machines(text, with.of);
    with.reply().verbatim(text);
    return {};
}

} // namespace vesta::rpc::detail
