#include "known_files.hpp"

#include "settings/choices.hpp"

#include <vesta/file/format_memory.hpp>
#include <vesta/file/group_memory.hpp>
#include <vesta/file/lease_memory.hpp>
#include <vesta/file/tag_memory.hpp>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <tuple>
#include <type_traits>

namespace vesta::embed {
namespace {

/// FNV-1a in 16 hexadecimal digits. It is part of a file's name, so it must be the same in every build.
std::string short_hash(std::string_view text) {
    std::uint64_t sum = 14695981039346656037U;
    for (const char each : text)
        sum = (sum ^ static_cast<unsigned char>(each)) * 1099511628211U;
    std::string hex;
    for (int shift = 60; shift >= 0; shift -= 4)
        hex += "0123456789abcdef"[(sum >> shift) & 0xf];
    return hex;
}

/// The place of the store @p name, with a | before each part; empty if there is none.
std::string place_of(const settings& from, const std::string& name) {
    const auto store = from.stores.find(name);
    if (store == from.stores.end()) return "";
    const auto& [host, port, database, file] =
        std::tie(store->second.host, store->second.port, store->second.database, store->second.file);
    return "|" + host + "|" + std::to_string(port) + "|" + database + "|" +
           (file.empty() ? file : std::filesystem::absolute(file).string()) +
           (store->second.space.empty() ? "" : "|" + store->second.space);
}

std::filesystem::path file_of(const settings& from, const std::string& what, const std::string& place,
                              std::string_view ending) {
    return from.state_dir / (what + "-" + short_hash(place)).append(ending);
}

/// The place of the table of @p of in @p store.
std::string table_in(const settings& from, const segment_settings& of, const std::string& store) {
    return (of.format == "leaf" ? "" : of.format + "|") + of.table + place_of(from, store);
}

std::shared_ptr<tag_memory> tags_in(const settings& from, const std::string& name, const std::string& table,
                                    const log_sink& log) {
    return file::remember_tags(file_of(from, "segments-" + name, table, ".known"), log);
}

} // namespace

std::shared_ptr<tag_memory> tags_of(const settings& from, const std::string& name, const segment_settings& of,
                                    const log_sink& log) {
    std::vector<std::shared_ptr<tag_memory>> each;
    for (const std::string& store : of.stores())
        each.push_back(tags_in(from, name, table_in(from, of, store), log));
    return by_origin(std::move(each));
}

std::shared_ptr<tag_memory> tags_of(const settings& from, const std::string& name, const sharded_settings& of,
                                    const log_sink& log) {
    return tags_in(from, name, of.table + place_of(from, of.store), log);
}

std::shared_ptr<tag_memory> periods_of(const settings& from, const std::string& name, const segment_settings& of,
                                       const log_sink& log) {
    return file::remember_tags(file_of(from, "formats-" + name, table_in(from, of, of.store), ".known"), log);
}

result<void> keep_formats(const settings& from, const std::string& name, const segment_settings& of,
                          const log_sink& log) {
    const auto name_in = [](const auto& choices, auto value) {
        using choice_type = typename std::decay_t<decltype(choices)>::value_type;
        return std::string{std::ranges::find(choices, value, &choice_type::value)->name};
    };
    for (const auto& [tag, each] : of.formats) {
        const std::string what = each.text + ", restart " + name_in(restart_choices, each.every) + ", check " +
                                 name_in(check_choices, each.check);
        const auto path = file_of(from, "formats-" + name, table_in(from, of, of.store) + "|" + tag, ".kept");
        if (auto kept = file::keep_format(path, tag, what, log); !kept)
            return error{kept.error().code, "generators." + name + "." + kept.error().message};
    }
    return {};
}

std::shared_ptr<group_memory> groups_of(const settings& from, const std::string& name, const std::string& store,
                                        const log_sink& log) {
    return file::remember_groups(file_of(from, "gapless-" + name, place_of(from, store), ".known"), log);
}

std::filesystem::path looks_file(const settings& from, const std::string& name, const segment_settings& of) {
    return file_of(from, "tags-" + name, table_in(from, of, of.store), ".looks");
}

std::shared_ptr<lease_memory> leases_of(const settings& from, const log_sink& log) {
    const auto& [database, zookeeper] = std::tie(from.machine_id.database, from.machine_id.zookeeper);
    std::string place;
    if (from.machine_id.provider == id_provider::zookeeper)
        place = "zookeeper|" + zookeeper->hosts + "|" + zookeeper->name;
    else
        place =
            place_of(from, from.machine_id.provider == id_provider::database ? database->store : from.lending_store());
    return file::remember_leases(file_of(from, "leases", place, ".known"), log);
}

} // namespace vesta::embed
