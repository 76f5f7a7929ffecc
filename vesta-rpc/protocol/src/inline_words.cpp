#include "inline_words.hpp"

#include <charconv>

namespace vesta::rpc::detail {
namespace {

bool is_space(char c) noexcept {
    return c == ' ' || (c >= '\t' && c <= '\r') || c == '\0';
}

char control(char escaped) noexcept {
    switch (escaped) {
    case 'n':
        return '\n';
    case 'r':
        return '\r';
    case 't':
        return '\t';
    case 'b':
        return '\b';
    case 'a':
        return '\a';
    default:
        return escaped;
    }
}

/// Reads the escape that follows a backslash within double quotes.
void read_escape(std::string_view line, std::size_t& at, std::string& to) {
    unsigned char byte = 0;
    if (line[at] == 'x' && line.size() - at > 2) {
        const auto hex = std::from_chars(line.data() + at + 1, line.data() + at + 3, byte, 16);
        if (hex.ec == std::errc{} && hex.ptr == line.data() + at + 3) {
            to += static_cast<char>(byte);
            at += 3;
            return;
        }
    }
    to += control(line[at++]);
}

/// Reads from behind an opening @p quote to behind the closing one. False if there is none.
bool read_quoted(std::string_view line, std::size_t& at, char quote, std::string& to) {
    while (at < line.size()) {
        const char c = line[at++];
        if (c == quote) return true;
        const bool escapes = c == '\\' && at < line.size() && (quote == '"' || line[at] == quote);
        if (!escapes) {
            to += c;
        } else if (quote == '"') {
            read_escape(line, at, to);
        } else {
            to += line[at++];
        }
    }
    return false;
}

/// Reads a word with quotes in it. False if they do not close, or if text follows them.
bool read_word(std::string_view line, std::size_t& at, std::string& to) {
    while (at < line.size() && !is_space(line[at])) {
        const char c = line[at++];
        if (c != '"' && c != '\'') {
            to += c;
            continue;
        }
        if (!read_quoted(line, at, c, to)) return false;
        if (at < line.size() && !is_space(line[at])) return false;
    }
    return true;
}

} // namespace

bool split_words(std::string_view line, std::vector<std::string_view>& words, std::string& unquoted) {
    unquoted.clear();
    unquoted.reserve(line.size()); // views into it must stay valid
    std::size_t at = 0;
    for (;;) {
        while (at < line.size() && is_space(line[at]))
            ++at;
        if (at == line.size()) return true;
        const std::size_t begin = at;
        while (at < line.size() && !is_space(line[at]) && line[at] != '"' && line[at] != '\'')
            ++at;
        if (at == line.size() || is_space(line[at])) {
            words.push_back(line.substr(begin, at - begin));
            continue;
        }
        const std::size_t kept = unquoted.size();
        at = begin;
        if (!read_word(line, at, unquoted)) return false;
        words.push_back(std::string_view{unquoted}.substr(kept));
    }
}

} // namespace vesta::rpc::detail
