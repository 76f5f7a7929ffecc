#include "first_line.hpp"

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace vesta::kubernetes {
namespace {

constexpr std::size_t longest_line = 64 * 1024;

error unreadable(const std::string& file, const std::string& why) {
    return {errc::invalid_settings, file + " cannot be read: " + why};
}

} // namespace

result<std::string> first_line_of(const std::string& file) {
    std::error_code failed;
    const auto what = std::filesystem::status(file, failed); // opening a pipe would wait for its writer
    if (failed) return unreadable(file, failed.message());
    if (!std::filesystem::is_regular_file(what)) return unreadable(file, "it is no regular file");
    std::ifstream in{file};
    if (!in) return unreadable(file, std::generic_category().message(errno));
    std::string text(longest_line, '\0');
    in.read(text.data(), longest_line);
    text.resize(static_cast<std::size_t>(in.gcount()));
    const auto end = text.find('\n');
    if (end == std::string::npos && text.size() == longest_line)
        return unreadable(file, "its first line is longer than 64 KiB");
    return text.substr(0, end);
}

} // namespace vesta::kubernetes
