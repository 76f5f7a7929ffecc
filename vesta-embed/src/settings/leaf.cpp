#include "properties.hpp"

#include <vesta/embed/leaf.hpp>
#include <vesta/embed/settings.hpp>

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <optional>
#include <set>

namespace vesta::embed {
namespace {

/// Where Leaf's tables are.
struct jdbc_url {
    std::string host;
    std::string port = "3306";
    std::string database;
};

/// jdbc:mysql://host[:port]/database[?parameters]; of several hosts, which the driver would try in turn, none.
std::optional<jdbc_url> read_jdbc(std::string_view text) {
    for (const std::string_view scheme : {"jdbc:mysql://", "jdbc:mariadb://"}) {
        if (!text.starts_with(scheme)) continue;
        text.remove_prefix(scheme.size());
        const std::size_t slash = text.find('/');
        if (slash == std::string_view::npos) return std::nullopt;
        const std::string_view authority = text.substr(0, slash);
        const std::string_view database = text.substr(slash + 1);
        jdbc_url made{.host = std::string{authority}, .database = std::string{database.substr(0, database.find('?'))}};
        if (const std::size_t colon = authority.rfind(':'); colon != std::string_view::npos) {
            made.host = authority.substr(0, colon);
            made.port = authority.substr(colon + 1);
        }
        const bool one_host = made.host.find_first_of(",()@:") == std::string::npos;
        const bool numeric = made.port.find_first_not_of("0123456789") == std::string::npos;
        if (!one_host || made.host.empty() || made.database.empty() || made.port.empty() || !numeric)
            return std::nullopt;
        return made;
    }
    return std::nullopt;
}

std::string quoted(const std::string& text) {
    YAML::Emitter out;
    out << YAML::DoubleQuoted << text;
    return out.c_str();
}

/// Writes the settings for one leaf.properties.
class translation {
  public:
    translation(std::string_view properties, std::string_view origin)
        : all_{read_properties(properties)}, origin_{origin} {}

    std::string yaml() {
        // Leaf's own defaults where a key is missing.
        const bool segments = enabled("leaf.segment.enable");
        const bool snowflakes = enabled("leaf.snowflake.enable");
        if (!segments && !snowflakes) fail("leaf.segment.enable", "and leaf.snowflake.enable are both false");
        const std::string mode = value({"leaf.snowflake.mode"}).value_or("zk_normal");
        if (snowflakes) write_machine_id(mode);
        if (segments || (snowflakes && mode == "mysql")) write_store();
        text_ += "generators:\n";
        if (snowflakes) text_ += "  leaf: { kind: snowflake }\n";
        if (segments) text_ += "  segment: { kind: segment, store: leaf, table: leaf_alloc }\n";
        const auto port = value({"server.port"});
        text_ += "rest: { enabled: true, listen: " + quoted("0.0.0.0:" + port.value_or("8080")) + " }" +
                 (port ? "\n" : "   # Leaf's port, unless server.port said otherwise\n");
        for (const auto& [key, property] : all_)
            if (!used_.contains(key) && key.starts_with("leaf."))
                text_ += "# " + key + " has no counterpart here, or is not needed.\n";
        return "# What " + origin_ + " does in Leaf.\n" + text_;
    }

  private:
    std::optional<std::string> value(std::initializer_list<const char*> keys) {
        for (const char* const key : keys) {
            used_.emplace(key);
            if (const auto found = all_.find(key); found != all_.end() && !found->second.value.empty())
                return found->second.value;
        }
        return std::nullopt;
    }

    std::string needed(std::initializer_list<const char*> keys) {
        if (auto found = value(keys)) return *found;
        fail(*keys.begin(), "is missing or empty");
    }

    bool enabled(const char* key) {
        const std::string text = value({key}).value_or("true");
        if (text != "true" && text != "false") fail(key, "is " + text + "; it must be true or false");
        return text == "true";
    }

    [[noreturn]] void fail(const std::string& key, const std::string& what) const {
        const auto found = all_.find(key);
        const std::string line = found == all_.end() ? "" : ":" + std::to_string(found->second.line);
        throw failure{error{errc::invalid_settings, origin_ + line + ": " + key + " " + what}};
    }

    void write_machine_id(const std::string& mode) {
        const std::string port = value({"leaf.snowflake.port"}).value_or("8080");
        if (mode == "zk_normal" || mode == "zk_recycle") {
            const std::string hosts = needed({"leaf.snowflake.zk.address", "leaf.snowflake.address"});
            // A recycled ID was lent for a time as well; here that is fenced.
            text_ += "# instance: ADDRESS:" + port +
                     "   # this host's address as Leaf knew it; takes its machine ID over\n"
                     "machine-id:\n  provider: zookeeper\n  zookeeper: { hosts: " +
                     quoted(hosts) + ", mode: " + (mode == "zk_normal" ? "leaf-forever" : "leased") +
                     ", name: " + quoted(value({"leaf.name"}).value_or("null")) + " }\n";
        } else if (mode == "mysql") {
            text_ += "# instance: ADDRESS:" + port + "   # this host's address as Leaf knew it\n" +
                     "machine-id:\n  provider: database\n  database: { store: leaf, mode: leaf-mysql }\n";
        } else if (mode == "local") {
            static_cast<void>(value({"leaf.snowflake.local.workIdMap"}));
            text_ += "machine-id:\n  provider: property\n"
                     "  property: { id: 1 }   # this host's entry in leaf.snowflake.local.workIdMap, or in its "
                     "workerID.json, which is stronger\n";
        } else {
            fail("leaf.snowflake.mode", "is " + mode + "; it must be zk_normal, zk_recycle, mysql or local");
        }
    }

    void write_store() {
        const std::string url = needed({"leaf.jdbc.url", "leaf.segment.url"});
        const auto at = read_jdbc(url);
        if (!at)
            fail(all_.contains("leaf.jdbc.url") ? "leaf.jdbc.url" : "leaf.segment.url",
                 "cannot be read; it must be jdbc:mysql://host:port/database, with one host");
        const std::string user = needed({"leaf.jdbc.username", "leaf.segment.username"});
        const bool with_password = value({"leaf.jdbc.password", "leaf.segment.password"}).has_value();
        text_ +=
            "stores:\n  leaf: { kind: mysql, host: " + quoted(at->host) + ", port: " + at->port +
            ", database: " + quoted(at->database) + ", user: " + quoted(user) +
            (with_password ? ", password-env: LEAF_JDBC_PASSWORD }   # put the password there, or use password-file\n"
                           : " }\n");
    }

    const std::map<std::string, property> all_;
    const std::string origin_;
    std::set<std::string> used_;
    std::string text_;
};

} // namespace

result<std::string> settings_from_leaf(std::string_view properties, std::string_view origin) {
    try {
        std::string yaml = translation{properties, origin}.yaml();
        if (auto sound = parse_settings(yaml, "the settings for " + std::string{origin}); !sound)
            return std::move(sound).reason();
        return yaml;
    } catch (const failure& reason) {
        return reason.reason();
    }
}

} // namespace vesta::embed
