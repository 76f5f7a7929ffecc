#include "old_settings.hpp"

#include <vesta/embed/settings.hpp>

#include <algorithm>

namespace vesta::embed {

std::optional<std::string> old_settings::value(std::initializer_list<std::string> keys) {
    for (const std::string& key : keys) {
        used_.emplace(key);
        const auto found = all_.find(key);
        if (found == all_.end() || found->second.value.empty()) continue;
        if (found->second.value.find("${") != std::string::npos)
            fail(key, "has a ${...}, which stands in a properties file or the environment; give that file, or put the "
                      "value here");
        return found->second.value;
    }
    return std::nullopt;
}

bool old_settings::has_any(std::initializer_list<std::string> keys) {
    used_.insert(keys);
    return std::ranges::any_of(keys, [this](const std::string& key) {
        const auto found = all_.find(key);
        return found != all_.end() && !found->second.value.empty();
    });
}

std::string old_settings::needed(std::initializer_list<std::string> keys) {
    if (auto found = value(keys)) return *std::move(found);
    fail(*keys.begin(), "is missing or empty");
}

void old_settings::fail(const std::string& key, const std::string& what, const std::string& written) const {
    const auto found = all_.find(written);
    const std::string line = found == all_.end() ? "" : ":" + std::to_string(found->second.line);
    throw failure{error{errc::invalid_settings, origin_ + line + ": " + key + " " + what}};
}

void old_settings::fail_unknown(const std::string& key) const {
    fail(key, "is not known here, so that what it does to IDs cannot be carried over; take it out if it does nothing "
              "to them");
}

result<std::string> checked_translation(const std::function<std::string()>& translate, std::string_view origin) {
    try {
        std::string yaml = translate();
        if (auto sound = parse_settings(yaml, "the settings for " + std::string{origin}); !sound)
            return std::move(sound).error();
        return yaml;
    } catch (const failure& reason) {
        return reason.error();
    }
}

} // namespace vesta::embed
