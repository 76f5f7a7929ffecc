#include "known_file.hpp"
#include "sealed_text.hpp"

#include <vesta/file/format_memory.hpp>

#include <optional>
#include <string>
#include <utility>

namespace vesta::file {
namespace {

constexpr std::string_view first_line_of_format = "vesta-format 1\n";

std::string write_format(std::string_view tag, std::string_view what) {
    std::string text{first_line_of_format};
    text.append("tag ").append(tag).append("\nas ").append(what) += '\n';
    return seal(std::move(text));
}

/// What is kept of the format of @p tag; nothing if there is no file.
result<std::optional<std::string>> read_format(const known_file& in, std::string_view tag) {
    const auto text = in.load();
    if (!text) return text.error();
    if (!*text) return std::optional<std::string>{};
    const error damaged{errc::state_unusable, "it is damaged: its content and its checksum do not fit"};
    const auto lines = check_seal(**text);
    if (!lines || !lines->starts_with(first_line_of_format)) return damaged;
    std::string_view rest = lines->substr(first_line_of_format.size());
    const auto of = take_line(rest, "tag");
    const auto what = take_line(rest, "as");
    if (of != tag || !what || !rest.empty()) return damaged;
    return std::optional{std::string{*what}};
}

} // namespace

result<void> keep_format(std::filesystem::path path, std::string_view tag, std::string_view what, log_sink log) {
    known_file file{std::move(path), std::move(log)};
    auto kept = read_format(file, tag);
    if (kept && !*kept) {
        // Another process may have been faster: what it wrote stays.
        const auto what_is_there = [&] {
            const auto text = file.load();
            return text && *text ? **text : write_format(tag, what);
        };
        file.rewrite(what_is_there, true, "a format that is changed later is not noticed");
        kept = read_format(file, tag);
    }
    if (!kept) return error{kept.error().code, file.path().string() + ": " + kept.error().message};
    if (!*kept || **kept == what) return {};
    return error{errc::invalid_settings, "formats." + std::string{tag} + " was " + **kept + ", and is " +
                                             std::string{what} +
                                             ": texts could be given again. Only the zone and the width may change; "
                                             "take another tag, or, if no text of the old format was used, remove " +
                                             file.path().string()};
}

} // namespace vesta::file
