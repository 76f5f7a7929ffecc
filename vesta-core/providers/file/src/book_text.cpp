#include "book_text.hpp"

#include "sealed_text.hpp"

#include <vesta/base/number.hpp>

#include <algorithm>
#include <utility>

namespace vesta::file {
namespace {

constexpr std::string_view book_magic = "vesta-numbers";
constexpr std::string_view book_version = "1";
constexpr std::string_view seal_begins = "\ncrc32 ";
constexpr std::size_t digits_of_seal = 8;

/// It begins with a character (RS) that no text in a group has, so that it is told from all of them.
std::string group_line(std::uint64_t number) {
    return "\036group " + std::to_string(number) + "\n";
}

error not_whole(const std::string& what) {
    return {errc::state_unusable, what};
}

/// Takes one sealed text off the front of @p rest, and returns what is before its checksum. Leaves @p rest as it is
/// where none is there.
result<std::string_view> take_sealed(std::string_view& rest) {
    const auto seal = rest.find(seal_begins);
    const auto end = seal == std::string_view::npos ? seal : seal + seal_begins.size() + digits_of_seal + 1;
    if (end > rest.size()) return not_whole("it is cut off");
    auto lines = check_seal(rest.substr(0, end));
    if (lines) rest.remove_prefix(end);
    return lines;
}

result<place> read_place(std::string_view text) {
    place where{.host = std::string{take_word(text)}};
    const auto inode = read_canonical<std::uint64_t>(take_word(text));
    const auto born = read_canonical<std::int64_t>(text);
    if (!is_hexadecimal(where.host, 32) || !inode || !born) return not_whole("its line 'place' does not read");
    where.inode = *inode;
    where.born = *born;
    return where;
}

result<book_head> take_head(std::string_view& lines) {
    const auto is = take_line(lines, book_magic);
    const auto name = take_line(lines, "name");
    const auto where = take_line(lines, "place");
    if (is && *is != book_version)
        return not_whole("it is of version " + std::string{*is} + " of its format, which is not known here");
    if (!is || !name || !where) return not_whole("it does not begin as a book of numbers does");
    auto place = read_place(*where);
    if (!place) return std::move(place).error();
    return book_head{std::string{*name}, *std::move(place)};
}

/// Reads groups until the text ends or one is not whole.
result<void> take_groups(std::string_view rest, read_book& into) {
    for (std::uint64_t number = 1; !rest.empty(); ++number) {
        const auto lines = rest.starts_with(group_line(number)) ? take_sealed(rest) : not_whole("another group is due");
        if (!lines) {
            // Each group is durable before the next is written: so with a next one, this one was whole once.
            if (rest.find(group_line(number + 1)) != std::string_view::npos)
                return not_whole("its group " + std::to_string(number) + " is damaged, and others follow it");
            into.cut_off = rest.size();
            return {};
        }
        if (auto done = into.content.apply(lines->substr(group_line(number).size())); !done) return done;
    }
    return {};
}

} // namespace

std::string write_head(const book_head& head, const book_content& content) {
    std::string lines{book_magic};
    lines.append(" ")
        .append(book_version)
        .append("\nname ")
        .append(head.name)
        .append("\nplace ")
        .append(head.where.host);
    lines += " " + std::to_string(head.where.inode) + " " + std::to_string(head.where.born) + "\n";
    content.write(lines);
    return seal(std::move(lines));
}

std::string write_group(std::uint64_t number, std::string_view lines) {
    return seal(group_line(number).append(lines));
}

result<read_book> read_book_text(std::string_view whole) {
    auto lines = take_sealed(whole);
    if (!lines) return std::move(lines).error();
    read_book book;
    auto head = take_head(*lines);
    if (!head) return std::move(head).error();
    book.head = *std::move(head);
    if (auto done = book.content.apply(*lines); !done) return std::move(done).error();
    if (auto done = take_groups(whole, book); !done) return std::move(done).error();
    return book;
}

} // namespace vesta::file
