#include "place.hpp"

#include "file_calls.hpp"
#include "sealed_text.hpp"

#include <vesta/base/number.hpp>
#include <vesta/base/sha256.hpp>

#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>

#include <algorithm>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <unistd.h>

namespace vesta::file {
namespace {

// From linux/magic.h, and for file systems that are not in it.
constexpr std::uint32_t overlay = 0x794c7630;
constexpr std::uint32_t fuse = 0x65735546;
constexpr std::uint32_t networks[]{0x6969, 0xfe534d42, 0xff534d42, 0x517b, 0x00c36400, 0x5346414f, 0x0bd00bd0};

std::string read_line(const char* file) {
    std::ifstream in{file};
    std::string line;
    std::getline(in, line);
    return line;
}

std::string all_of(const char* file) {
    std::ifstream in{file};
    return {std::istreambuf_iterator<char>{in}, {}};
}

/// The value of `key=` among mount options; a backslash stands before a comma within it.
std::string option(std::string_view options, std::string_view key) {
    const auto found = options.find("," + std::string{key} + "=");
    if (found == std::string_view::npos) return {};
    const auto begin = found + key.size() + 2;
    auto end = options.find(',', begin);
    while (end != std::string_view::npos && options[end - 1] == '\\')
        end = options.find(',', end + 1);
    return std::string{options.substr(begin, end == std::string_view::npos ? end : end - begin)};
}

std::string hash(const std::string& of) {
    return sha256("vesta place\n" + of).substr(0, 32);
}

/// The identity of the host of this @p kind of file system.
std::string host_of(std::uint32_t kind, dev_t device) {
    if (std::ranges::find(networks, kind) != std::end(networks)) return hash("network");
    const auto machine = read_line("/etc/machine-id");
    if (kind != overlay) return hash(machine);
    return hash(machine + "\n" + upper_folder(all_of("/proc/self/mountinfo"), device));
}

} // namespace

bool same_place(const place& a, const place& b) noexcept {
    const auto agree = [](auto one, auto other) { return one == 0 || other == 0 || one == other; };
    return a.host == b.host && agree(a.inode, b.inode) && agree(a.born, b.born);
}

std::string upper_folder(std::string_view mountinfo, dev_t device) {
    const auto number = " " + std::to_string(major(device)) + ":" + std::to_string(minor(device)) + " ";
    while (!mountinfo.empty()) {
        const auto line = mountinfo.substr(0, mountinfo.find('\n'));
        mountinfo.remove_prefix(std::min(line.size() + 1, mountinfo.size()));
        const auto source = line.find(" - overlay ");
        // Before the path of the mount, which may contain anything but a space.
        if (source == std::string_view::npos || line.find(number) > line.find('/')) continue;
        return option(line.substr(source), "upperdir");
    }
    return {};
}

result<place> place_of(int folder, int file, const std::filesystem::path& path) {
    struct statfs system{};
    struct stat found{};
    struct statx lock{};
    constexpr unsigned wanted = STATX_INO | STATX_BTIME;
    if (::fstatfs(folder, &system) != 0 || ::fstat(folder, &found) != 0 ||
        ::statx(file, "", AT_EMPTY_PATH, wanted, &lock) != 0)
        return system_error("examine", path);
    const auto kind = static_cast<std::uint32_t>(system.f_type);
    place here{.host = host_of(kind, found.st_dev)};
    // An overlay may renumber a file with each mount, and FUSE with each start.
    if (kind == overlay || kind == fuse) return here;
    here.inode = lock.stx_ino;
    if ((lock.stx_mask & STATX_BTIME) != 0) here.born = lock.stx_btime.tv_sec * 1'000'000'000 + lock.stx_btime.tv_nsec;
    return here;
}

std::string place_text(const place& where) {
    return where.host + " " + std::to_string(where.inode) + " " + std::to_string(where.born);
}

std::optional<place> read_place(std::string_view text) {
    const auto host = take_word(text);
    const auto inode = read_canonical<std::uint64_t>(take_word(text));
    const auto born = read_canonical<std::int64_t>(text);
    if (!is_hexadecimal(host, 32) || !inode || !born) return {};
    return place{std::string{host}, *inode, *born};
}

std::string boot_id() {
    return read_line("/proc/sys/kernel/random/boot_id");
}

} // namespace vesta::file
