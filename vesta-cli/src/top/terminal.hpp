#pragma once

#include <cstddef>
#include <string>
#include <termios.h>
#include <vector>

namespace vesta::cli {

/// Whether what goes to @p descriptor may have colours: it is a terminal that can, and $NO_COLOR (no-color.org) is not
/// set to anything.
bool has_colours(int descriptor);

/// The columns and lines of the terminal on standard output; 80 and 24 where it does not tell.
struct terminal_size {
    std::size_t columns = 80;
    std::size_t lines = 24;
};
terminal_size size_of_terminal();

/// The terminal on standard input and output for as long as it lives: keys come one by one and unseen, Ctrl-Z does
/// nothing, and what is drawn does not scroll what was there away. Then all is as before. One at a time.
class terminal {
  public:
    /// Throws std::system_error where it cannot be set.
    terminal();
    terminal(const terminal&) = delete;
    terminal& operator=(const terminal&) = delete;
    ~terminal();

    /// Shows @p lines, as many as fit. None of them may hold control characters but those of colours.
    static void show(const std::vector<std::string>& lines);

  private:
    termios before_{};
};

} // namespace vesta::cli
