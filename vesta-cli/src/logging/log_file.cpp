#include "log_file.hpp"

#include <vesta/base/background.hpp>

#include <sys/stat.h>

#include <cerrno>
#include <fcntl.h>
#include <string_view>
#include <system_error>
#include <unistd.h>

namespace vesta::cli {
namespace {

constexpr mode_t for_owner_and_group = 0640;

bool write_all(int to, std::string_view bytes) noexcept {
    while (!bytes.empty()) {
        const auto written = ::write(to, bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR) return false;
        if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

} // namespace

result<descriptor> open_log(const std::filesystem::path& path) {
    // Never waits for a reader, should it be a pipe.
    constexpr int how = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK;
    descriptor opened{path.empty() ? ::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
                                   : ::open(path.c_str(), how, for_owner_and_group)};
    const int why = errno;
    if (opened.number() < 0)
        return error{errc::invalid_settings,
                     "the log cannot be written to " + (path.empty() ? "standard error" : path.string()) + ": " +
                         (why == ELOOP ? "it is a symbolic link" : std::generic_category().message(why))};
    if (!path.empty()) ::fcntl(opened.number(), F_SETFL, O_APPEND); // the pipe has a reader; lines wait for it
    return opened;
}

void log_file::replace(const descriptor& fresh, embed::log_format format) noexcept {
    in_json_.store(format == embed::log_format::json, std::memory_order_relaxed);
    ::dup3(fresh.number(), to_.number(), O_CLOEXEC);
}

void log_file::sink_it_(const spdlog::details::log_msg& line) {
    spdlog::memory_buf_t formatted;
    (in_json_.load(std::memory_order_relaxed) ? json_ : text_).format(line, formatted);
    if (!write_all(to_.number(), {formatted.data(), formatted.size()})) lost_.fetch_add(1, std::memory_order_relaxed);
}

} // namespace vesta::cli
