#include "endpoint.hpp"
#include "jdbc.hpp"
#include "old_settings.hpp"

#include <vesta/base/ascii.hpp>
#include <vesta/embed/leaf.hpp>
#include <vesta/embed/settings.hpp>

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace vesta::embed {
namespace {

// The keys of every mode and variant of Leaf.
const std::set<std::string, std::less<>> keys_of_leaf{"leaf.name",
                                                      "leaf.segment.enable",
                                                      "leaf.segment.url",
                                                      "leaf.segment.username",
                                                      "leaf.segment.password",
                                                      "leaf.jdbc.url",
                                                      "leaf.jdbc.username",
                                                      "leaf.jdbc.password",
                                                      "leaf.snowflake.enable",
                                                      "leaf.snowflake.address",
                                                      "leaf.snowflake.port",
                                                      "leaf.snowflake.mode",
                                                      "leaf.snowflake.zk.address",
                                                      "leaf.snowflake.local.workIdMap"};

/// Whether the tables are those of TinyId or CosId, whose ranges are (max - step, max]. Leaf's and ours are [max -
/// step, max), so that the last number of each step would occur twice.
bool has_inclusive_ends(const std::string& url) {
    const std::string lower = lower_case(url);
    return lower.find("tinyid") != std::string::npos || lower.find("tiny_id") != std::string::npos ||
           lower.find("cosid") != std::string::npos;
}

/// Writes the settings for one leaf.properties.
class translation : old_settings {
  public:
    translation(std::string_view properties, std::string_view origin, const old_node& node)
        : old_settings{properties, origin}, node_{node.place},
          margin_{node.margin.count() == 0 ? ""
                                           : "  takeover-margin: " + std::to_string(node.margin.count()) + "ms\n"} {}

    std::string yaml() {
        // Missing keys have Leaf's own defaults.
        const bool segments = enabled("leaf.segment.enable");
        const bool snowflakes = enabled("leaf.snowflake.enable");
        if (!segments && !snowflakes) fail("leaf.segment.enable", "and leaf.snowflake.enable are both false");
        const std::string mode = value({"leaf.snowflake.mode"}).value_or("zk_normal");
        if (snowflakes) write_machine_id(mode);
        if (segments || (snowflakes && mode == "mysql")) write_store();
        text_ += "generators:\n";
        if (snowflakes) text_ += "  leaf: { kind: snowflake }\n";
        if (segments)
            text_ +=
                "  segment: { kind: segment, store: leaf, table: leaf_alloc, order: strict }   # as in Leaf; lanes, "
                "the default, is faster, and its numbers increase within each thread\n";
        const auto port = value({"server.port"});
        text_ += "rest: { enabled: true, listen: " + yaml_quoted("0.0.0.0:" + port.value_or("8080")) + " }" +
                 (port ? "\n" : "   # Leaf's port, unless server.port said otherwise\n") +
                 "security: { insecure-open: true }   # as Leaf was; docs/security.md has how to give rights\n";
        for (const auto& [key, property] : all_) {
            if (used_.contains(key) || !key.starts_with("leaf.")) continue;
            if (!keys_of_leaf.contains(key)) fail_unknown(key);
            text_ += "# " + key + " is not needed.\n";
        }
        return "# What " + origin_ + " does in Leaf.\n" + text_;
    }

  private:
    bool enabled(const char* key) {
        const std::string text = value({key}).value_or("true");
        if (text != "true" && text != "false") fail(key, "is " + text + "; it must be true or false");
        return text == "true";
    }

    void write_machine_id(const std::string& mode) {
        const std::string port = value({"leaf.snowflake.port"}).value_or("8080");
        if (!node_.empty() && mode != "local" && !node_.ends_with(":" + port))
            fail("leaf.snowflake.port", "is " + port + ", and " + node_ +
                                            " has another port: give the file that this node reads, or its ip:port");
        if (mode == "zk_normal") {
            const std::string hosts = needed({"leaf.snowflake.zk.address", "leaf.snowflake.address"});
            write_instance(port, "; takes its machine ID over");
            text_ += "machine-id:\n  provider: zookeeper\n  zookeeper: { hosts: " + yaml_quoted(hosts) +
                     ", mode: leaf-forever, name: " + yaml_quoted(value({"leaf.name"}).value_or("null")) + " }\n";
            write_leaf_file(port, "workerID.properties");
        } else if (mode == "zk_recycle") {
            refuse_recycled();
        } else if (mode == "mysql") {
            write_instance(port, "");
            text_ += "machine-id:\n  provider: database\n  database: { store: leaf, mode: leaf-mysql }\n";
            write_leaf_file(port, "workerID.properties");
        } else if (mode == "local") {
            write_work_id_map(port);
        } else {
            fail("leaf.snowflake.mode", "is " + mode + "; it must be zk_normal, zk_recycle, mysql or local");
        }
    }

    void write_instance(const std::string& port, const std::string& why) {
        text_ += node_.empty() ? "# instance: ADDRESS:" + port + "   # this host's address as Leaf knew it" + why + "\n"
                               : "instance: " + yaml_quoted(node_) + "\n";
    }

    /// A Leaf that ran without its store used IDs that only this file records.
    void write_leaf_file(const std::string& port, const std::string& file) {
        if (node_.empty()) return;
        const std::string path = "/tmp/" + value({"leaf.name"}).value_or("null") + "/leafconf/" + port + "/" + file;
        text_ += "  leaf-file: " + yaml_quoted(path) + "   # for the first start alone\n";
    }

    /// In this mode a node takes any of 1025 worker IDs from a pool, and puts it back an hour after its last write.
    /// This program does not read the pool, so it can tell neither the node's ID nor one that the pool will not hand
    /// out again.
    [[noreturn]] void refuse_recycled() const {
        const auto name = all_.find("leaf.name");
        const std::string pool =
            "/snowflake/" + (name == all_.end() ? std::string{"null"} : name->second.value) + "/recycle";
        fail("leaf.snowflake.mode",
             "is zk_recycle, which cannot be carried over: its nodes take worker IDs 0 to 1024 from " + pool +
                 ", in any order, and this program does not read that pool. Either stop every Leaf node first, wait "
                 "until "
                 "all clocks are 10 s past the last lastUsedTimestamp below " +
                 pool +
                 "/inuse, and start with machine-id.zookeeper: { mode: leased, name: a new one }; or, to run both side "
                 "by "
                 "side, give each node here one of property.id 0 to 1023 whose node below " +
                 pool + "/notuse you have removed and that is not below inuse");
    }

    /// {"10.1.46.33:8080":1,...}: each node of the fleet finds its own entry by its address and port.
    void write_work_id_map(const std::string& port) {
        const std::string key = "leaf.snowflake.local.workIdMap";
        const auto map = read_work_ids(needed({key}), key);
        const std::string listened = value({"server.port"}).value_or("8080");
        text_ +=
            "machine-id:\n  provider: ip-map\n  ip-map:   # a workerID.json of Leaf's is stronger there; name it in "
            "leaf-file for the first start, and another worker ID than here is refused\n";
        for (const auto& [place, id] : map) {
            // Leaf tells nodes apart by leaf.snowflake.port, which need not be a server's; here it is the REST port.
            if (port != listened && !place.ends_with(":" + port))
                fail(key, "has " + place + ", whose server.port this file does not tell: leaf.snowflake.port is " +
                              port + " and server.port " + listened +
                              " here; give each node a server.port equal to its port in "
                              "the map");
            const std::string key_here = port == listened ? place : place.substr(0, place.rfind(':') + 1) + listened;
            text_ += "    " + yaml_quoted(key_here) + ": " + std::to_string(id) + "\n";
        }
        text_ += margin_;
        if (node_.empty()) return;
        const std::string own = node_.substr(0, node_.rfind(':') + 1) + port;
        if (!map.contains(node_) && !map.contains(own)) fail(key, "has no worker ID for " + node_);
        text_ += "  address: " + yaml_quoted(node_.substr(0, node_.rfind(':'))) + "\n";
        write_leaf_file(port, "workerID.json");
    }

    std::map<std::string, std::uint32_t> read_work_ids(const std::string& text, const std::string& key) const {
        constexpr std::uint32_t largest = 1023;
        std::map<std::string, std::uint32_t> map;
        std::map<std::uint32_t, std::string> owners;
        const YAML::Node all = read_json(text, key);
        if (!all.IsMap() || all.size() == 0) fail(key, "is no map of ip:port to worker ID, as {\"10.0.0.1:8080\":1}");
        for (const auto& each : all) {
            const std::string place = each.first.as<std::string>();
            std::uint32_t id = 0;
            const auto read = parse_endpoint(place);
            if (!read || !read->port) fail(key, "has " + place + "; it must be ip:port");
            if (!YAML::convert<std::uint32_t>::decode(each.second, id) || id > largest)
                fail(key, "gives no worker ID of 0 to 1023 to " + place);
            const auto [owner, is_free] = owners.emplace(id, place);
            if (!is_free)
                fail(key, "gives worker ID " + std::to_string(id) + " to both " + owner->second + " and " + place);
            map.emplace(place, id);
        }
        return map;
    }

    YAML::Node read_json(const std::string& text, const std::string& key) const try {
        return YAML::Load(text); // JSON is YAML as well
    } catch (const YAML::Exception& malformed) {
        fail(key, "is no JSON: " + malformed.msg);
    }

    void write_store() {
        const std::string url = needed({"leaf.jdbc.url", "leaf.segment.url"});
        const std::string key = has("leaf.jdbc.url") ? "leaf.jdbc.url" : "leaf.segment.url";
        if (has_inclusive_ends(url))
            fail(key,
                 "names a database of TinyId or CosId, whose ranges include their upper end: over their table, or a "
                 "view "
                 "of it, each last number would come twice. Make a leaf_alloc of its own, in another database, with "
                 "max_id = theirs + 1 for each tag, after the last of their programs has stopped; or take TinyId over "
                 "with vesta check --from-tinyid, and CosId with format: cosid");
        const auto at = read_jdbc(url);
        if (!at) fail(key, at.error().message);
        const std::string user = needed({"leaf.jdbc.username", "leaf.segment.username"});
        if (!at->others.empty()) text_ += "# not written to: " + at->others + "\n";
        const bool with_password = has_any({"leaf.jdbc.password", "leaf.segment.password"});
        text_ +=
            "stores:\n  leaf: { kind: mysql, " + to_yaml(*at) + ", user: " + yaml_quoted(user) +
            (with_password ? ", password-env: LEAF_JDBC_PASSWORD }   # put the password there, or use password-file\n"
                           : " }\n");
    }

    const std::string node_;   // ip:port, or empty
    const std::string margin_; // a line for a map of worker IDs, which tells nothing of a predecessor's time
};

} // namespace

result<std::string> settings_from_leaf(std::string_view properties, std::string_view origin, const old_node& node) {
    return checked_translation([&] { return translation{properties, origin, node}.yaml(); }, origin);
}

} // namespace vesta::embed
