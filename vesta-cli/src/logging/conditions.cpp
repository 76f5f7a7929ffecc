#include "conditions.hpp"

#include <algorithm>
#include <utility>

namespace vesta::cli {
namespace {

using conditions = std::vector<condition>;

condition readiness_of(const generator_status& of) {
    const std::string what = "generator " + of.name;
    if (of.ready) return {what, "ready", true, severity::info, what + " is ready", "ready", of.name};
    return {what, "not ready", false, severity::warning, what + " is not ready: " + of.why_not, "not-ready", of.name};
}

/// A caller's mistake, as a tag that is not there, is no trouble of the store. A lost machine ID is logged by its
/// owner.
bool is_of_store(const error& trouble) {
    switch (trouble.code) {
    case errc::not_found:
    case errc::exhausted:
    case errc::invalid_argument:
    case errc::lease_lost:
    case errc::closed:
        return false;
    default:
        return true;
    }
}

/// Whether @p what works, by its last @p trouble.
condition working(const std::string& what, const std::optional<error>& trouble, const std::string& generator) {
    if (trouble && is_of_store(*trouble))
        return {what, "away", false, severity::warning, what + " fails: " + trouble->message, "store-away", generator};
    return {what, "works", true, severity::info, what + " works again", "store-back", generator};
}

void add_numbers(const generator_status& of, conditions& to) {
    to.push_back(working("the store of " + of.name, of.numbers->trouble, of.name));
    if (of.supply) {
        to.push_back(working("the queue of " + of.name, of.supply->queue_trouble, of.name));
        to.push_back(working("the table of " + of.name, of.supply->row_trouble, of.name));
    }
    const std::string count = std::to_string(of.numbers->streams);
    const std::string what = (of.kind == "segment" ? "tags of generator " : "shards of generator ") + of.name;
    to.push_back({what, count, of.numbers->streams == 0, severity::info, what + ": " + count, "streams", of.name});
}

/// Time-based generators live off the same reservations: their trouble is told once for all of them.
std::optional<error> trouble_of_time(std::span<const generator_status> all) {
    for (const generator_status& each : all)
        if (each.trouble) return each.trouble;
    return std::nullopt;
}

condition limit(bool is_met, const std::string& what, const std::string& met) {
    if (is_met) return {what, "met", false, severity::warning, met, "limit-reached"};
    return {what, "left", true, severity::info, what + ": not met for ten seconds", "limit-left"};
}

condition room_of_log(bool is_met, const std::string& log, std::uint64_t dropped) {
    return limit(is_met, "the room for lines of " + log,
                 "lines of " + log + " are dropped: its disk is slower than they come (" + std::to_string(dropped) +
                     " since the start)");
}

} // namespace

conditions conditions_of(std::span<const generator_status> generators) {
    conditions all;
    for (const generator_status& each : generators) {
        all.push_back(readiness_of(each));
        if (each.numbers) add_numbers(each, all);
    }
    all.push_back(working("the renewal of reserved time", trouble_of_time(generators), ""));
    return all;
}

bool limit_watch::is_met(one& of, std::uint64_t now, clock::time_point at) {
    constexpr std::chrono::seconds quiet{10};
    if (const auto before = std::exchange(of.count, now); before && before != now) of.grew_at = at;
    return of.grew_at != clock::time_point::min() && at - of.grew_at < quiet;
}

conditions limit_watch::look(const limit_counts& now, clock::time_point at) {
    return {limit(is_met(connections_, now.connections, at), "the limit of connections",
                  "connections are refused: as many as the limits allow are open"),
            limit(is_met(per_address_, now.per_address, at), "the limit of connections per address",
                  "connections are refused: an address has as many as limits.connections-per-address allows"),
            limit(is_met(memory_, now.memory, at), "the limit of memory",
                  "connections that hold most are closed: limits.memory is used up"),
            limit(is_met(files_, now.files, at), "the system's limit of files and memory",
                  "connections wait: the system lacks files or memory for them"),
            room_of_log(is_met(dropped_lines_, now.dropped_lines, at), "the log", now.dropped_lines),
            room_of_log(is_met(dropped_access_, now.dropped_access, at), "the access log", now.dropped_access),
            limit(is_met(lost_lines_, now.lost_lines, at), "the room on the log's disk",
                  "lines of the logs are lost: their files cannot be written (" + std::to_string(now.lost_lines) +
                      " since the start)")};
}

} // namespace vesta::cli
