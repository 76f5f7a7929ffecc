#include "lease_text.hpp"

#include <vesta/zookeeper/lease_nodes.hpp>

#include <charconv>
#include <utility>

namespace vesta::zookeeper {
namespace {

constexpr std::uint32_t most_shares = 16;

/// Takes a number off the front of @p text, as it would be written.
std::optional<std::uint32_t> take_number(std::string_view& text) {
    std::uint32_t number = 0;
    const auto [stop, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
    const std::string_view digits{text.data(), static_cast<std::size_t>(stop - text.data())};
    if (failed != std::errc{} || std::to_string(number) != digits) return {};
    text.remove_prefix(digits.size());
    return number;
}

/// The machine ID and share that a node is named for: 7, or 7.1.
std::optional<lease_row> named(std::string_view name) {
    const auto id = take_number(name);
    if (!id) return {};
    if (name.empty()) return lease_row{.id = {*id}};
    if (!name.starts_with('.')) return {};
    name.remove_prefix(1);
    const auto share = take_number(name);
    if (!share || !name.empty() || *share == 0 || *share >= most_shares) return {};
    return lease_row{.id = {*id}, .share = *share};
}

/// What @p found says of @p of.
lease_row read(lease_row of, const node& found, unix_ms now) {
    if (!found.exists()) return of;
    of.version = found.version;
    auto record = read_lease(found.data);
    if (!record) {
        of.unusable = record.error().message;
        return of;
    }
    of.instance = std::move(record->instance);
    of.token = std::move(record->token);
    of.mark = record->mark;
    of.left = found.modified + record->lease - now;
    of.lead = record->lead;
    of.given = record->given;
    of.history = std::move(record->history);
    return of;
}

} // namespace

lease_nodes::lease_nodes(std::shared_ptr<session> with, const std::string& name)
    : session_{std::move(with)}, folder_{"/vesta/" + name + "/machines"}, clock_{"/vesta/" + name + "/clock"} {}

std::string lease_nodes::where() const {
    return "ZooKeeper node " + folder_;
}

std::string lease_nodes::path_of(machine_id id, std::uint32_t share) const {
    return folder_ + "/" + std::to_string(id.value) + (share == 0 ? "" : "." + std::to_string(share));
}

result<store_moment> lease_nodes::store_now() {
    auto written = session_->set(clock_, "", -1);
    if (written && !*written) {
        if (auto made = session_->make_path(clock_); !made) return std::move(made).error();
        written = session_->set(clock_, "", -1);
    }
    if (!written) return std::move(written).error();
    if (!*written) return error{errc::state_unusable, "the ZooKeeper node " + clock_ + " is removed by others"};
    return store_moment{(*written)->modified, ""}; // an ensemble loses nothing that it acknowledged
}

result<std::vector<lease_row>> lease_nodes::rows() {
    auto now = store_now();
    if (!now) return std::move(now).error();
    auto names = session_->children(folder_);
    if (!names) return std::move(names).error();
    std::vector<lease_row> all;
    std::vector<std::string> paths;
    for (const auto& name : names->value_or(std::vector<std::string>{})) {
        auto row = named(name);
        if (!row) continue; // not ours to judge, and in nobody's way
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

result<std::optional<lease_write>> lease_nodes::put(const lease_row& next, std::chrono::milliseconds lease) {
    if (!next.server.empty()) return std::optional<lease_write>{}; // there are no others
    const std::string path = path_of(next.id, next.share);
    const std::string text =
        write_lease({next.instance, next.token, next.mark, lease, next.lead, next.given, next.history});
    if (next.version == lease_row::absent) return make(path, text);
    auto written = session_->set(path, text, static_cast<std::int32_t>(next.version));
    if (!written) return std::move(written).error();
    if (!*written) return std::optional<lease_write>{};
    return std::optional{lease_write{(*written)->version, (*written)->modified}};
}

result<void> lease_nodes::repair(const lease_row& next) {
    const std::string path = path_of(next.id, next.share);
    const std::string text = write_lease(
        {next.instance, next.token, next.mark, std::chrono::milliseconds{0}, next.lead, next.given, next.history});
    auto written = session_->set(path, text, -1);
    if (!written) return std::move(written).error();
    if (*written) return {};
    auto made = make(path, text);
    return made ? result<void>{} : std::move(made).error();
}

result<std::optional<lease_write>> lease_nodes::make(const std::string& path, const std::string& text) {
    if (auto made = session_->make_path(folder_); !made) return std::move(made).error();
    auto created = session_->create(path, text);
    if (!created) return std::move(created).error();
    return *created ? std::optional{lease_write{0}} : std::nullopt;
}

} // namespace vesta::zookeeper
