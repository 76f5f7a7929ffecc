#include "known_file.hpp"

#include "file_calls.hpp"

#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace vesta::file {
namespace {

constexpr std::size_t largest = 8 * 1024 * 1024; // more than most_remembered tags take

error system_says(const std::string& what) {
    return {errc::state_unusable, what + ": " + std::generic_category().message(errno)};
}

/// Whether @p file is still the one at @p path: who had it before may have given it its final name. A file with a
/// second name may be anybody's.
bool is_at(const std::string& path, const descriptor& file) {
    struct stat ours{};
    struct stat there{};
    return ::fstat(file.number(), &ours) == 0 && S_ISREG(ours.st_mode) && ours.st_nlink == 1 &&
           ::lstat(path.c_str(), &there) == 0 && ours.st_dev == there.st_dev && ours.st_ino == there.st_ino;
}

result<void> write_over(const descriptor& file, std::string_view text, bool for_good) {
    if (::ftruncate(file.number(), 0) != 0) return system_says("cannot write");
    while (!text.empty()) {
        const auto put = ::write(file.number(), text.data(), text.size());
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return system_says("cannot write");
        text.remove_prefix(static_cast<std::size_t>(put));
    }
    if (for_good && ::fdatasync(file.number()) != 0) return system_says("cannot synchronise");
    return {};
}

} // namespace

result<std::optional<std::string>> known_file::load() const {
    const descriptor file{::open(path_.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)};
    if (!file.is_open() && errno == ENOENT) return std::optional<std::string>{};
    struct stat is{};
    if (!file.is_open() || ::fstat(file.number(), &is) != 0) return system_says("cannot open");
    if (!S_ISREG(is.st_mode) || static_cast<std::size_t>(is.st_size) > largest)
        return error{errc::state_unusable, "it was not written by Vesta"};
    std::string text(static_cast<std::size_t>(is.st_size), '\0');
    std::size_t have = 0;
    while (have < text.size()) {
        const auto got = ::read(file.number(), text.data() + have, text.size() - have);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return system_says("cannot read");
        have += static_cast<std::size_t>(got);
    }
    return std::optional{std::move(text)};
}

void known_file::save(std::string_view text, bool for_good, std::string_view lost) {
    rewrite([&] { return std::string{text}; }, for_good, lost);
}

void known_file::rewrite(const std::function<std::string()>& content, bool for_good, std::string_view lost) {
    std::error_code ignored; // an open that fails says the same
    std::filesystem::create_directories(path_.parent_path(), ignored);
    const auto turn = take_turn();
    const std::string text = content(); // without a turn as well: it reports what it finds
    const auto saved = turn ? replace(*turn, text, for_good) : result<void>{turn.error()};
    const std::string trouble = saved ? "" : saved.error().message;
    if (trouble != trouble_ && !saved) tell(severity::warning, trouble + "; " + std::string{lost});
    if (trouble_.empty() != trouble.empty() && saved) tell(severity::info, "it is written again");
    trouble_ = trouble;
}

void known_file::tell(severity how_bad, const std::string& what) const {
    if (log_) log_(how_bad, path_.string() + ": " + what);
}

/// The unfinished file, locked: it has one writer at a time. What a crash left in it is written over.
result<descriptor> known_file::take_turn() const {
    constexpr std::chrono::milliseconds patience{250}; // others need far less
    const auto end = std::chrono::steady_clock::now() + patience;
    while (std::chrono::steady_clock::now() < end) {
        descriptor made{::open(unfinished().c_str(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0644)};
        if (!made.is_open() && errno == EACCES && ::unlink(unfinished().c_str()) == 0) continue; // another user's
        if (!made.is_open()) return system_says("cannot create");
        if (::flock(made.number(), LOCK_EX | LOCK_NB) == 0 && is_at(unfinished(), made)) return made;
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
    return error{errc::in_use, "another process is still writing " + unfinished()};
}

/// Gives the file its final name, and with it ends the turn.
result<void> known_file::replace(const descriptor& made, std::string_view text, bool for_good) const {
    auto written = write_over(made, text, for_good);
    if (written && ::rename(unfinished().c_str(), path_.c_str()) == 0) return {};
    error why = written ? system_says("cannot replace") : std::move(written).error();
    ::unlink(unfinished().c_str());
    return why;
}

} // namespace vesta::file
