#include "process_figures.hpp"

#include <sys/resource.h>

#include <chrono>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace vesta::cli {
namespace {

double seconds(const timeval& of) {
    return static_cast<double>(of.tv_sec) + static_cast<double>(of.tv_usec) / 1e6;
}

void add_processor_time(figures& to) {
    rusage used{};
    if (::getrusage(RUSAGE_SELF, &used) != 0) return;
    to.add({.name = "process_cpu_seconds_total",
            .help = "Processor time used by the program and by the system for it.",
            .kind = figure::type::counter,
            .value = seconds(used.ru_utime) + seconds(used.ru_stime)});
}

/// The numbers of /proc/self/stat behind the name, which may contain anything: the first is field 4 of proc(5).
std::vector<double> stat_numbers() {
    std::ifstream file{"/proc/self/stat"};
    const std::string text{std::istreambuf_iterator<char>{file}, {}};
    const auto name_end = text.rfind(')');
    if (name_end == std::string::npos || name_end + 4 > text.size()) return {};
    std::istringstream fields{text.substr(name_end + 4)}; // field 3 is one letter
    return {std::istream_iterator<double>{fields}, {}};
}

/// When the program started, in seconds since 1970: the kernel tells it in ticks since it booted.
double started_at(double ticks) {
    timespec up{};
    ::clock_gettime(CLOCK_BOOTTIME, &up);
    const double age = static_cast<double>(up.tv_sec) + static_cast<double>(up.tv_nsec) / 1e9 -
                       ticks / static_cast<double>(::sysconf(_SC_CLK_TCK));
    const std::chrono::duration<double> now = std::chrono::system_clock::now().time_since_epoch();
    return now.count() - age;
}

void add_memory_and_start(figures& to) {
    constexpr std::size_t threads = 20 - 4, start = 22 - 4, virtual_bytes = 23 - 4, resident_pages = 24 - 4;
    const auto numbers = stat_numbers();
    if (numbers.size() <= resident_pages) return;
    to.gauge("process_resident_memory_bytes", "Memory in use.",
             numbers[resident_pages] * static_cast<double>(::sysconf(_SC_PAGESIZE)));
    to.gauge("process_virtual_memory_bytes", "Addresses in use.", numbers[virtual_bytes]);
    to.gauge("process_start_time_seconds", "When the program started, in seconds since 1970.",
             started_at(numbers[start]));
    to.gauge("process_threads", "Threads of the program.", numbers[threads]);
}

void add_descriptors(figures& to) {
    std::error_code failed;
    const std::filesystem::directory_iterator open{"/proc/self/fd", failed};
    if (!failed)
        to.gauge("process_open_fds", "Open file descriptors.", static_cast<double>(std::distance(begin(open), {})));
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) == 0)
        to.gauge("process_max_fds", "Descriptors that may be open.", static_cast<double>(limit.rlim_cur));
}

} // namespace

figures process_figures() {
    figures all;
    add_processor_time(all);
    add_memory_and_start(all);
    add_descriptors(all);
    all.gauge("vesta_build_info", "1; the version is the label.", 1, {{"version", VESTA_VERSION}});
    return all;
}

} // namespace vesta::cli
