#include "old_settings.hpp"

#include <vesta/base/host_port.hpp>
#include <vesta/base/number.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/embed/settings.hpp>
#include <vesta/embed/vesta_java.hpp>

#include <optional>
#include <set>

namespace vesta::embed {
namespace {

constexpr std::uint32_t largest_machine = 1023;

/// How the IDs are published, as their genMethod says.
enum class published : std::uint8_t { embedded, rpc, rest };

/// Writes the settings for one file of Vesta for Java.
class java_translation : old_settings {
  public:
    java_translation(std::string_view properties, std::string_view origin, std::string_view layout,
                     const old_node& node)
        : old_settings{properties, origin}, layout_{layout}, node_{node.place},
          margin_{node.margin.count() == 0 ? "" : ", takeover-margin: " + std::to_string(node.margin.count()) + "ms"} {}

    std::string yaml() {
        const auto how = static_cast<published>(number("genMethod", {"vesta.genMethod", "genMethod"}, 2).value_or(0));
        if (number("version", {"vesta.version", "version"}, 1).value_or(0) != 0)
            fail("version", "is 1, which this program keeps for a layout to come");
        write_machine_id();
        write_generator(how);
        write_servers(how);
        refuse_the_rest();
        return "# What " + origin_ + " does in Vesta for Java.\n" + text_;
    }

  private:
    /// -1 stands for the program's default.
    std::optional<std::uint32_t> number(const char* name, std::initializer_list<std::string> keys, std::uint32_t most) {
        const auto text = value(keys);
        if (!text || *text == "-1") return std::nullopt;
        const auto read = read_number<std::uint32_t>(*text);
        if (!read || *read > most) fail(name, "is " + in_quotes(*text) + "; it must be 0 to " + std::to_string(most));
        return read;
    }

    [[noreturn]] void fail(const std::string& key, const std::string& what) const {
        old_settings::fail(key, what, has(key) ? key : "vesta." + key);
    }

    /// The bean says which provider it has; a properties file has the keys of one, or does not tell.
    std::string provider() {
        if (auto named = value({"providerType"})) return *named;
        const bool by_number = value({"vesta.machine", "machineId"}).has_value();
        const bool by_address = value({"vesta.ips", "ips"}).has_value();
        const bool by_table = value({"vesta.db.url", "dbUrl"}).has_value();
        if (by_number + by_address + by_table > 1)
            fail("providerType", "is not here, and there are keys of several; add providerType=PROPERTY, "
                                 "IP_CONFIGURABLE or DB, as the Spring XML of that program has it");
        return by_address ? "IP_CONFIGURABLE" : by_table ? "DB" : "PROPERTY";
    }

    void write_machine_id() {
        const std::string which = provider();
        if (which == "PROPERTY") {
            const auto id = number("machine", {"vesta.machine", "machineId"}, largest_machine);
            if (!id) fail("machine", "is missing: that program takes 0 then, and so does every other without it");
            text_ += "machine-id: { provider: property, property: { id: " + std::to_string(*id) + " }" + margin_ +
                     " }   # stop that program first: two with one machine ID make the same IDs\n";
        } else if (which == "IP_CONFIGURABLE") {
            text_ += "machine-id: { provider: ip-map, ip-map: [" + needed("ips", {"vesta.ips", "ips"}) + "]" +
                     (node_.empty() ? "" : ", address: " + yaml_quoted(node_)) + margin_ + " }\n";
        } else if (which == "DB") {
            write_table();
        } else {
            fail("providerType", "is " + in_quotes(which) + "; it must be PROPERTY, IP_CONFIGURABLE or DB");
        }
    }

    std::string needed(const char* name, std::initializer_list<std::string> keys) {
        if (auto found = value(keys)) return *found;
        fail(name, "is missing or empty");
    }

    void write_table() {
        const std::string url = needed("db.url", {"vesta.db.url", "dbUrl"});
        const auto at = read_host_port(url);
        if (!at) fail("db.url", "is " + in_quotes(url) + "; it must be host:port");
        const bool secret = value({"vesta.db.password", "dbPassword"}).has_value();
        if (!node_.empty()) text_ += "instance: " + yaml_quoted(node_) + "\n";
        text_ += "machine-id: { provider: database, database: { store: vesta, mode: vesta-table }" + margin_ +
                 " }\nstores:\n  vesta: { kind: mysql, host: \"" + std::string{at->host} +
                 "\", port: " + std::to_string(at->port) +
                 ", database: " + yaml_quoted(needed("db.dbname", {"vesta.db.dbname", "dbName"})) +
                 ", user: " + yaml_quoted(needed("db.user", {"vesta.db.user", "dbUser"})) +
                 (secret ? ", password-env: VESTA_DB_PASSWORD }   # put the password there, or use password-file\n"
                         : " }\n");
    }

    void write_generator(published how) {
        const auto type = number("type", {"vesta.type", "type"}, 2).value_or(0);
        if (type == 2 && layout_ != "vesta-2018") fail("type", "is 2, short IDs, which only vesta-2018 has");
        const char* const name = type == 0 ? "max-peak" : type == 1 ? "min-granularity" : "short";
        text_ += "generators:\n  default: { kind: " + layout_ + ", type: " + name;
        // Its one bit of genMethod has no room for 2: there, that set the type's bit. 1 is in none of its IDs.
        const bool too_large = layout_ == "vesta-2018" && how == published::rest;
        if (how != published::embedded)
            text_ += ", gen-method: " + std::to_string(too_large ? 1 : static_cast<int>(how));
        text_ += too_large
                     ? " }   # genMethod 2 does not fit this layout's one bit; 1 keeps apart from all IDs it made\n"
                     : " }\n";
    }

    void write_servers(published how) {
        const auto port = number("port", {"vesta.port"}, 65535).value_or(8080);
        const bool rest = how == published::rest;
        text_ += "rest: { enabled: " + std::string{rest ? "true" : "false"} +
                 (rest ? ", listen: 0.0.0.0:" + std::to_string(port) + ", compatibility: " + manners() : "") + " }\n";
        text_ += how == published::rpc ? "rpc: { enabled: true, listen: 0.0.0.0:6399 }   # instead of Dubbo: any Redis "
                                         "client asks GENID\n"
                                       : "rpc: { enabled: false }\n";
        if (how != published::embedded)
            text_ += "security: { insecure-open: true }   # as Vesta was; docs/security.md has how to give rights\n";
    }

    /// Only the server on Netty was told its port; until 2018 it printed dates otherwise.
    std::string manners() const {
        if (!has("vesta.port")) return "boot";
        return layout_ == "vesta-2018" ? "netty" : "netty-2017";
    }

    void refuse_the_rest() {
        used_.insert({"vesta.service.register.center", "vesta.service.port", "vesta.db.password", "vesta.machine",
                      "machineId", "vesta.ips", "ips", "vesta.db.url", "vesta.db.dbname", "vesta.db.user"});
        for (const auto& [key, property] : all_)
            if (key.starts_with("vesta.") && !used_.contains(key)) fail_unknown(key);
    }

    const std::string layout_;
    const std::string node_;   // an IP, or empty
    const std::string margin_; // behind the other keys of machine-id
};

} // namespace

result<std::string> settings_from_vesta(std::string_view properties, std::string_view origin, std::string_view layout,
                                        const old_node& node) {
    return checked_translation([&] { return java_translation{properties, origin, layout, node}.yaml(); }, origin);
}

} // namespace vesta::embed
