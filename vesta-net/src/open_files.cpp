#include <vesta/net/open_files.hpp>

#include <sys/resource.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <limits>
#include <system_error>

namespace vesta::net {

void make_room_for(std::size_t connections) noexcept {
    rlimit files{};
    if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return;
    files.rlim_cur += std::min<rlim_t>(connections, files.rlim_max - files.rlim_cur);
    ::setrlimit(RLIMIT_NOFILE, &files);
}

std::size_t room_for_connections(std::size_t reserved) noexcept {
    rlimit files{};
    if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return std::numeric_limits<std::size_t>::max();
    std::error_code none;
    const std::filesystem::directory_iterator open{"/proc/self/fd", none};
    const auto taken = reserved + (none ? 0 : static_cast<std::size_t>(std::distance(begin(open), end(open))));
    return files.rlim_cur > taken ? files.rlim_cur - taken : 0;
}

} // namespace vesta::net
