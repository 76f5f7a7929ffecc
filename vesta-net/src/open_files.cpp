#include <vesta/net/open_files.hpp>

#include <sys/resource.h>

#include <algorithm>

namespace vesta::net {

void make_room_for(std::size_t connections) noexcept {
    rlimit files{};
    if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return;
    files.rlim_cur += std::min<rlim_t>(connections, files.rlim_max - files.rlim_cur);
    ::setrlimit(RLIMIT_NOFILE, &files);
}

} // namespace vesta::net
