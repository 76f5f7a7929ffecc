#include "processes.hpp"

#include "support/free_port.hpp"
#include "support/tcp_peer.hpp"

#include <array>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <utility>

namespace vesta::bench {
namespace {

std::string settings(const testing::temp_folder& in, std::uint16_t port, unsigned threads) {
    std::ostringstream text;
    text << "machine-id: { property: { id: 1 } }\n"
            "generators:\n"
            "  default: { kind: custom, layout: { time: 40, seq: 20, machine: 3, unit: ms, epoch: 1767225600000 } }\n"
            "  segment: { kind: segment, store: main, auto-create: { step: 1000000 } }\n"
         << "stores: { main: { kind: sqlite, file: " << (in / "vesta.db").string() << " } }\n"
         << "state: { dir: " << (in / "state").string() << " }\n"
         << "rest: { enabled: false }\n"
         << "rpc: { listen: '127.0.0.1:" << port << "', threads: " << threads << " }\n"
         << "log: { level: warn }\n";
    return text.str();
}

/// The lines that @p command prints.
std::string output_of(const std::string& command) {
    std::FILE* const from = ::popen(command.c_str(), "r");
    if (from == nullptr) throw std::runtime_error{"cannot run " + command};
    std::string all;
    std::array<char, 4096> chunk;
    while (const std::size_t got = std::fread(chunk.data(), 1, chunk.size(), from))
        all.append(chunk.data(), got);
    if (::pclose(from) != 0) throw std::runtime_error{command + " failed: " + all};
    return all;
}

} // namespace

server_process::server_process(std::unique_ptr<testing::temp_folder> in, std::uint16_t port,
                               std::vector<std::string> command)
    : folder_{std::move(in)}, port_{port}, process_{std::move(command)} {
    wait_until_it_answers();
}

std::unique_ptr<server_process> server_process::vesta(const std::string& program, unsigned threads) {
    auto in = std::make_unique<testing::temp_folder>();
    const std::string file = (*in / "vesta.yaml").string();
    const std::uint16_t port = testing::free_port();
    testing::write_all(file, settings(*in, port, threads));
    return std::unique_ptr<server_process>{new server_process{std::move(in), port, {program, "serve", "-c", file}}};
}

std::unique_ptr<server_process> server_process::redis() {
    auto in = std::make_unique<testing::temp_folder>();
    const std::uint16_t port = testing::free_port();
    const std::string folder = in->path().string();
    return std::unique_ptr<server_process>{
        new server_process{std::move(in),
                           port,
                           {"/usr/bin/redis-server", "--port", std::to_string(port), "--bind", "127.0.0.1", "--save",
                            "", "--appendonly", "no", "--dir", folder, "--logfile", "/dev/null"}}};
}

void server_process::wait_until_it_answers() const {
    constexpr int attempts = 500;
    for (int i = 0; i < attempts; ++i) {
        try {
            if (testing::tcp_peer{port_}.ask("PING\r\n") == "+PONG\r\n") return;
        } catch (const std::runtime_error&) {
            std::this_thread::sleep_for(std::chrono::milliseconds{20}); // it does not listen yet
        }
    }
    throw std::runtime_error{"a server does not answer at port " + std::to_string(port_)};
}

double server_process::cpu_seconds() const {
    std::ifstream stat{"/proc/" + std::to_string(process_.id()) + "/stat"};
    std::string skipped;
    std::getline(stat, skipped, ')'); // the name, which may have spaces
    constexpr int fields_before_times = 11;
    for (int i = 0; i < fields_before_times; ++i)
        stat >> skipped;
    double user = 0;
    double kernel = 0;
    if (!(stat >> user >> kernel)) throw std::runtime_error{"a server has ended"};
    return (user + kernel) / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

double redis_benchmark(std::uint16_t port, unsigned pipeline, std::uint64_t commands, const std::string& what) {
    const std::string shown =
        output_of("redis-benchmark -p " + std::to_string(port) + " -c 50 -P " + std::to_string(pipeline) + " -n " +
                  std::to_string(commands) + " --csv " + what + " 2>/dev/null");
    // The last line: "GENID","123456.78",...
    const auto second = shown.rfind("\n\"");
    const auto begin = shown.find(",\"", second == std::string::npos ? 0 : second);
    if (begin == std::string::npos) throw std::runtime_error{"redis-benchmark printed: " + shown};
    return std::stod(shown.substr(begin + 2));
}

} // namespace vesta::bench
