#include "environment.hpp"

#include "describe.hpp"

#include <vesta/base/number.hpp>
#include <vesta/base/quote.hpp>

#include <cstdlib>

namespace vesta::embed {
namespace {

/// A machine ID, or several separated by commas; nothing for any other text.
std::optional<std::vector<std::uint32_t>> read_machine_ids(std::string_view text) {
    std::vector<std::uint32_t> ids;
    while (const auto id = take_number<std::uint32_t>(text)) {
        ids.push_back(*id);
        if (text.empty()) return ids;
        if (!text.starts_with(',')) return {};
        text.remove_prefix(1);
    }
    return {};
}

void apply_machine_ids(settings& into, const std::string& text) {
    auto ids = read_machine_ids(text);
    if (!ids)
        throw failure{
            {errc::invalid_settings, "VESTA_MACHINE_ID is " + in_quotes(text) + "; it must be a machine ID from 0 to " +
                                         std::to_string(largest_machine_id) + ", or several separated by commas"}};
    into.machine_id.provider = id_provider::property;
    into.machine_id.property = {.ids = *std::move(ids)};
}

} // namespace

std::string environment(const char* name) {
    const char* const value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): read while settings are loaded
    return value == nullptr ? "" : value;
}

void apply_environment(settings& into) {
    if (const auto ids = environment("VESTA_MACHINE_ID"); !ids.empty()) apply_machine_ids(into, ids);
    if (const auto instance = environment("VESTA_INSTANCE"); !instance.empty()) into.instance = instance;
}

} // namespace vesta::embed
