#include "lease_text.hpp"

#include <vesta/zookeeper/lease_nodes.hpp>

#include <charconv>
#include <utility>

namespace vesta::zookeeper {
namespace {

std::optional<machine_id> id_of(const std::string& name) {
    machine_id id;
    const char* const end = name.data() + name.size();
    const auto [stop, failed] = std::from_chars(name.data(), end, id.value);
    if (failed != std::errc{} || stop != end || std::to_string(id.value) != name) return {};
    return id;
}

} // namespace

lease_nodes::lease_nodes(std::shared_ptr<session> with, const std::string& name)
    : session_{std::move(with)}, folder_{"/vesta/" + name + "/machines"}, clock_{"/vesta/" + name + "/clock"} {}

std::string lease_nodes::where() const {
    return "ZooKeeper node " + folder_;
}

std::string lease_nodes::path_of(machine_id id) const {
    return folder_ + "/" + std::to_string(id.value);
}

result<unix_ms> lease_nodes::store_time() {
    auto written = session_->set(clock_, "", -1);
    if (written && !*written) {
        if (auto made = session_->make_path(clock_); !made) return std::move(made).reason();
        written = session_->set(clock_, "", -1);
    }
    if (!written) return std::move(written).reason();
    if (!*written) return error{errc::state_unusable, "the ZooKeeper node " + clock_ + " is removed by others"};
    return (*written)->modified;
}

result<lease_row> lease_nodes::read(machine_id id, const node& found, unix_ms now) const {
    if (!found.exists()) return lease_row{.id = id};
    auto record = read_lease(found.data);
    if (!record)
        return error{errc::state_unusable, "the ZooKeeper node " + path_of(id) + " cannot be used: " +
                                               record.reason().message + "; docs/operating.md says how to repair it"};
    return lease_row{.id = id,
                     .instance = std::move(record->instance),
                     .token = std::move(record->token),
                     .mark = record->mark,
                     .version = found.version,
                     .left = found.modified + record->lease - now};
}

result<std::vector<lease_row>> lease_nodes::rows() {
    auto now = store_time();
    if (!now) return std::move(now).reason();
    auto names = session_->children(folder_);
    if (!names) return std::move(names).reason();
    std::vector<machine_id> ids;
    std::vector<std::string> paths;
    for (const auto& name : names->value_or(std::vector<std::string>{})) {
        const auto id = id_of(name);
        if (!id) continue; // not ours to judge, and in nobody's way
        ids.push_back(*id);
        paths.push_back(path_of(*id));
    }
    auto nodes = session_->get_all(paths);
    if (!nodes) return std::move(nodes).reason();
    std::vector<lease_row> all;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        auto row = read(ids[i], (*nodes)[i], *now);
        if (!row) return std::move(row).reason();
        if (row->version != lease_row::absent) all.push_back(*std::move(row));
    }
    return all;
}

result<lease_row> lease_nodes::row(machine_id id) {
    auto now = store_time();
    if (!now) return std::move(now).reason();
    auto found = session_->get_latest(path_of(id));
    if (!found) return std::move(found).reason();
    return read(id, *found, *now);
}

result<std::optional<std::int64_t>> lease_nodes::put(const lease_row& next, std::chrono::milliseconds lease) {
    const std::string path = path_of(next.id);
    const std::string text = write_lease({next.instance, next.token, next.mark, lease});
    if (next.version == lease_row::absent) return make(path, text);
    auto written = session_->set(path, text, static_cast<std::int32_t>(next.version));
    if (!written) return std::move(written).reason();
    if (!*written) return std::optional<std::int64_t>{};
    return std::optional<std::int64_t>{(*written)->version};
}

result<std::optional<std::int64_t>> lease_nodes::make(const std::string& path, const std::string& text) {
    if (auto made = session_->make_path(folder_); !made) return std::move(made).reason();
    auto created = session_->create(path, text);
    if (!created) return std::move(created).reason();
    return *created ? std::optional<std::int64_t>{0} : std::nullopt;
}

} // namespace vesta::zookeeper
