#include "mark_files.hpp"

#include <vesta/file/marks.hpp>

#include <algorithm>
#include <system_error>
#include <utility>

namespace vesta::file {
namespace {

std::vector<std::string> methods_of(const lease_request& request) {
    std::vector<std::string> methods;
    for (const gen_method each : request.methods)
        methods.emplace_back(name(each));
    if (request.without_method) methods.emplace_back("any");
    std::ranges::sort(methods); // one order everywhere, so that no two processes each hold half
    methods.erase(std::ranges::unique(methods).begin(), methods.end());
    return methods;
}

} // namespace

result<std::unique_ptr<high_water_mark>> open_mark(std::shared_ptr<disk> on, machine_id machine,
                                                   const lease_request& request, const mark_options& options) {
    auto files = std::make_unique<mark_files>(std::move(on), machine, request, *options.clock);
    if (auto opened = files->open(methods_of(request)); !opened) return opened.error();
    // A clock that a time server has set since knows better than one from before.
    if (const auto seen = files->last_seen(); seen && options.recall && (seen->set || !options.clock->is_set()))
        options.recall(seen->wall, boot_clock::time_point{seen->since_boot});
    std::unique_ptr<host_visit> visit;
    if (options.host != nullptr) {
        auto begun = options.host->visit();
        if (!begun) return std::move(begun).error();
        visit = *std::move(begun);
    }
    const auto now = std::chrono::floor<std::chrono::milliseconds>(options.clock->now());
    if (auto started = files->start(visit.get(), options.space, now); !started) return started.error();
    return files;
}

result<std::unique_ptr<high_water_mark>> open_mark(const std::filesystem::path& folder, machine_id machine,
                                                   const lease_request& request, const mark_options& options) {
    auto on = open_disk(folder);
    if (!on) return std::move(on).error();
    return open_mark(std::shared_ptr<disk>{*std::move(on)}, machine, request, options);
}

result<void> release_place(const std::filesystem::path& folder, machine_id machine) {
    const error none{errc::not_found,
                     "there are no marks of machine ID " + std::to_string(machine.value) + " in " + folder.string()};
    std::error_code failed;
    if (!std::filesystem::exists(folder, failed)) return none;
    auto opened = open_disk(folder);
    if (!opened) return std::move(opened).error();
    const std::shared_ptr<disk> on{*std::move(opened)};
    bool any = false;
    for (const auto& method : all_methods) {
        auto has = has_marks(*on, machine, method);
        if (!has) return std::move(has).error();
        if (!*has) continue;
        any = true;
        mark_files files{on, machine, lease_request{}, system_wall_clock()};
        if (auto held = files.open({method}); !held) return held.error();
        if (auto cleared = files.clear_place(); !cleared) return cleared;
    }
    return any ? result<void>{} : none;
}

} // namespace vesta::file
