#include <vesta/base/number.hpp>
#include <vesta/survey/id_list.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace vesta::survey {
namespace {

constexpr std::size_t longest_line = 64 * 1024;
constexpr std::size_t shown = 80;
constexpr std::string_view separators = ",;\t";
constexpr std::string_view around = " \t\r\"'"; // of a column, or a line

std::string_view trimmed(std::string_view text) noexcept {
    const auto from = text.find_first_not_of(around);
    if (from == std::string_view::npos) return {};
    return text.substr(from, text.find_last_not_of(around) - from + 1);
}

std::string_view column_of(std::string_view line, std::size_t column) noexcept {
    const auto ends = line.find_first_of(separators) == std::string_view::npos ? std::string_view{" "} : separators;
    line = trimmed(line);
    for (; column > 1; --column) {
        const auto end = line.find_first_of(ends);
        if (end == std::string_view::npos) return {};
        line.remove_prefix(end + 1);
    }
    return trimmed(line.substr(0, line.find_first_of(ends)));
}

/// The lines of a descriptor, in a buffer of fixed size.
class line_reader {
  public:
    line_reader(int descriptor, const std::string& name) : descriptor_{descriptor}, name_{name}, buffer_(256 * 1024) {}

    /// The next line, without its end; nothing at the end of the text. Of a line that is too long, only its front.
    result<std::optional<std::string_view>> next() {
        too_long_ = false;
        for (;;) {
            const std::string_view rest{buffer_.data() + begin_, end_ - begin_};
            const auto length = rest.find('\n');
            if (length != std::string_view::npos) {
                begin_ += length + 1;
                return std::optional{rest.substr(0, length)};
            }
            if (rest.size() > longest_line) return skip_line();
            if (ended_) {
                begin_ = end_;
                return rest.empty() ? std::nullopt : std::optional{rest};
            }
            if (auto more = receive(); !more) return std::move(more).error();
        }
    }

    bool was_too_long() const noexcept { return too_long_; }

  private:
    result<void> receive() {
        std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
        end_ -= begin_;
        begin_ = 0;
        ssize_t got = 0;
        do
            got = ::read(descriptor_, buffer_.data() + end_, buffer_.size() - end_);
        while (got < 0 && errno == EINTR);
        if (got < 0)
            return error{errc::internal, "cannot read " + name_ + ": " + std::generic_category().message(errno)};
        ended_ = got == 0;
        end_ += static_cast<std::size_t>(got);
        return {};
    }

    result<std::optional<std::string_view>> skip_line() {
        too_long_ = true;
        front_.assign(buffer_.data() + begin_, shown);
        while (!ended_) {
            const auto* const from = buffer_.data() + begin_;
            const auto* const stop = std::find(from, static_cast<const char*>(buffer_.data()) + end_, '\n');
            begin_ += static_cast<std::size_t>(stop - from);
            if (begin_ < end_) {
                ++begin_;
                break;
            }
            if (auto more = receive(); !more) return std::move(more).error();
        }
        return std::optional{std::string_view{front_}};
    }

    const int descriptor_;
    const std::string& name_;
    std::vector<char> buffer_;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
    bool ended_ = false;
    bool too_long_ = false;
    std::string front_;
};

} // namespace

std::optional<unix_ms> read_time(std::string_view text) {
    constexpr std::uint64_t largest_of_seconds = 99'999'999'999; // the year 5138; as milliseconds, 1973
    constexpr std::uint64_t largest = 253'402'300'799'999;       // the year 9999
    if (const auto count = read_number<std::uint64_t>(text); count && *count <= largest)
        return unix_ms{*count > largest_of_seconds ? std::chrono::milliseconds{*count} : std::chrono::seconds{*count}};
    for (const char* const offset : {"", "Z"})
        if (const auto instant = parse_rfc3339(std::string{text} + offset)) return *instant;
    return {};
}

std::optional<id> read_id(std::string_view text, const std::optional<text_form>& as) {
    if (!as || *as == text_form::decimal) // most lists, and by far the fastest
        if (const auto value = read_number<std::int64_t>(text)) return id{*value};
    auto read = as ? parse_text(text, *as) : parse_any_text(text);
    return read ? std::optional{*read} : std::nullopt;
}

result<void> read_list(int descriptor, const std::string& name, std::uint32_t file, const list_format& format,
                       const list_visitor& to) {
    line_reader lines{descriptor, name};
    for (place at{file, 1};; ++at.line) {
        const auto line = lines.next();
        if (!line) return line.error();
        if (!*line) return {};
        const auto text = column_of(**line, format.column);
        if (text.empty() && trimmed(**line).empty()) continue;
        const auto value = lines.was_too_long() ? std::nullopt : read_id(text, format.as);
        const auto made = format.time_column == 0 ? std::nullopt : read_time(column_of(**line, format.time_column));
        const bool is_whole = value && (made || format.time_column == 0);
        if (!is_whole && at.line == 1) continue;
        auto taken = is_whole ? to.read(at, *value, made) : to.unreadable(at, (*line)->substr(0, shown));
        if (!taken) return taken;
    }
}

} // namespace vesta::survey
