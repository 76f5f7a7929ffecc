#include <vesta/base/number.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/zookeeper/leaf_forever.hpp>

#include <cstdio>

namespace vesta::zookeeper {
namespace {

constexpr std::size_t digits = 10;
// Leaf uploads every 3 s and goes on if that fails briefly: its IDs may lie this far above its timestamp.
constexpr std::chrono::seconds unseen{10};

std::string name_of(const std::string& instance, machine_id id) {
    char number[digits + 1];
    std::snprintf(number, sizeof number, "%010u", id.value);
    return instance + "-" + number;
}

result<machine_id> id_in(const std::string& name) {
    const std::string_view number = std::string_view{name}.substr(name.size() - digits);
    if (const auto id = read_number<std::uint32_t>(number)) return machine_id{*id};
    return error{errc::state_unusable, "the ZooKeeper node " + in_quotes(name) + " does not end in a worker ID"};
}

/// The entry of a node of that name, which holds @p of.
id_assignment::entry entry_of(const std::string& name, const node& of) {
    id_assignment::entry made{.instance = name};
    const bool named = name.size() > digits + 1 && name[name.size() - digits - 1] == '-';
    const auto id = named ? id_in(name) : result<machine_id>{error{errc::state_unusable, ""}};
    if (!id) {
        made.unusable = "the node " + in_quotes(name) + " does not end in a hyphen and ten digits, the worker ID";
        return made;
    }
    made.id = *id;
    made.instance.resize(name.size() - digits - 1);
    made.written = of.modified;
    const auto timestamp = read_leaf_data(of.data);
    if (!timestamp) {
        made.unusable = timestamp.error().message;
    } else if (timestamp->time_since_epoch().count() != 0) {
        made.last = *timestamp;
    }
    return made;
}

result<void> check(const std::string& instance) {
    const auto colon = instance.rfind(':');
    const bool split = colon != std::string::npos && colon != 0 && colon + 1 < instance.size();
    if (split && instance.find_first_of("-/\"\\") == std::string::npos) return {};
    return error{errc::invalid_settings, "instance is " + in_quotes(instance) +
                                             "; with leaf-forever it must be Leaf's ip:port, without a hyphen: every "
                                             "Leaf that starts would stumble over it"};
}

} // namespace

std::string write_leaf_data(std::string_view instance, unix_ms timestamp) {
    const auto colon = instance.rfind(':');
    std::string text = R"({"ip":")";
    text.append(instance.substr(0, colon)).append(R"(","port":")").append(instance.substr(colon + 1));
    return text + R"(","timestamp":)" + std::to_string(timestamp.time_since_epoch().count()) + "}";
}

result<unix_ms> read_leaf_data(std::string_view text) {
    constexpr std::string_view key = R"("timestamp":)";
    const auto at = text.find(key);
    auto rest = text.substr(at == std::string_view::npos ? text.size() : at + key.size());
    const auto value = take_number<std::int64_t>(rest);
    if (value && *value >= 0 && text.ends_with('}')) return unix_ms{std::chrono::milliseconds{*value}};
    return error{errc::state_unusable, "Leaf's node data " + in_quotes(text) + " has no timestamp"};
}

leaf_forever::leaf_forever(std::shared_ptr<session> with, const std::string& leaf_name)
    : session_{std::move(with)}, folder_{"/snowflake/" + leaf_name + "/forever"} {}

result<std::optional<std::string>> leaf_forever::own_node(const std::string& instance) {
    auto names = session_->children(folder_);
    if (!names) return std::move(names).error();
    for (const auto& each : names->value_or(std::vector<std::string>{}))
        if (each.size() == instance.size() + 1 + digits && each.starts_with(instance + "-")) return std::optional{each};
    return std::optional<std::string>{};
}

result<std::string> leaf_forever::new_node(const std::string& instance) {
    if (auto made = session_->make_path(folder_); !made) return std::move(made).error();
    const auto now = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
    for (;;) {
        auto path = session_->create_numbered(folder_ + "/" + instance + "-", write_leaf_data(instance, now));
        if (!path) return std::move(path).error();
        std::string name = path->substr(folder_.size() + 1);
        if (!name.ends_with("-0000000000")) return name;
        if (auto removed = session_->remove(*path); !removed) return std::move(removed).error();
    }
}

result<id_assignment::place> leaf_forever::find(const std::string& instance) {
    if (auto fits = check(instance); !fits) return fits.error();
    auto own = own_node(instance);
    if (!own) return std::move(own).error();
    if (!*own) {
        auto made = new_node(instance);
        if (!made) return std::move(made).error();
        auto id = id_in(*made);
        if (!id) return std::move(id).error();
        return place{.id = *id};
    }
    auto id = id_in(**own);
    if (!id) return std::move(id).error();
    auto found = session_->get_latest(folder_ + "/" + **own);
    if (!found) return std::move(found).error();
    auto timestamp = read_leaf_data(found->data);
    if (!timestamp) return std::move(timestamp).error();
    return place{*id, *timestamp, unseen};
}

result<std::vector<id_assignment::entry>> leaf_forever::list() {
    const auto names = session_->children(folder_);
    if (!names) return names.error();
    std::vector<std::string> paths;
    for (const auto& each : names->value_or(std::vector<std::string>{}))
        paths.push_back(folder_ + "/" + each);
    const auto nodes = session_->get_all(paths);
    if (!nodes) return nodes.error();
    std::vector<entry> all;
    for (std::size_t i = 0; i < paths.size(); ++i)
        if ((*nodes)[i].exists()) all.push_back(entry_of((**names)[i], (*nodes)[i]));
    return all;
}

result<void> leaf_forever::record(machine_id id, const std::string& instance, unix_ms mark) {
    auto written = session_->set(folder_ + "/" + name_of(instance, id), write_leaf_data(instance, mark), -1);
    if (!written) return std::move(written).error();
    if (*written) return {};
    return error{errc::state_unusable, "Leaf's node of " + in_quotes(instance) + " below " + folder_ + " was removed"};
}

} // namespace vesta::zookeeper
