#include "program_log.hpp"

#include <vesta/base/background.hpp>

#include <spdlog/spdlog.h>

#include <array>
#include <future>
#include <thread>

namespace vesta::cli {
namespace {

constexpr std::size_t most_lines = 1024; // that wait to be written; beyond, the oldest go
constexpr std::size_t most_access_lines = 8192;

using queue = std::shared_ptr<spdlog::details::thread_pool>;

queue make_queue(std::size_t lines) {
    const signals_blocked here;
    return std::make_shared<spdlog::details::thread_pool>(lines, 1);
}

std::shared_ptr<spdlog::async_logger> make_logger(const char* name, const std::shared_ptr<log_file>& to,
                                                  const queue& by) {
    return std::make_shared<spdlog::async_logger>(name, to, by, spdlog::async_overflow_policy::overrun_oldest);
}

/// Ends the threads once they have written what waits. They are left alone with a disk that hangs.
void end_both(queue one, queue other) {
    constexpr std::chrono::seconds patience{1};
    std::packaged_task<void()> ending{[all = std::array{std::move(one), std::move(other)}]() mutable {
        for (queue& each : all)
            each.reset();
    }};
    const auto ended = ending.get_future();
    std::thread waiting = background_thread(std::move(ending));
    ended.wait_for(patience) == std::future_status::ready ? waiting.join() : waiting.detach();
}

} // namespace

result<program_log::opened> program_log::open(const embed::log_settings& by) {
    auto program = open_log(by.file);
    if (!program) return std::move(program).error();
    opened files{*std::move(program), descriptor{}, {}};
    if (by.access == "off") return files;
    auto access = open_log(by.access);
    if (!access) return std::move(access).error();
    files.access = *std::move(access);
    files.access_lines = make_queue(most_access_lines);
    return files;
}

result<std::unique_ptr<program_log>> program_log::start(const embed::log_settings& by) {
    auto files = open(by);
    if (!files) return std::move(files).error();
    std::unique_ptr<program_log> made{new program_log};
    made->take(by, *files);
    return made;
}

program_log::program_log() : lines_{make_queue(most_lines)}, program_{make_logger("vesta", file_, lines_)} {
    spdlog::set_default_logger(program_);
}

program_log::~program_log() {
    end();
}

void program_log::end() noexcept {
    if (!lines_) return;
    // Without memory for a thread they are waited for.
    static_cast<void>(attempt([this] { end_both(std::move(lines_), std::move(access_lines_)); }));
    spdlog::set_level(spdlog::level::off);
}

void program_log::take(const embed::log_settings& by, const opened& files) {
    const bool has_access = files.access.is_open();
    by_ = by;
    file_->replace(files.program, by.format);
    access_file_->replace(has_access ? files.access : files.program, by.format); // keeps no file that is not in use
    spdlog::set_level(spdlog::level::from_str(by.level));
    if (has_access && !access_) {
        const std::lock_guard lock{guard_};
        access_lines_ = files.access_lines;
        access_ = make_logger("access", access_file_, access_lines_);
    }
    requests_.follow(by, has_access ? access_.get() : nullptr);
}

result<void> program_log::open_again() {
    const auto files = open(by_);
    if (!files) return files.error();
    take(by_, *files);
    return {};
}

std::uint64_t program_log::access_lines_dropped() const {
    const std::lock_guard lock{guard_};
    return access_lines_ ? access_lines_->overrun_counter() : 0;
}

std::uint64_t program_log::lines_lost() const noexcept {
    return file_->lost() + access_file_->lost();
}

figures program_log::counted() const {
    figures all;
    const auto dropped = [&](const char* log, std::uint64_t lines) {
        all.counter("vesta_log_dropped_lines_total", "Lines of a log that waited too long to be written.", lines,
                    {{"log", log}});
    };
    dropped("program", lines_dropped());
    dropped("access", access_lines_dropped());
    all.counter("vesta_log_lost_lines_total", "Lines of the logs that could not be written.", lines_lost());
    return all;
}

} // namespace vesta::cli
