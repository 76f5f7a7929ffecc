#include "environment.hpp"
#include "text_file.hpp"

namespace vesta::embed {
namespace {

std::string without_line_end(std::string text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r'))
        text.pop_back();
    return text;
}

} // namespace

result<std::string> read_secret(const std::string& file, const std::string& variable, const std::string& path,
                                std::string_view what) {
    const std::string setting = path + '.' + std::string{what};
    if (!variable.empty()) {
        if (auto value = environment(variable.c_str()); !value.empty()) return value;
        return error{errc::invalid_settings, setting + "-env names " + variable + ", which is not set"};
    }
    if (file.empty()) return std::string{};
    auto text = read_text_file(file);
    if (!text) return error{errc::invalid_settings, setting + "-file: " + text.error().message};
    auto secret = without_line_end(*std::move(text));
    if (secret.empty()) return error{errc::invalid_settings, setting + "-file " + file + " is empty"};
    return secret;
}

} // namespace vesta::embed
