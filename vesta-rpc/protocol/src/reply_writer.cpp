#include <vesta/id/decimal.hpp>
#include <vesta/rpc/protocol/reply_writer.hpp>

#include <algorithm>

namespace vesta::rpc {
namespace {

constexpr std::size_t line_room = decimal_room + 3; // a mark, a number and the end of the line

char* write_end(char* to) noexcept {
    to[0] = '\r';
    to[1] = '\n';
    return to + 2;
}

char* write_number(char* to, char mark, std::int64_t value) noexcept {
    *to = mark;
    return write_end(write_decimal(to + 1, value));
}

} // namespace

void reply_writer::header(char mark, std::size_t count) {
    char* const begin = to_.reserve(line_room);
    to_.commit(static_cast<std::size_t>(write_number(begin, mark, static_cast<std::int64_t>(count)) - begin));
}

void reply_writer::integer(std::int64_t value) {
    char* const begin = to_.reserve(line_room);
    to_.commit(static_cast<std::size_t>(write_number(begin, ':', value) - begin));
}

void reply_writer::integers(std::span<const id> values) {
    char* const begin = to_.reserve(values.size() * line_room);
    char* end = begin;
    decimal_series decimals;
    for (const id each : values) {
        *end = ':';
        end = write_end(decimals.write(end + 1, each.value));
    }
    to_.commit(static_cast<std::size_t>(end - begin));
}

void reply_writer::line(std::string_view text) {
    char* const begin = to_.reserve(text.size() + 2);
    char* const end = std::ranges::copy(text, begin).out;
    std::replace_if(begin, end, [](char c) { return c == '\r' || c == '\n'; }, ' ');
    write_end(end);
    to_.commit(text.size() + 2);
}

void reply_writer::simple(std::string_view text) {
    to_.append("+");
    line(text);
}

void reply_writer::error(std::string_view word, std::string_view text) {
    to_.append("-");
    to_.append(word);
    to_.append(" ");
    line(text);
}

void reply_writer::bulk(std::string_view bytes) {
    header('$', bytes.size());
    to_.append(bytes);
    to_.append("\r\n");
}

void reply_writer::verbatim(std::string_view text) {
    if (version_ == resp_version::resp2) return bulk(text);
    constexpr std::string_view plain = "txt:";
    header('=', plain.size() + text.size());
    to_.append(plain);
    to_.append(text);
    to_.append("\r\n");
}

void reply_writer::null() {
    to_.append(version_ == resp_version::resp2 ? "$-1\r\n" : "_\r\n");
}

void reply_writer::array(std::size_t members) {
    header('*', members);
}

void reply_writer::map(std::size_t pairs) {
    if (version_ == resp_version::resp2) return array(2 * pairs);
    header('%', pairs);
}

void reply_writer::set(std::size_t members) {
    header(version_ == resp_version::resp2 ? '*' : '~', members);
}

} // namespace vesta::rpc
