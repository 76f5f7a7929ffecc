#include "known_files.hpp"
#include "leases.hpp"

#include <vesta/base/list.hpp>
#include <vesta/embed/machines.hpp>
#include <vesta/file/mark_list.hpp>
#include <vesta/file/marks.hpp>
#include <vesta/machine/lease_admin.hpp>

#include <algorithm>
#include <utility>

namespace vesta::embed {
namespace {

std::string in_words(field which, const id_pattern& of) {
    const unsigned bits = of.of().width(which);
    const std::string named = std::string{name(which)} + " ";
    switch (which) {
    case field::version:
        return named + std::to_string(of.fixed().version);
    case field::type:
        return named + std::to_string(of.fixed().type);
    case field::gen_method:
        return named + std::to_string(of.fixed().gen_method);
    default:
        return std::to_string(bits) + " bits of " + std::string{name(which)};
    }
}

/// From the most significant field down: the order of fields is part of a layout.
std::string in_words(const id_pattern& of) {
    std::vector<field> fields;
    std::ranges::copy_if(all_fields, std::back_inserter(fields), [&](field each) { return of.of().width(each) != 0; });
    std::ranges::sort(fields, std::ranges::greater{}, [&](field each) { return of.of().shift(each); });
    return listed(fields, [&](field each) { return in_words(each, of); }) + "; ticks of " +
           std::string{name(of.of().unit())} + " since " + to_rfc3339(of.of().epoch());
}

std::vector<std::string> in_words(const mark_history& history) {
    std::vector<std::string> lines;
    for (const auto& each : history.uses)
        lines.push_back(to_rfc3339(each.from) + " to " + to_rfc3339(each.until) + ": " + in_words(each.of));
    return lines;
}

machine_entry entry_of(const file::listed_mark& of, const std::filesystem::path& folder) {
    const std::string writer = of.process == 0 ? "a process" : "process " + std::to_string(of.process);
    return {.where = "folder " + folder.string(),
            .id = of.machine,
            .instance = writer + " (" + of.method + ")",
            .held = of.held,
            .given = true,
            .local = true,
            .mark = of.mark,
            .patterns = in_words(of.history),
            .unusable = of.unusable};
}

machine_entry entry_of(const inspected_row& of, const std::string& where) {
    return {.where = where,
            .id = of.row.id,
            .share = of.row.share,
            .instance = of.row.instance,
            .held = of.held,
            .given = of.row.given,
            .mark = of.row.mark,
            .left = of.row.left,
            .patterns = in_words(of.row.history),
            .unusable = of.unusable};
}

} // namespace

result<std::vector<machine_entry>> list_machines(const settings& from) {
    auto shared = open_shared_leases(from);
    if (!shared) return std::move(shared).error();
    const auto local = file::list_marks(from.state_dir);
    if (!local) return local.error();
    std::vector<machine_entry> all;
    for (const auto& each : *local)
        all.push_back(entry_of(each, from.state_dir));
    if (!shared->table) return all;
    auto rows = inspect(*shared->table, shared->terms);
    if (!rows) return std::move(rows).error();
    std::ranges::transform(*rows, std::back_inserter(all),
                           [&](const inspected_row& each) { return entry_of(each, shared->table->where()); });
    return all;
}

result<std::string> release_machine(const settings& from, machine_id id, bool force) {
    auto shared = open_shared_leases(from);
    if (!shared) return std::move(shared).error();
    const bool is_local = !from.machine_id.is_lent();
    const auto local = is_local ? file::release_place(from.state_dir, id) : result<void>{error{errc::not_found, ""}};
    if (!local && local.error().code != errc::not_found) return local.error();
    if (!is_local) shared->terms.memory = leases_of(from, {});
    if (shared->table) return release(*shared->table, shared->terms, id, force);
    if (local)
        return "machine ID " + std::to_string(id.value) + " may be used where " + from.state_dir.string() + " is now";
    return error{errc::not_found, "the settings name no store that holds machine IDs: machine-id.provider is none of "
                                  "database, zookeeper, etcd and kubernetes, and machine-id.register names none"};
}

} // namespace vesta::embed
