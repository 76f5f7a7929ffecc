#include "setup.hpp"

#include <sys/resource.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <spawn.h>
#include <stdexcept>
#include <stdlib.h>
#include <system_error>
#include <unistd.h>

extern char** environ;

namespace vesta::bench {
namespace {

struct first {
    double ms = 0;
    double mib = 0;
};

void require(bool holds, const char* what) {
    if (!holds) throw std::system_error{errno, std::generic_category(), what};
}

/// Starts `vesta gen` in a folder of its own and waits for its first line.
first run(const std::string& program, const std::string& settings) {
    std::array<int, 2> ends{};
    require(::pipe2(ends.data(), O_CLOEXEC) == 0, "pipe");
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    std::array<char*, 5> arguments{const_cast<char*>(program.c_str()), const_cast<char*>("gen"),
                                   const_cast<char*>("-c"), const_cast<char*>(settings.c_str()), nullptr};
    pid_t child = 0;
    const auto started = std::chrono::steady_clock::now();
    require(::posix_spawn(&child, program.c_str(), &actions, nullptr, arguments.data(), environ) == 0, "posix_spawn");
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    char byte = 0;
    const bool got = ::read(ends[0], &byte, 1) == 1;
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - started;
    ::close(ends[0]);
    int status = 0;
    rusage used{};
    ::wait4(child, &status, 0, &used);
    if (!got || status != 0) throw std::runtime_error{"vesta gen did not print an ID"};
    return {took.count(), static_cast<double>(used.ru_maxrss) / 1024};
}

} // namespace

void measure_first_id(report& into, const std::string& program) {
    std::array<char, 32> folder{"/tmp/vesta-bench-XXXXXX"};
    require(::mkdtemp(folder.data()) != nullptr, "mkdtemp");
    const std::string settings = std::string{folder.data()} + "/vesta.yaml";
    std::ofstream{settings}
        << "machine-id: { property: { id: 1 } }\ngenerators: { default: { kind: vesta } }\nstate: { dir: "
        << folder.data() << "/var }\n";
    std::vector<double> ms;
    std::vector<double> mib;
    for (int i = 0; i < 21; ++i) {
        const first got = run(program, settings);
        ms.push_back(got.ms);
        mib.push_back(got.mib);
    }
    into.add({"vesta gen: process start to the first ID", median(ms), 0, "ms, median of 21", "<= 20"});
    into.add({"vesta gen: resident memory", median(mib), 0, "MiB, median of 21", "< 12"});
    std::filesystem::remove_all(folder.data());
}

} // namespace vesta::bench
