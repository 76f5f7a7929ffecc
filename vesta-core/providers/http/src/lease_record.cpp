#include <vesta/http/json_members.hpp>
#include <vesta/http/lease_record.hpp>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <array>
#include <optional>

namespace vesta::http {
namespace {

namespace json = boost::json;

constexpr std::int64_t format = 1;
constexpr std::chrono::hours longest_lead{48};
// Later than any layout lasts; a mark beyond it is no mark.
constexpr unix_ms latest{std::chrono::sys_days{std::chrono::year{10000} / 1 / 1}};

error damaged(const std::string& what) {
    return {errc::state_unusable, what};
}

std::int64_t count_of(unix_ms instant) {
    return instant.time_since_epoch().count();
}

/// A whole number that is not negative.
std::optional<std::int64_t> count_at(const json::object& in, std::string_view key) {
    const auto* const found = in.if_contains(key);
    const auto* const number = found == nullptr ? nullptr : found->if_int64();
    return number == nullptr || *number < 0 ? std::nullopt : std::optional{*number};
}

std::optional<bool> truth_at(const json::object& in, std::string_view key) {
    const auto* const found = in.if_contains(key);
    const auto* const truth = found == nullptr ? nullptr : found->if_bool();
    return truth == nullptr ? std::nullopt : std::optional{*truth};
}

/// A later instant is as wrong as none.
std::optional<unix_ms> instant_at(const json::object& in, std::string_view key) {
    const auto count = count_at(in, key);
    if (!count || *count > count_of(latest)) return std::nullopt;
    return unix_ms{std::chrono::milliseconds{*count}};
}

bool has_texts(const json::object& in) {
    return std::ranges::all_of(std::array{"instance", "token", "reign", "uses"}, [&](std::string_view key) {
        const auto* const found = in.if_contains(key);
        return found != nullptr && found->is_string();
    });
}

} // namespace

std::string write_lease(const lease_row& row, unix_ms ends, const std::string& reign) {
    return json::serialize(json::object{{"format", format},
                                        {"instance", row.instance},
                                        {"token", row.token},
                                        {"mark", count_of(row.mark)},
                                        {"ends", count_of(ends)},
                                        {"lead-ms", row.lead.count()},
                                        {"given", row.given},
                                        {"reign", reign},
                                        {"uses", row.history.text()}});
}

result<void> read_lease(std::string_view text, unix_ms now, lease_row& into) {
    boost::system::error_code no_json;
    const auto value = json::parse(json::string_view{text}, no_json);
    const auto* const row = no_json ? nullptr : value.if_object();
    if (row == nullptr) return damaged("it is no JSON object");
    const auto version = count_at(*row, "format");
    if (version && *version > format)
        return damaged("its format is " + std::to_string(*version) +
                       ": a newer program wrote it, and must be used for it");
    const auto mark = instant_at(*row, "mark"), ends = instant_at(*row, "ends");
    const auto lead = count_at(*row, "lead-ms");
    const auto given = truth_at(*row, "given");
    if (!version || !mark || !ends || !given || !lead || std::chrono::milliseconds{*lead} > longest_lead)
        return damaged("its format, mark, ends, lead-ms or given is missing, or out of its range");
    if (!has_texts(*row)) return damaged("its instance, token, reign or uses is missing, or no text");
    auto history = mark_history::parse(text_at(*row, "uses"));
    if (!history) return std::move(history).error();
    into.instance = text_at(*row, "instance");
    into.token = text_at(*row, "token");
    into.mark = *mark;
    into.left = *ends - now;
    into.lead = std::chrono::milliseconds{*lead};
    into.given = *given;
    into.server = text_at(*row, "reign");
    into.history = *std::move(history);
    return {};
}

} // namespace vesta::http
