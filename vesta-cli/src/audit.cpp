#include "find_layout.hpp"
#include "survey_files.hpp"
#include "survey_output.hpp"

#include <vesta/embed/byte_count.hpp>
#include <vesta/survey/audit.hpp>
#include <vesta/time/clock.hpp>

#include <cstdlib>
#include <memory>
#include <unistd.h>

namespace vesta::cli {
namespace {

struct audit_command {
    survey_files from;
    std::string generator;
    bool numbers = false;
    bool json = false;
    std::string memory = "256MiB";
    std::string folder;
};

/// The generator's layout, unless its IDs have none.
struct audited {
    survey::audit_options options;
    std::shared_ptr<const scheme> by;
};

std::filesystem::path usual_folder() {
    const char* const named = std::getenv("TMPDIR"); // NOLINT(concurrency-mt-unsafe): no thread yet
    return named == nullptr || *named == '\0' ? "/tmp" : named;
}

/// The kind of the generator in the settings; empty where there are no settings, or no such generator.
std::string kind_of(const std::string& generator, const common_options& common) {
    const auto settings = load(common);
    const auto* const named = settings ? settings->generator(generator) : nullptr;
    return named == nullptr ? "" : std::string{named->kind};
}

result<audited> what_to_audit(const audit_command& by, const common_options& common) {
    audited made;
    const auto memory = embed::parse_byte_count(by.memory);
    if (!memory) return error{memory.error().code, "--memory: " + memory.error().message};
    const auto all =
        static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(::sysconf(_SC_PAGE_SIZE));
    if (*memory < embed::mebibyte || memory->value > all)
        return error{errc::invalid_argument,
                     "--memory is " + by.memory + "; it must be 1MiB to all that this host has"};
    made.options.memory = memory->value;
    made.options.folder = by.folder.empty() ? usual_folder() : std::filesystem::path{by.folder};
    made.options.now = std::chrono::floor<std::chrono::milliseconds>(system_wall_clock().now());
    const std::string kind = by.numbers ? "segment" : kind_of(by.generator, common);
    made.options.gaps = kind == "segment";
    if (kind == "segment" || kind == "sharded") return made;
    auto layout = find_layout(common, by.generator, "");
    if (!layout) return std::move(layout).error();
    if (layout->both)
        return error{
            errc::invalid_argument,
            "these IDs are of two layouts in turn (then): audit those of each with settings that have it alone"};
    if (layout->outward)
        return error{errc::invalid_argument, "these IDs leave in outward form; audit them as --numbers, or by their "
                                             "layout's name what `vesta explain` shows of them"};
    made.by = layout->family;
    made.options.by = made.by.get();
    return made;
}

int run(audit_command& by, const common_options& common) {
    const auto what = what_to_audit(by, common);
    if (!what) return report(what.error());
    survey::audit all{what->options};
    const survey::list_visitor to{
        .read = [&](survey::place at, id value, std::optional<unix_ms>) { return all.add(at, value); },
        .unreadable =
            [&](survey::place at, std::string_view text) {
                all.add_unreadable(at, text);
                return result<void>{};
            }};
    const auto taken = read_files(by.from, common, to, [&] { return all.size(); });
    if (!taken) return report(taken.error());
    if (all.size() == 0) {
        report({errc::invalid_argument, "there are no IDs"});
        return failed;
    }
    progress_line progress{"comparing"};
    const auto found = all.finish([&](std::uint64_t compared) { progress.show(compared); });
    progress.end();
    if (!found) return report(found.error());
    const survey_names named{by.from.names, what->options.by, what->options.gaps};
    if (by.json) {
        print_json(*found, named);
    } else {
        print_text(*found, named);
    }
    return found->is_clean() ? done : failed;
}

} // namespace

runner add_audit(CLI::App& program, const common_options& common) {
    auto options = std::make_shared<audit_command>();
    auto& command = *program.add_subcommand("audit", "Find duplicates and impossible times among IDs");
    add_files(command, options->from);
    auto* const generator = command.add_option("-g,--generator", options->generator,
                                               "A generator of the settings, or a layout: vesta-2018, ...");
    command.add_flag("--numbers", options->numbers, "Numbers of segments: without fields, and gaps matter")
        ->excludes(generator);
    command.add_option("--memory", options->memory, "How much to use, as 256MiB; more IDs are sorted on a disk");
    command.add_option("--folder", options->folder, "Where to sort them, else $TMPDIR or /tmp");
    command.add_flag("--json", options->json, "One JSON object");
    return [options, &common] { return run(*options, common); };
}

} // namespace vesta::cli
