#pragma once

#include <vesta/base/result.hpp>
#include <vesta/embed/settings.hpp>
#include <vesta/id/text_form.hpp>

#include <CLI/CLI.hpp>

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace vesta::cli {

/// The program's exit codes.
enum exit_code : int { done = 0, failed = 1, wrong_usage = 2 };

/// The command-line options that all commands share.
struct common_options {
    std::string config; ///< empty: found by find_settings()
};

/// The file of --config, else one of the usual places.
///
/// Errors: `invalid_settings` if there is none.
result<std::filesystem::path> settings_file(const common_options& common);

/// The settings of --config or of the usual places.
result<embed::settings> load(const common_options& common);

/// Prints "vesta: <message>" on stderr in one line, whatever the message quotes; returns the exit code for the error.
int report(const error& reason);

/// For options that take a number: decimal digits only. CLI11 alone reads -1 as 18446744073709551615.
extern const CLI::Validator whole_number;

/// Adds --as, which says what text form IDs have; with @p formatted it may be `formatted` as well, which sets that.
void add_form(CLI::App& command, std::optional<text_form>& to, const std::string& what, bool* formatted = nullptr);

/// Runs a command. Each command adds itself to the program and runs if it was chosen.
using runner = std::function<int()>;
runner add_gen(CLI::App& program, const common_options& common);
runner add_explain(CLI::App& program, const common_options& common);
runner add_make(CLI::App& program, const common_options& common);
runner add_time(CLI::App& program, const common_options& common);
runner add_range(CLI::App& program, const common_options& common);
runner add_check(CLI::App& program, const common_options& common);
runner add_machines(CLI::App& program, const common_options& common);
runner add_migrate(CLI::App& program, const common_options& common);
runner add_adopt(CLI::App& program, const common_options& common);
runner add_audit(CLI::App& program, const common_options& common);
runner add_sharded(CLI::App& program, const common_options& common);
runner add_token(CLI::App& program, const common_options& common);
runner add_tags(CLI::App& program, const common_options& common);
runner add_top(CLI::App& program, const common_options& common);
runner add_gapless(CLI::App& program, const common_options& common);
runner add_serve(CLI::App& program, const common_options& common);
runner add_completion(CLI::App& program, const common_options& common);
runner add_manual(CLI::App& program, const common_options& common);

} // namespace vesta::cli
