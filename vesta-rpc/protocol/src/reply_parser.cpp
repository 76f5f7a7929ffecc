#include <vesta/base/number.hpp>
#include <vesta/rpc/protocol/reply_parser.hpp>

#include <algorithm>
#include <charconv>
#include <limits>

namespace vesta::rpc {
namespace {

constexpr std::size_t longest_number_line = 64;

bool is_text_line(char mark) noexcept {
    return mark == '+' || mark == '-' || mark == '(';
}

bool has_text(reply_type type) noexcept {
    switch (type) {
    case reply_type::simple:
    case reply_type::error:
    case reply_type::bulk:
    case reply_type::verbatim:
    case reply_type::real:
    case reply_type::big_number:
        return true;
    case reply_type::integer:
    case reply_type::null:
    case reply_type::boolean:
    case reply_type::array:
    case reply_type::map:
    case reply_type::set:
    case reply_type::push:
        break;
    }
    return false;
}

bool is_real(std::string_view text) noexcept {
    double value = 0;
    if (text.starts_with('+')) text.remove_prefix(1);
    const auto end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, value);
    return read.ec != std::errc::invalid_argument && read.ptr == end && !text.empty();
}

bool is_big_number(std::string_view text) noexcept {
    if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace

parse_status reply_parser::parse(std::string_view input) {
    if (!begun_) {
        nodes_.clear();
        begun_ = true;
    }
    // Bytes beyond the limit are ignored, so that a reply too large fails in the same way however its bytes arrive.
    input = input.substr(0, limits_.reply_bytes);
    do {
        const auto value = parse_value(input);
        if (value == parse_status::incomplete && input.size() == limits_.reply_bytes)
            return fail("a reply has at most " + std::to_string(limits_.reply_bytes) + " bytes");
        if (value != parse_status::complete) return value;
    } while (!open_.empty() || nodes_.empty());
    return finish(input);
}

parse_status reply_parser::parse_value(std::string_view input) {
    if (body_size_) return parse_body(input);
    if (at_ >= input.size()) return parse_status::incomplete;
    if (nodes_.size() >= limits_.nodes) return fail("a reply has at most " + std::to_string(limits_.nodes) + " values");
    if (input[at_] == ':') return parse_integer(input);
    return parse_line(input);
}

parse_status reply_parser::parse_integer(std::string_view input) {
    std::size_t at = at_ + 1;
    const bool negative = at < input.size() && input[at] == '-';
    if (at < input.size() && (negative || input[at] == '+')) ++at;
    constexpr std::size_t most_digits = 19;
    const std::size_t first = at;
    std::uint64_t size = 0;
    while (at < input.size() && input[at] >= '0' && input[at] <= '9' && at - first < most_digits)
        size = size * 10 + static_cast<std::uint64_t>(input[at++] - '0');
    const bool ends = at < input.size() && input[at] == '\r';
    if (at < input.size() && (!ends || at == first)) return fail("an integer is not a number of 64 bits");
    if (at + 1 < input.size() && input[at + 1] != '\n') return fail("an integer does not end its line");
    if (at + 1 >= input.size()) return parse_status::incomplete;
    constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (size > most + (negative ? 1 : 0)) return fail("an integer is not a number of 64 bits");
    at_ = at + 2;
    return add({.type = reply_type::integer, .integer = static_cast<std::int64_t>(negative ? 0 - size : size)});
}

parse_status reply_parser::parse_line(std::string_view input) {
    const char mark = input[at_];
    const auto end = input.find('\n', std::max(searched_, at_));
    searched_ = input.size();
    const std::size_t longest = is_text_line(mark) ? limits_.text_bytes : longest_number_line;
    if (std::min(end, input.size()) - at_ > longest + 2) return fail("a line is too long");
    if (end == std::string_view::npos) return parse_status::incomplete;
    if (end < at_ + 2 || input[end - 1] != '\r') return fail("a line does not end with CR LF");
    const auto line = input.substr(at_ + 1, end - at_ - 2);
    const std::size_t begin = at_ + 1;
    at_ = end + 1;
    searched_ = at_;
    switch (mark) {
    case '+':
        return add_text(reply_type::simple, begin, line.size());
    case '-':
        return add_text(reply_type::error, begin, line.size());
    case ',':
        if (is_real(line)) return add_text(reply_type::real, begin, line.size());
        return fail("a double is not a number");
    case '(':
        if (is_big_number(line)) return add_text(reply_type::big_number, begin, line.size());
        return fail("a big number is not a number");
    default:
        return read_line(mark, line);
    }
}

parse_status reply_parser::read_line(char mark, std::string_view line) {
    switch (mark) {
    case '_':
        if (line.empty()) return add({.type = reply_type::null});
        return fail("a null has a value");
    case '#':
        if (line == "t" || line == "f") return add({.type = reply_type::boolean, .integer = line == "t" ? 1 : 0});
        return fail("a boolean is neither t nor f");
    case '$':
        return begin_body(reply_type::bulk, line);
    case '=':
        return begin_body(reply_type::verbatim, line);
    case '!':
        return begin_body(reply_type::error, line);
    case '*':
    case '%':
    case '~':
    case '>':
    case '|':
        return begin_aggregate(mark, line);
    default:
        return fail("a value begins with none of RESP's marks");
    }
}

parse_status reply_parser::begin_body(reply_type type, std::string_view size) {
    if (type == reply_type::bulk && size == "-1") return add({.type = reply_type::null});
    const auto bytes = read_number<std::size_t>(size);
    if (!bytes) return fail("the length of a string is not a number");
    if (*bytes > limits_.text_bytes)
        return fail("a string has at most " + std::to_string(limits_.text_bytes) + " bytes");
    body_size_ = bytes;
    body_type_ = type;
    return parse_status::complete;
}

parse_status reply_parser::parse_body(std::string_view input) {
    const std::size_t size = *body_size_;
    if (input.size() - at_ < size + 2) return parse_status::incomplete;
    if (input.substr(at_ + size, 2) != "\r\n") return fail("a string does not end where it should");
    if (body_type_ == reply_type::verbatim && (size < 4 || input[at_ + 3] != ':'))
        return fail("a verbatim string does not name its format");
    body_size_.reset();
    const std::size_t begin = at_;
    at_ += size + 2;
    return add_text(body_type_, begin, size);
}

parse_status reply_parser::begin_aggregate(char mark, std::string_view size) {
    if (mark == '*' && size == "-1") return add({.type = reply_type::null});
    const auto given = read_number<std::size_t>(size);
    if (!given) return fail("the length of an aggregate is not a number");
    const std::size_t count = *given;
    if (count > limits_.nodes) return fail("a reply has at most " + std::to_string(limits_.nodes) + " values");
    if (open_.size() >= limits_.depth)
        return fail("aggregates lie in each other at most " + std::to_string(limits_.depth) + " deep");
    if (mark == '|') {
        open_.push_back({2 * count, nodes_.size()});
        close_full_aggregates();
        return parse_status::complete;
    }
    if (mark == '>' && !open_.empty()) return fail("a push lies within a reply");
    const bool pairs = mark == '%';
    const auto type = pairs         ? reply_type::map
                      : mark == '~' ? reply_type::set
                      : mark == '>' ? reply_type::push
                                    : reply_type::array;
    const std::size_t members = pairs ? 2 * count : count;
    if (!open_.empty()) --open_.back().missing;
    nodes_.push_back({.type = type, .count = members});
    open_.push_back({members, std::nullopt});
    close_full_aggregates();
    return parse_status::complete;
}

parse_status reply_parser::add(reply_node node) {
    nodes_.push_back(node);
    if (!open_.empty()) {
        --open_.back().missing;
        close_full_aggregates();
    }
    return parse_status::complete;
}

parse_status reply_parser::add_text(reply_type type, std::size_t at, std::size_t size) {
    texts_ = true;
    return add({.type = type, .count = size, .integer = static_cast<std::int64_t>(at)});
}

void reply_parser::close_full_aggregates() {
    while (!open_.empty() && open_.back().missing == 0) {
        if (open_.back().attribute) nodes_.resize(*open_.back().attribute);
        open_.pop_back();
    }
}

parse_status reply_parser::finish(std::string_view input) {
    if (texts_) {
        for (reply_node& each : nodes_) {
            if (!has_text(each.type)) continue;
            each.text = input.substr(static_cast<std::size_t>(each.integer), each.count);
            each.integer = 0;
            each.count = 0;
        }
    }
    consumed_ = at_;
    at_ = 0;
    searched_ = 0;
    begun_ = false;
    texts_ = false;
    return parse_status::complete;
}

parse_status reply_parser::fail(std::string problem) {
    problem_ = std::move(problem);
    return parse_status::failed;
}

} // namespace vesta::rpc
