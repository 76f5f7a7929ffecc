#include "inline_words.hpp"

#include <vesta/base/ascii.hpp>
#include <vesta/rpc/protocol/command_parser.hpp>

namespace vesta::rpc {
namespace {

constexpr std::size_t most_digits = 10; // a longer length is beyond every limit

/// Whether @p c can begin an inline command. A TLS greeting cannot, for example; its sender would wait for ever.
bool begins_a_line(char c) noexcept {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 || c == '\r' || c == '\n' || c == '\t';
}

} // namespace

parse_status command_parser::parse(std::string_view input) {
    if (input.empty()) return parse_status::incomplete;
    if (!missing_ && input.front() != '*') return parse_inline(input);
    return parse_array(input);
}

parse_status command_parser::parse_array(std::string_view input) {
    if (!missing_) {
        slices_.clear();
        std::size_t count = 0;
        const auto header = read_header(input, "invalid multibulk length", count);
        if (header != parse_status::complete) return header;
        if (count > limits_.arguments)
            return fail("a command has at most " + std::to_string(limits_.arguments) + " arguments");
        missing_ = count;
    }
    while (*missing_ != 0) {
        const auto argument = parse_argument(input);
        if (argument != parse_status::complete) return argument;
        --*missing_;
    }
    arguments_.clear();
    for (const slice& each : slices_)
        arguments_.push_back(input.substr(each.at, each.size));
    return finish();
}

parse_status command_parser::parse_argument(std::string_view input) {
    if (!body_size_) {
        if (at_ >= input.size()) return parse_status::incomplete;
        if (input[at_] != '$') return fail(std::string{"expected '$', got '"} + input[at_] + "'");
        std::size_t size = 0;
        const auto header = read_header(input, "invalid bulk length", size);
        if (header != parse_status::complete) return header;
        if (size > limits_.argument_bytes)
            return fail("an argument has at most " + std::to_string(limits_.argument_bytes) + " bytes");
        if (at_ + size + 2 > limits_.command_bytes)
            return fail("a command has at most " + std::to_string(limits_.command_bytes) + " bytes");
        body_size_ = size;
    }
    if (input.size() - at_ < *body_size_ + 2) return parse_status::incomplete;
    if (input[at_ + *body_size_] != '\r' || input[at_ + *body_size_ + 1] != '\n')
        return fail("expected the end of a line after an argument");
    slices_.push_back({at_, *body_size_});
    at_ += *body_size_ + 2;
    body_size_.reset();
    return parse_status::complete;
}

/// Reads the mark at `at_`, digits and the end of the line.
parse_status command_parser::read_header(std::string_view input, std::string_view problem, std::size_t& number) {
    std::size_t at = at_ + 1;
    number = 0;
    while (at < input.size() && is_digit(input[at]) && at - at_ <= most_digits)
        number = number * 10 + static_cast<std::size_t>(input[at++] - '0');
    const bool no_digits = at == at_ + 1;
    if (at < input.size() && (no_digits || input[at] != '\r')) return fail(std::string{problem});
    if (at + 1 < input.size() && input[at + 1] != '\n') return fail(std::string{problem});
    if (at + 1 >= input.size()) return parse_status::incomplete;
    at_ = at + 2;
    return parse_status::complete;
}

parse_status command_parser::parse_inline(std::string_view input) {
    if (!begins_a_line(input.front())) return fail("a command begins with '*' or a word");
    const auto end = input.find('\n', searched_);
    if (end >= limits_.command_bytes && input.size() >= limits_.command_bytes) return fail("too big inline request");
    if (end == std::string_view::npos) {
        searched_ = input.size();
        return parse_status::incomplete;
    }
    auto line = input.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    arguments_.clear();
    if (!detail::split_words(line, arguments_, unquoted_)) return fail("unbalanced quotes in request");
    if (arguments_.size() > limits_.arguments)
        return fail("a command has at most " + std::to_string(limits_.arguments) + " arguments");
    at_ = end + 1;
    return finish();
}

parse_status command_parser::finish() {
    consumed_ = at_;
    at_ = 0;
    searched_ = 0;
    missing_.reset();
    return parse_status::complete;
}

parse_status command_parser::fail(std::string problem) {
    problem_ = "Protocol error: " + std::move(problem);
    return parse_status::failed;
}

} // namespace vesta::rpc
