#include "terminal.hpp"

#include <sys/ioctl.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <string_view>
#include <system_error>
#include <unistd.h>

namespace vesta::cli {
namespace {

// ECMA-48, and xterm's private modes: the other screen, no cursor, and long lines end at the edge.
constexpr std::string_view enter = "\x1b[?1049h\x1b[?25l\x1b[?7l";
constexpr std::string_view leave = "\x1b[?7h\x1b[?25h\x1b[?1049l";
constexpr std::string_view to_the_top = "\x1b[H";
constexpr std::string_view clear_to_the_right = "\x1b[K";
constexpr std::string_view clear_below = "\x1b[J";

std::string_view variable(const char* name) {
    const char* const value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): nothing sets it
    return value == nullptr ? "" : value;
}

} // namespace

bool has_colours(int descriptor) {
    return ::isatty(descriptor) == 1 && variable("NO_COLOR").empty() && variable("TERM") != "dumb";
}

terminal_size size_of_terminal() {
    winsize told{};
    terminal_size size;
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &told) != 0) return size;
    if (told.ws_col != 0) size.columns = told.ws_col;
    if (told.ws_row != 0) size.lines = told.ws_row;
    return size;
}

terminal::terminal() {
    if (::tcgetattr(STDIN_FILENO, &before_) != 0)
        throw std::system_error{errno, std::generic_category(), "cannot read the terminal's modes"};
    termios now = before_;
    now.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    now.c_cc[VSUSP] = now.c_cc[VQUIT] = _POSIX_VDISABLE;
    if (::tcsetattr(STDIN_FILENO, TCSANOW, &now) != 0)
        throw std::system_error{errno, std::generic_category(), "cannot set the terminal's modes"};
    // The handler does nothing: a wait that it ends is what tells.
    struct sigaction told{};
    told.sa_handler = [](int) {};
    ::sigaction(SIGWINCH, &told, nullptr);
    std::cout << enter << std::flush;
}

terminal::~terminal() {
    std::cout << leave << std::flush;
    ::tcsetattr(STDIN_FILENO, TCSANOW, &before_);
}

void terminal::show(const std::vector<std::string>& lines) {
    const std::size_t fitting = std::min(lines.size(), size_of_terminal().lines);
    std::cout << to_the_top;
    for (std::size_t i = 0; i < fitting; ++i)
        std::cout << lines[i] << clear_to_the_right << (i + 1 < fitting ? "\n" : "");
    std::cout << clear_below << std::flush;
}

} // namespace vesta::cli
