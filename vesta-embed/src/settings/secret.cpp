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

result<void> check_secrets(const settings& of) {
    const auto password = [](const auto& from, const std::string& path) {
        return read_secret(from.password_file, from.password_env, path);
    };
    for (const auto& [name, store] : of.stores)
        if (auto read = password(store, "stores." + name); !read) return std::move(read).error();
    if (of.machine_id.zookeeper)
        if (auto read = password(*of.machine_id.zookeeper, "machine-id.zookeeper"); !read)
            return std::move(read).error();
    if (of.rpc.enabled)
        if (auto read = password(of.rpc, "rpc"); !read) return std::move(read).error();
    auto token = read_secret(of.security.token_file, of.security.token_env, "security", "token");
    if (!token) return std::move(token).error();
    return {};
}

} // namespace vesta::embed
