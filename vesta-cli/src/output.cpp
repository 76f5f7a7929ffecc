#include "output.hpp"

#include <cerrno>
#include <cstdio>
#include <system_error>
#include <unistd.h>

namespace vesta::cli {
namespace {

bool write_all(std::string_view text, const stop_signal& stop) {
    while (!text.empty()) {
        if (stop.received() != 0) return false;
        const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0 && errno == EPIPE) return false;
        if (written < 0) throw std::system_error{errno, std::generic_category(), "cannot write to standard output"};
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

} // namespace

id_output::id_output(std::uint64_t total, const id_style& style, const stop_signal& stop)
    : total_{total}, stop_{stop}, as_{style.as.value_or(text_form::decimal)},
      before_{(style.json ? R"({"id":")" : "") + style.prefix}, after_{style.json ? "\"}\n" : "\n"},
      with_progress_{::isatty(STDERR_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 0} {}

id_output::~id_output() {
    if (line_open_) std::fputc('\n', stderr);
}

bool id_output::send(std::size_t count) {
    if (!write_all(text_, stop_)) return false;
    written_ += count;
    if (with_progress_) show_progress();
    return true;
}

void id_output::show_progress() {
    using namespace std::chrono;
    const auto now = steady_clock::now();
    if (now - shown_ < seconds{1}) return;
    shown_ = now;
    line_open_ = true;
    const double rate = static_cast<double>(written_) / duration<double>(now - started_).count();
    std::fprintf(stderr, "\r%llu of %llu IDs, %.0f a second ", static_cast<unsigned long long>(written_),
                 static_cast<unsigned long long>(total_), rate);
}

} // namespace vesta::cli
