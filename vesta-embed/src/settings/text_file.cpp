#include "text_file.hpp"

#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>

namespace vesta::embed {
namespace {

constexpr std::size_t most = 1 << 20;

struct file_closer {
    void operator()(std::FILE* file) const noexcept { std::fclose(file); }
};

} // namespace

result<std::string> read_text_file(const std::filesystem::path& file) {
    const auto unreadable = [&](const std::string& why) {
        return error{errc::invalid_settings, "cannot read " + file.string() + ": " + why};
    };
    const std::unique_ptr<std::FILE, file_closer> in{std::fopen(file.c_str(), "rbe")};
    if (!in) return unreadable(std::generic_category().message(errno));
    std::string text(most + 1, '\0');
    text.resize(std::fread(text.data(), 1, text.size(), in.get()));
    if (std::ferror(in.get()) != 0) return unreadable(std::generic_category().message(errno));
    if (text.size() > most) return unreadable("it is larger than 1 MiB");
    return text;
}

} // namespace vesta::embed
