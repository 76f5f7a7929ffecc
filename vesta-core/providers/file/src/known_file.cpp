#include "known_file.hpp"

#include "descriptor.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <fcntl.h>
#include <random>
#include <system_error>
#include <unistd.h>

namespace vesta::file {
namespace {

constexpr std::size_t largest = 8 * 1024 * 1024; // more than most_remembered tags take

error system_says(const std::string& what) {
    return {errc::state_unusable, what + ": " + std::generic_category().message(errno)};
}

result<void> write_new(const std::string& path, std::string_view text, bool for_good) {
    const descriptor file{::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644)};
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

} // namespace

result<std::optional<std::string>> known_file::load() const {
    const descriptor file{::open(path_.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)};
    if (!file.is_open() && errno == ENOENT) return std::optional<std::string>{};
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
    return std::optional{std::move(text)};
}

void known_file::save(std::string_view text, bool for_good, std::string_view lost) {
    const auto saved = replace(text, for_good);
    const std::string trouble = saved ? "" : saved.error().message;
    if (trouble != trouble_ && !saved) tell(trouble + "; " + std::string{lost});
    if (trouble_.empty() != trouble.empty() && saved) tell("it is written again");
    trouble_ = trouble;
}

void known_file::tell(const std::string& what) const {
    if (log_) log_(path_.string() + ": " + what);
}

/// Writes under a name that no other process can guess, then replaces the old file.
result<void> known_file::replace(std::string_view text, bool for_good) const {
    std::error_code ignored; // an open that fails says the same
    std::filesystem::create_directories(path_.parent_path(), ignored);
    std::random_device dice;
    const std::string made = path_.string() + "." + std::to_string(dice()) + ".new";
    if (auto written = write_new(made, text, for_good); !written || ::rename(made.c_str(), path_.c_str()) != 0) {
        const error why = written ? system_says("cannot replace") : std::move(written).error();
        ::unlink(made.c_str());
        return why;
    }
    return {};
}

} // namespace vesta::file
