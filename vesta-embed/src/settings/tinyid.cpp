#include "jdbc.hpp"
#include "old_settings.hpp"

#include <vesta/base/ascii.hpp>
#include <vesta/base/list.hpp>
#include <vesta/base/number.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/embed/tinyid.hpp>

#include <algorithm>
#include <vector>

namespace vesta::embed {
namespace {

constexpr std::string_view prefix = "datasource.tinyid.";

/// Writes the settings for one application.properties of TinyId's server.
class tinyid_translation : old_settings {
  public:
    tinyid_translation(std::string_view properties, std::string_view origin, const old_node& node)
        : old_settings{properties, origin}, store_{node.store} {}

    std::string yaml() {
        check_path();
        const auto names = read_names();
        text_ += "stores:\n";
        for (const std::string& each : names)
            write_store(each);
        write_generator(names);
        write_server();
        note_the_rest();
        return "# What " + origin_ + " does in TinyId.\n" + text_;
    }

  private:
    void check_path() {
        const std::string path = value({"server.context-path", "server.servlet.context-path"}).value_or("/");
        if (path != "/tinyid" && path != "/tinyid/")
            fail(has("server.context-path") ? "server.context-path" : "server.servlet.context-path",
                 "is " + in_quotes(path) +
                     "; this program has TinyId's operations below /tinyid/id: let a proxy add "
                     "/tinyid for clients that leave it out");
    }

    /// primary,secondary
    std::vector<std::string> read_names() {
        const std::string key = std::string{prefix} + "names";
        const std::string all = needed({key});
        std::string_view rest = all;
        std::vector<std::string> names;
        while (!rest.empty()) {
            const std::string name{rest.substr(0, rest.find(','))};
            rest.remove_prefix(std::min(rest.size(), name.size() + 1));
            const bool plain =
                !name.empty() && std::ranges::all_of(name, [](char c) { return is_alnum(c) || c == '_' || c == '-'; });
            if (!plain || std::ranges::find(names, name) != names.end())
                fail(key, "is " + in_quotes(all) +
                              "; it must be the names of databases, of letters, digits, - and _, with commas between");
            names.push_back(name);
        }
        return names;
    }

    void write_store(const std::string& name) {
        const std::string key = std::string{prefix} + name;
        const auto at = read_jdbc(needed({key + ".url"}));
        if (!at) fail(key + ".url", at.error().message);
        const std::string user = needed({key + ".username"});
        const bool secret = has_any({key + ".password"});
        used_.insert(key + ".driver-class-name");
        text_ += "  " + name + ": { kind: mysql, " + to_yaml(*at) + ", user: " + yaml_quoted(user) +
                 (secret ? ", password-env: " + variable(name) + " }   # put the password there, or use password-file\n"
                         : " }\n");
        if (!at->others.empty()) text_ += "    # not written to: " + at->others + "\n";
    }

    void write_generator(const std::vector<std::string>& names) {
        const bool all = names.size() > 1 && store_.empty();
        text_ += "generators:\n  tinyid: { kind: segment, " +
                 (all ? "masters: [" + listed(names) + "]" : "store: " + (store_.empty() ? names.front() : store_)) +
                 ", format: tinyid, refill: step";
        if (!all)
            text_ += ", order: strict }   # as in TinyId; lanes, the default, is faster, and its numbers increase "
                     "within each thread; demand sizes ranges by use\n";
        else
            text_ += " }   # each range is from a database that answers; demand sizes ranges by use\n";
        if (names.size() > 1 && !all)
            text_ += "# In place of store, masters: [" + listed(names) +
                     "] lets this node use all databases (without order: strict).\n";
    }

    static std::string variable(const std::string& name) {
        std::string made = "TINYID_" + name + "_PASSWORD";
        std::ranges::transform(made, made.begin(), [](char c) { return c == '-' ? '_' : to_upper(c); });
        return made;
    }

    void write_server() {
        const auto port = value({"server.port"});
        const auto most = value({"batch.size.max"});
        const auto batch = most ? read_number<std::uint32_t>(*most) : std::optional<std::uint32_t>{};
        if (most && !batch) fail("batch.size.max", "is " + in_quotes(*most) + "; it must be a whole number");
        text_ += "rest: { enabled: true, listen: " + yaml_quoted("0.0.0.0:" + port.value_or("8080")) +
                 (batch ? ", limits: { tinyid-batch: " + *most + " }" : "") + " }\n" +
                 "security: { insecure-open: true }   # as TinyId was; its tokens guard its own paths alone, and an "
                 "access file all of them: docs/tinyid.md\n";
    }

    void note_the_rest() {
        used_.insert(std::string{prefix} + "type");
        for (const auto& [key, property] : all_)
            if (key.starts_with(prefix) && !used_.contains(key)) text_ += "# " + key + " is not needed.\n";
    }

    const std::string store_; // or empty: the first
};

} // namespace

result<std::string> settings_from_tinyid(std::string_view properties, std::string_view origin, const old_node& node) {
    return checked_translation([&] { return tinyid_translation{properties, origin, node}.yaml(); }, origin);
}

} // namespace vesta::embed
