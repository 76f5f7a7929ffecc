#include <vesta/base/result.hpp>
#include <vesta/file/tag_memory.hpp>
#include <vesta/segment/segment_store.hpp>

#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <fcntl.h>
#include <optional>
#include <random>
#include <system_error>
#include <unistd.h>
#include <zlib.h>

namespace vesta::file {
namespace {

constexpr std::string_view first_line = "vesta-known 1\n";
constexpr std::string_view line_start = "end ";
constexpr std::string_view last_start = "crc32 ";
constexpr std::size_t largest = 8 * 1024 * 1024; // more than most_remembered tags take

class open_file {
  public:
    explicit open_file(int number) noexcept : number_{number} {}
    open_file(const open_file&) = delete;
    open_file& operator=(const open_file&) = delete;
    ~open_file() {
        if (number_ >= 0) ::close(number_);
    }
    int get() const noexcept { return number_; }
    bool is_open() const noexcept { return number_ >= 0; }

  private:
    const int number_;
};

error system_says(const std::string& what) {
    return {errc::state_unusable, what + ": " + std::generic_category().message(errno)};
}

std::string checksum(std::string_view text) {
    const auto sum = ::crc32(0, reinterpret_cast<const Bytef*>(text.data()), static_cast<uInt>(text.size()));
    std::string hex;
    for (int shift = 28; shift >= 0; shift -= 4)
        hex += "0123456789abcdef"[(sum >> shift) & 0xf];
    return hex;
}

std::string write(const tag_memory::ends& all) {
    std::string text{first_line};
    for (const auto& [tag, end] : all)
        text.append(line_start).append(std::to_string(end)).append(" ").append(tag) += '\n';
    const auto sum = checksum(text);
    return text.append(last_start).append(sum) += '\n';
}

/// One line's tag and end.
std::optional<std::pair<std::string, std::int64_t>> read_line(std::string_view line) {
    if (!line.starts_with(line_start)) return {};
    line.remove_prefix(line_start.size());
    std::int64_t end = 0;
    const auto [stop, failed] = std::from_chars(line.data(), line.data() + line.size(), end);
    line.remove_prefix(static_cast<std::size_t>(stop - line.data()));
    if (failed != std::errc{} || end < 1 || !line.starts_with(' ')) return {};
    line.remove_prefix(1);
    if (!check_tag(line)) return {};
    return std::pair{std::string{line}, end};
}

result<tag_memory::ends> read(std::string_view text) {
    const error damaged{errc::state_unusable, "it is damaged: its content and its checksum do not fit"};
    const std::size_t body = text.size() < last_start.size() + 9 ? 0 : text.size() - last_start.size() - 9;
    const std::string_view lines = text.substr(0, body);
    if (!lines.starts_with(first_line)) return damaged;
    if (text.substr(body) != std::string{last_start} + checksum(lines) + "\n") return damaged;
    tag_memory::ends all;
    for (std::string_view rest = lines.substr(first_line.size()); !rest.empty();) {
        const std::size_t stop = std::min(rest.find('\n'), rest.size() - 1);
        auto line = read_line(rest.substr(0, stop));
        if (!line) return damaged;
        all.insert(*std::move(line));
        rest.remove_prefix(stop + 1);
    }
    return all;
}

class file_memory final : public tag_memory {
  public:
    file_memory(std::filesystem::path path, std::function<void(std::string_view)> log)
        : path_{std::move(path)}, log_{std::move(log)} {}

    std::string where() const override { return path_.string(); }

    ends load() override {
        auto found = load_file();
        if (found) return *std::move(found);
        tell(found.reason().message + "; what was given out before this start is not known, and not guarded");
        return {};
    }

    void save(const ends& all, bool for_good) override {
        const auto saved = save_file(write(all), for_good);
        const std::string trouble = saved ? "" : saved.reason().message;
        if (trouble != trouble_ && !saved) tell(trouble + "; what is given out from here on is not remembered");
        if (trouble_.empty() != trouble.empty() && saved) tell("it is written again");
        trouble_ = trouble;
    }

  private:
    void tell(const std::string& what) const {
        if (log_) log_(path_.string() + ": " + what);
    }

    result<ends> load_file() const {
        const open_file file{::open(path_.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)};
        if (!file.is_open() && errno == ENOENT) return ends{};
        struct stat is{};
        if (!file.is_open() || ::fstat(file.get(), &is) != 0) return system_says("cannot open");
        if (!S_ISREG(is.st_mode) || static_cast<std::size_t>(is.st_size) > largest)
            return error{errc::state_unusable, "it is no file of ours"};
        std::string text(static_cast<std::size_t>(is.st_size), '\0');
        std::size_t have = 0;
        while (have < text.size()) {
            const auto got = ::read(file.get(), text.data() + have, text.size() - have);
            if (got < 0 && errno == EINTR) continue;
            if (got <= 0) return system_says("cannot read");
            have += static_cast<std::size_t>(got);
        }
        return read(text);
    }

    /// Under a name that nobody else has or can guess, and then in the place of the old one.
    result<void> save_file(std::string_view text, bool for_good) const {
        std::error_code ignored; // then it cannot be opened, and that is told
        std::filesystem::create_directories(path_.parent_path(), ignored);
        std::random_device dice;
        const std::string made = path_.string() + "." + std::to_string(dice()) + ".new";
        if (auto written = write_new(made, text, for_good); !written || ::rename(made.c_str(), path_.c_str()) != 0) {
            const error why = written ? system_says("cannot replace") : std::move(written).reason();
            ::unlink(made.c_str());
            return why;
        }
        return {};
    }

    static result<void> write_new(const std::string& path, std::string_view text, bool for_good) {
        const open_file file{::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644)};
        if (!file.is_open()) return system_says("cannot create");
        while (!text.empty()) {
            const auto put = ::write(file.get(), text.data(), text.size());
            if (put < 0 && errno == EINTR) continue;
            if (put < 0) return system_says("cannot write");
            text.remove_prefix(static_cast<std::size_t>(put));
        }
        if (for_good && ::fdatasync(file.get()) != 0) return system_says("cannot synchronise");
        return {};
    }

    const std::filesystem::path path_;
    const std::function<void(std::string_view)> log_;
    std::string trouble_;
};

} // namespace

std::shared_ptr<tag_memory> remember_tags(std::filesystem::path path, std::function<void(std::string_view)> log) {
    return std::make_shared<file_memory>(std::move(path), std::move(log));
}

} // namespace vesta::file
