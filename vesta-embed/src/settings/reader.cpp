#include "reader.hpp"

#include <vesta/base/list.hpp>
#include <vesta/base/nearest.hpp>
#include <vesta/base/number.hpp>
#include <vesta/base/quote.hpp>

#include <set>

namespace vesta::embed {
namespace {

bool is_plain_name(std::string_view text) {
    constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    return !text.empty() && text.size() <= 60 && text.find_first_not_of(allowed) == std::string_view::npos;
}

int line_of(const YAML::Node& node) {
    return node ? node.Mark().line + 1 : 0;
}

} // namespace

failure wrong_setting(std::string_view origin, int line, const std::string& path, const std::string& what) {
    const std::string where = std::string{origin} + (line > 0 ? ":" + std::to_string(line) : "");
    return failure{{errc::invalid_settings, where + ": " + (path.empty() ? "the settings" : path) + " " + what}};
}

int find_line(YAML::Node node, std::string_view path) {
    int line = line_of(node);
    while (!path.empty() && node.IsMap()) {
        const auto key = path.substr(0, path.find('.'));
        path.remove_prefix(std::min(path.size(), key.size() + 1));
        const auto name = key.substr(0, key.find('[')); // may[0] stands where may does
        YAML::Node below{YAML::NodeType::Undefined};
        for (const auto& entry : node) {
            if (entry.first.Scalar() != name) continue;
            line = line_of(entry.first);
            below.reset(entry.second);
        }
        node.reset(below);
    }
    return line;
}

reader::reader(const YAML::Node& map, std::string path, std::string_view origin)
    : map_{map}, path_{std::move(path)}, origin_{origin} {
    require_map(map_, path_);
}

void reader::fail(const YAML::Node& at, const std::string& path, const std::string& what) const {
    throw wrong_setting(origin_, line_of(at), path, what);
}

std::string reader::path_of(std::string_view key) const {
    return path_.empty() ? std::string{key} : path_ + "." + std::string{key};
}

void reader::require_map(const YAML::Node& node, const std::string& path) const {
    if (node.IsNull()) return; // "clock:" with nothing below it
    if (!node.IsMap()) fail(node, path, "must be a map of keys and values");
    std::set<std::string> seen;
    for (const auto& entry : node)
        if (!seen.insert(name_of(entry.first, path)).second)
            fail(entry.first, path.empty() ? entry.first.Scalar() : path + "." + entry.first.Scalar(),
                 "is given twice");
}

std::string reader::name_of(const YAML::Node& key, const std::string& path) const {
    if (!key.IsScalar() || key.Scalar().empty()) fail(key, path, "has a key that is not a name");
    return key.Scalar();
}

std::string reader::new_name_of(const YAML::Node& key, const std::string& path) const {
    auto name = name_of(key, path);
    // Names end up in URLs, metrics and commands.
    if (!is_plain_name(name))
        fail(key, path, "has the name " + in_quotes(name) + "; it must be 1 to 60 letters, digits, - and _");
    return name;
}

YAML::Node reader::find(std::string_view key) {
    known_.emplace_back(key);
    if (!map_.IsMap()) return YAML::Node{YAML::NodeType::Undefined};
    return map_[std::string{key}];
}

void reader::finish() const {
    for (const auto& entry : map_) {
        const auto& key = entry.first.Scalar();
        if (std::ranges::find(known_, key) != known_.end()) continue;
        const std::vector<std::string_view> names{known_.begin(), known_.end()};
        fail(entry.first, path_of(key),
             "is not a setting" + of_kind_ + "; there are " + listed(names) + did_you_mean(key, known_));
    }
}

std::string reader::scalar(const YAML::Node& node, const std::string& path) const {
    if (!node.IsScalar()) fail(node, path, "must be a single value");
    return node.Scalar();
}

std::uint64_t reader::integer(const YAML::Node& node, std::string_view key, std::uint64_t least,
                              std::uint64_t most) const {
    const auto text = scalar(node, path_of(key));
    const auto value = read_number<std::uint64_t>(text);
    if (!value || *value < least || *value > most)
        fail(node, path_of(key),
             "is " + in_quotes(text) + "; it must be a whole number from " + std::to_string(least) + " to " +
                 std::to_string(most));
    return *value;
}

std::size_t reader::index_of(const YAML::Node& node, std::string_view key,
                             std::span<const std::string_view> names) const {
    const auto text = scalar(node, path_of(key));
    const auto found = std::ranges::find(names, text);
    if (found == names.end())
        fail(node, path_of(key), "is " + in_quotes(text) + "; it must be one of " + listed(names));
    return static_cast<std::size_t>(found - names.begin());
}

void reader::item(std::string_view key, bool& into, std::string_view) {
    constexpr std::array<std::string_view, 2> names{"false", "true"};
    if (const auto node = find(key)) into = index_of(node, key, names) == 1;
}

void reader::item(std::string_view key, byte_count& into, bounds<byte_count> within, std::string_view) {
    const auto node = find(key);
    if (!node) return;
    const auto text = scalar(node, path_of(key));
    const auto value = parse_byte_count(text);
    if (!value || *value < within.least || *value > within.most)
        fail(node, path_of(key),
             "is " + in_quotes(text) + "; it must be an amount of memory with its unit (64KiB, 256MiB, 2GiB), from " +
                 text_of(within.least) + " to " + text_of(within.most));
    into = *value;
}

void reader::item(std::string_view key, std::chrono::milliseconds& into, bounds<std::chrono::milliseconds> within,
                  std::string_view) {
    const auto node = find(key);
    if (!node) return;
    const auto text = scalar(node, path_of(key));
    const bool off = text == "off" && within.least == std::chrono::milliseconds{0};
    const auto value = off ? within.least : parse_duration(text);
    if (!value || *value < within.least || *value > within.most)
        fail(node, path_of(key),
             "is " + in_quotes(text) + "; it must be a length of time with its unit (5ms, 3s, 15min, 2h, 1d), from " +
                 to_text(within.least) + " to " + to_text(within.most));
    into = *value;
}

void reader::instant(std::string_view key, unix_ms& into, std::string_view) {
    const auto node = find(key);
    if (!node) return;
    const auto text = scalar(node, path_of(key));
    const auto value = parse_rfc3339(text);
    if (!value || *value <= unix_ms{})
        fail(node, path_of(key),
             "is " + in_quotes(text) + "; it must be an instant after 1970 as RFC 3339 has it (2048-06-01T00:00:00Z)");
    into = *value;
}

void reader::list(std::string_view key, std::vector<std::uint32_t>& into, bounds<std::uint32_t> within,
                  std::string_view) {
    const auto node = find(key);
    if (!node) return;
    if (!node.IsSequence() || node.size() == 0)
        fail(node, path_of(key), "must be a list of whole numbers, as [8, 9, 10]");
    for (const auto& each : node)
        into.push_back(static_cast<std::uint32_t>(integer(each, key, within.least, within.most)));
}

void reader::text(std::string_view key, std::string& into, std::string_view) {
    if (const auto node = find(key)) into = scalar(node, path_of(key));
}

void reader::path(std::string_view key, std::filesystem::path& into, std::string_view) {
    const auto node = find(key);
    if (!node) return;
    into = scalar(node, path_of(key));
    if (into.empty()) fail(node, path_of(key), "is empty; it must be a path");
}

void reader::one_of(std::string_view key, std::string& into, std::span<const std::string_view> names,
                    std::string_view) {
    if (const auto node = find(key)) into = names[index_of(node, key, names)];
}

void reader::addresses(std::string_view key, std::map<std::string, std::uint32_t>& into, std::string_view) {
    const auto node = find(key);
    if (!node) return;
    const auto path = path_of(key);
    if (!node.IsMap() && !node.IsSequence())
        fail(node, path, "must be a map of addresses to machine IDs, or a list of addresses");
    std::uint32_t index = 0;
    for (const auto& entry : node) {
        const auto address = node.IsMap() ? name_of(entry.first, path) : scalar(entry, path);
        const auto id =
            node.IsMap() ? static_cast<std::uint32_t>(integer(entry.second, key, 0, largest_machine_id)) : index++;
        const YAML::Node& where = node.IsMap() ? entry.first : static_cast<const YAML::Node&>(entry);
        if (!into.emplace(address, id).second) fail(where, path, "has " + in_quotes(address) + " twice");
    }
}

void reader::texts(std::string_view key, std::vector<std::string>& into, std::string_view) {
    const auto node = find(key);
    if (!node) return;
    if (!node.IsSequence()) fail(node, path_of(key), "must be a list");
    for (const auto& each : node)
        into.push_back(scalar(each, path_of(key)));
}

void reader::places(std::string_view key, std::vector<std::string>& into, std::string_view about) {
    const auto node = find(key);
    if (!node) return;
    into.clear();
    if (node.IsSequence()) return texts(key, into, about);
    into.push_back(scalar(node, path_of(key)));
}

void reader::fields(std::string_view key, std::vector<std::string>& into, std::string_view) {
    const auto node = find(key);
    if (!node) return;
    std::array<std::string_view, all_fields.size()> names;
    std::ranges::transform(all_fields, names.begin(), key_of);
    if (!node.IsSequence() || node.size() != names.size())
        fail(node, path_of(key), "must list each of " + listed(names));
    for (const auto& each : node) {
        const bool is_field_name = scalar(each, path_of(key)) == name(field::gen_method); // which 0.1 asked for
        into.emplace_back(is_field_name ? key_of(field::gen_method) : names[index_of(each, key, names)]);
    }
}

} // namespace vesta::embed
