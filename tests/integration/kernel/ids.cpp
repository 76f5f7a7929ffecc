// IDs of several threads by the one header: ids FOLDER THREADS IDS prints them, and gives back what was not used; a
// fourth argument ends the program without that, like a crash.
#define VESTA_KERNEL_IMPLEMENTATION
#include "ids.hpp"

#include <sys/file.h>

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <iostream>
#include <mutex>

namespace {

/// A mark in a file, which one process has at a time. Each write is a new file that takes the place of the old one once
/// it is on the disk; so is its name, once the folder is.
class file_mark final : public vesta::high_water_mark {
  public:
    explicit file_mark(std::string folder)
        : folder_{std::move(folder)}, lock_{open(folder_, "/lock", O_CREAT | O_RDWR)} {
        if (::flock(lock_, LOCK_EX | LOCK_NB) != 0) throw vesta::failure{{vesta::errc::in_use, folder_ + " is in use"}};
        long long found = 0;
        std::ifstream{folder_ + "/mark"} >> found;
        value_ = vesta::unix_ms{std::chrono::milliseconds{found}};
    }
    file_mark(const file_mark&) = delete;
    file_mark& operator=(const file_mark&) = delete;
    ~file_mark() override { ::close(lock_); }

    vesta::unix_ms value() const noexcept override { return value_; }
    vesta::result<void> advance(vesta::unix_ms to) override {
        if (!write(std::to_string(to.time_since_epoch().count()) + "\n"))
            return vesta::error{vesta::errc::store_unavailable, "cannot write " + folder_ + "/mark"};
        value_ = to;
        return {};
    }
    vesta::result<void> release(vesta::unix_ms used) override { return advance(used); }

  private:
    static int open(const std::string& folder, const char* name, int flags) {
        const int file = ::open((folder + name).c_str(), flags | O_CLOEXEC, 0666);
        if (file < 0) throw vesta::failure{{vesta::errc::store_unavailable, "cannot open " + folder + name}};
        return file;
    }
    bool write(const std::string& text) const {
        const int file = open(folder_, "/next", O_CREAT | O_WRONLY | O_TRUNC);
        const bool written =
            ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()) && ::fsync(file) == 0;
        ::close(file);
        if (!written || std::rename((folder_ + "/next").c_str(), (folder_ + "/mark").c_str()) != 0) return false;
        const int folder = open(folder_, "", O_RDONLY);
        const bool kept = ::fsync(folder) == 0;
        ::close(folder);
        return kept;
    }

    const std::string folder_;
    const int lock_;
    vesta::unix_ms value_{};
};

void print(vesta::time_generator& by, std::size_t count, std::mutex& output) {
    std::vector<vesta::id> ids(count);
    by.generate(ids).value();
    ids.push_back(make_one(by).value());
    const std::lock_guard guard{output};
    for (const vesta::id each : ids)
        std::cout << each.value << '\n';
}

void run(const std::string& folder, int threads, std::size_t count, bool crash) {
    const vesta::scheme& family = *vesta::find_scheme("vesta");
    const auto& clock = vesta::system_wall_clock();
    auto held = std::make_shared<vesta::reservation>(
        vesta::machine_lease{vesta::machine_id{7}, std::make_unique<file_mark>(folder)},
        vesta::reservation_policy{.ahead = std::chrono::milliseconds{200}}, clock);
    held->renew(true).value();
    vesta::keeper keeper{{held}};
    const auto ids = vesta::time_generator::make({.family = &family, .type = family.type("min-granularity").value()},
                                                 {held}, clock, [&keeper] { keeper.hurry(); })
                         .value();
    std::mutex output;
    std::vector<std::thread> all;
    for (int i = 0; i < threads; ++i)
        all.emplace_back([&] { print(*ids, count, output); });
    for (auto& each : all)
        each.join();
    std::cout << std::flush;
    if (crash) std::_Exit(0);
    keeper.stop();
    held->release().value();
}

} // namespace

int main(int argc, char** argv) {
    try {
        run(argv[1], std::atoi(argv[2]), static_cast<std::size_t>(std::atoi(argv[3])), argc > 4);
    } catch (const vesta::failure& why) {
        std::cerr << why.error().message << '\n';
        return 1;
    }
}
