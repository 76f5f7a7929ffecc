#include "lease_text.hpp"

#include <vesta/base/random_bits.hpp>
#include <vesta/machine/lease_name.hpp>
#include <vesta/zookeeper/lease_nodes.hpp>

#include <algorithm>
#include <utility>

namespace vesta::zookeeper {
namespace {

using verb = request::verb;

/// A version holds the random name of the node below in its upper bits and the node's number of writes, which begins at
/// 0 with each node, in its lower ones. So an owner whose node was removed and made again does not meet the version it
/// knows.
constexpr int made_bits = 32;

std::int64_t version_of(std::uint32_t made, std::int32_t writes) {
    return std::int64_t{made} << made_bits | writes;
}

std::uint32_t made_in(std::int64_t version) {
    return static_cast<std::uint32_t>(version >> made_bits);
}

std::int32_t writes_in(std::int64_t version) {
    return static_cast<std::int32_t>(version & INT32_MAX);
}

std::uint32_t new_made() {
    return static_cast<std::uint32_t>(random_bits() % INT32_MAX) + 1;
}

std::string new_reign() {
    return random_hex(32);
}

/// Fills @p of with the content of @p found.
lease_row read(lease_row of, const node& found, unix_ms now) {
    if (!found.exists()) return of;
    of.version = version_of(0, found.version);
    auto record = read_lease(found.data);
    if (!record) {
        of.unusable = record.error().message;
        return of;
    }
    of.version = version_of(record->made, found.version);
    of.instance = std::move(record->instance);
    of.token = std::move(record->token);
    of.mark = record->mark;
    of.left = found.modified + record->lease - now;
    of.lead = record->lead;
    of.given = record->given;
    of.history = std::move(record->history);
    of.server = std::move(record->reign);
    return of;
}

std::string text_of(const lease_row& row, std::chrono::milliseconds lease, const std::string& reign,
                    std::uint32_t made) {
    return write_lease({row.instance, row.token, row.mark, lease, row.lead, row.given, reign, made, row.history});
}

} // namespace

lease_nodes::lease_nodes(std::shared_ptr<session> with, const std::string& name)
    : session_{std::move(with)}, folder_{"/vesta/" + name + "/machines"}, clock_{"/vesta/" + name + "/clock"},
      reigns_{"/vesta/" + name + "/reign"} {}

std::string lease_nodes::where() const {
    return "ZooKeeper node " + folder_;
}

std::string lease_nodes::path_of(machine_id id, std::uint32_t share) const {
    return folder_ + "/" + lease_name({.id = id, .share = share});
}

result<store_moment> lease_nodes::store_now() {
    auto written = session_->set(clock_, "", -1);
    if (written && !*written) {
        if (auto made = session_->make_path(clock_); !made) return std::move(made).error();
        written = session_->set(clock_, "", -1);
    }
    if (!written) return std::move(written).error();
    if (!*written) return error{errc::state_unusable, "the ZooKeeper node " + clock_ + " is removed by others"};
    auto now = reign();
    if (!now) return std::move(now).error();
    return store_moment{(*written)->modified, *std::move(now)};
}

result<std::string> lease_nodes::reign() {
    constexpr int attempts = 4;
    for (int attempt = 0; attempt < attempts; ++attempt) {
        auto names = session_->children(reigns_);
        if (!names) return std::move(names).error();
        if (*names && !(*names)->empty()) return std::ranges::min(**names);
        if (!*names)
            if (auto made = session_->make_path(reigns_.substr(0, reigns_.rfind('/'))); !made)
                return std::move(made).error();
        std::vector<request> steps{{verb::create, reigns_}, {verb::create, reigns_ + "/" + new_reign()}};
        if (*names) steps.insert(steps.begin(), {verb::remove, reigns_}); // an operator has removed the reign in part
        if (auto begun = session_->at_once(steps); !begun) return std::move(begun).error();
    }
    return error{errc::store_unavailable, "the ZooKeeper node " + reigns_ + " is changed by others"};
}

result<std::vector<lease_row>> lease_nodes::rows() {
    auto now = store_now();
    if (!now) return std::move(now).error();
    auto names = session_->children(folder_);
    if (!names) return std::move(names).error();
    std::vector<lease_row> all;
    std::vector<std::string> paths;
    for (const auto& name : names->value_or(std::vector<std::string>{})) {
        auto row = lease_named(name);
        if (!row) continue; // not ours, and harmless
        paths.push_back(path_of(row->id, row->share));
        all.push_back(*std::move(row));
    }
    auto nodes = session_->get_all(paths);
    if (!nodes) return std::move(nodes).error();
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = read(std::move(all[i]), (*nodes)[i], now->at);
    std::erase_if(all, [](const lease_row& each) { return each.version == lease_row::absent; });
    return all;
}

result<lease_row> lease_nodes::row(machine_id id, std::uint32_t share) {
    auto now = store_now();
    if (!now) return std::move(now).error();
    auto found = session_->get_latest(path_of(id, share));
    if (!found) return std::move(found).error();
    return read({.id = id, .share = share}, *found, now->at);
}

result<std::string> lease_nodes::reign_for(const lease_row& next) {
    return next.server.empty() ? reign() : result<std::string>{next.server};
}

result<std::optional<lease_write>> lease_nodes::put(const lease_row& next, std::chrono::milliseconds lease) {
    const auto during = reign_for(next);
    if (!during) return during.error();
    if (next.version == lease_row::absent) return make(next, lease, *during);
    const std::string path = path_of(next.id, next.share);
    const std::uint32_t known = made_in(next.version);
    const std::uint32_t made = known != 0 ? known : new_made(); // a node of an older program gets a name below it
    const std::string below = path + "/" + made_name(made);
    auto written = session_->at_once({{verb::check, reigns_ + "/" + *during},
                                      {known != 0 ? verb::check : verb::create, below},
                                      {verb::set, path, text_of(next, lease, *during, made), writes_in(next.version)}});
    if (!written) return std::move(written).error();
    if (!*written) return std::optional<lease_write>{};
    return std::optional{lease_write{version_of(made, (*written)->version), (*written)->modified}};
}

result<void> lease_nodes::repair(const lease_row& next) {
    const auto during = reign();
    if (!during) return during.error();
    const std::string path = path_of(next.id, next.share);
    const std::uint32_t made = new_made();
    auto written = session_->at_once({{verb::check, reigns_ + "/" + *during},
                                      {verb::create, path + "/" + made_name(made)},
                                      {verb::set, path, text_of(next, std::chrono::milliseconds{0}, *during, made)}});
    if (!written) return std::move(written).error();
    if (*written) return {};
    auto done = make(next, std::chrono::milliseconds{0}, *during);
    if (!done) return std::move(done).error();
    if (*done) return {};
    return error{errc::store_unavailable, "the ZooKeeper node " + path + " is written by others; try again"};
}

result<std::optional<lease_write>> lease_nodes::make(const lease_row& next, std::chrono::milliseconds lease,
                                                     const std::string& during) {
    if (auto made = session_->make_path(folder_); !made) return std::move(made).error();
    const std::string path = path_of(next.id, next.share);
    const std::uint32_t made = new_made();
    auto done = session_->at_once({{verb::check, reigns_ + "/" + during},
                                   {verb::create, path, text_of(next, lease, during, made)},
                                   {verb::create, path + "/" + made_name(made)}});
    if (!done) return std::move(done).error();
    return *done ? std::optional{lease_write{version_of(made, 0)}} : std::nullopt;
}

} // namespace vesta::zookeeper
