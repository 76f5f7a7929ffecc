#include "book_text.hpp"

#include "place.hpp"
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

/// What each group of the file @p id begins with: a character (RS) that no text in a group has, and what no other file
/// has.
std::string group_begins(const std::string& id) {
    return "\036" + id + " ";
}

std::string group_line(const std::string& id, std::uint64_t number) {
    return group_begins(id) + std::to_string(number) + "\n";
}

error not_whole(const std::string& what) {
    return {errc::state_unusable, what};
}

std::size_t to_next_block(std::size_t size) {
    return (book_block - size % book_block) % book_block;
}

bool is_zero(std::string_view text) {
    return text.find_first_not_of('\0') == std::string_view::npos;
}

std::string sealed_in_blocks(std::string lines) {
    std::string all = seal(std::move(lines));
    return all.append(to_next_block(all.size()), '\0');
}

/// Takes one sealed text with its zeros off the front of @p rest, and returns what is before its checksum. Leaves
/// @p rest as it is where none is there.
result<std::string_view> take_sealed(std::string_view& rest) {
    const auto seal = rest.find(seal_begins);
    if (seal == std::string_view::npos) return not_whole("it is cut off");
    const auto end = seal + seal_begins.size() + digits_of_seal + 1;
    const auto all = end + to_next_block(end);
    if (all > rest.size()) return not_whole("it is cut off");
    auto lines = check_seal(rest.substr(0, end));
    if (lines && !is_zero(rest.substr(end, all - end))) return not_whole("it has bytes after its checksum line");
    if (lines) rest.remove_prefix(all);
    return lines;
}

result<book_head> take_head(std::string_view& lines) {
    const auto is = take_line(lines, book_magic);
    if (is && *is != book_version)
        return not_whole("it is of version " + std::string{*is} + " of its format, which is not known here");
    const auto name = take_line(lines, "name");
    const auto id = take_line(lines, "id");
    const auto lock = take_line(lines, "lock");
    const auto file = take_line(lines, "file");
    auto clock = take_line(lines, "boot");
    if (!is || !name || !id || !is_hexadecimal(*id, 32) || !lock || !file || !clock)
        return not_whole("it does not begin as a book of numbers does");
    auto lock_at = read_place(*lock);
    auto file_at = read_place(*file);
    if (!lock_at || !file_at) return not_whole("a place in its head does not read");
    const std::string boot{take_word(*clock)};
    const auto zero = read_canonical<std::int64_t>(*clock);
    if (!zero) return not_whole("its line 'boot' does not read");
    return book_head{.name = std::string{*name},
                     .id = std::string{*id},
                     .lock = *std::move(lock_at),
                     .file = *std::move(file_at),
                     .boot = boot,
                     .zero = std::chrono::milliseconds{*zero}};
}

/// Reads groups until the text ends or one is not whole.
result<void> take_groups(std::string_view rest, read_book& into) {
    const std::string& id = into.head.id;
    for (std::uint64_t number = 1; !is_zero(rest); ++number) {
        if (into.ended) return not_whole("it goes on behind its end");
        const std::string line = group_line(id, number);
        const auto lines = rest.starts_with(line) ? take_sealed(rest) : not_whole("another group is due");
        if (!lines) {
            // Each group is durable before the next is written: so where any follows, this one was whole once.
            if (rest.find(group_begins(id), 1) != std::string_view::npos)
                return not_whole("its group " + std::to_string(number) + " is damaged, and others follow it");
            into.cut_off = rest.substr(0, rest.find_last_not_of('\0') + 1);
            return {};
        }
        into.ended = lines->substr(line.size()) == end_of_book;
        if (into.ended) continue;
        if (auto done = into.content.apply(lines->substr(line.size())); !done) return done;
    }
    into.zeros = rest.size();
    return {};
}

} // namespace

std::string write_head(const book_head& head, const book_content& content) {
    std::string lines{book_magic};
    lines.append(" ").append(book_version).append("\nname ").append(head.name).append("\nid ").append(head.id) += '\n';
    lines += "lock " + place_text(head.lock) + "\nfile " + place_text(head.file) + "\n";
    lines += "boot " + head.boot + " " + std::to_string(head.zero.count()) + "\n";
    content.write(lines);
    return sealed_in_blocks(std::move(lines));
}

std::string write_group(const std::string& id, std::uint64_t number, std::string_view lines) {
    return sealed_in_blocks(group_line(id, number).append(lines));
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
