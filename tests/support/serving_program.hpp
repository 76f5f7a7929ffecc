#pragma once

#include "child_process.hpp"
#include "free_port.hpp"
#include "tcp_peer.hpp"
#include "temp_folder.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <thread>

namespace vesta::testing {

/// `vesta serve` as a process of its own that publishes one generator by RPC: with a state folder and a port that it
/// keeps over restarts. VESTA_PROGRAM, a definition of the test's target, is the program.
class serving_program {
  public:
    explicit serving_program(std::uint32_t machine, unsigned threads = 1) {
        const std::string text = "machine-id: { property: { id: " + std::to_string(machine) +
                                 " } }\n"
                                 "generators: { default: { kind: vesta, type: min-granularity } }\n"
                                 "clock: { reserve-ahead: 100ms }\n"
                                 "state: { dir: " +
                                 (folder_ / "state").string() +
                                 " }\n"
                                 "rest: { enabled: false }\n"
                                 "rpc: { listen: '" +
                                 address() + "', threads: " + std::to_string(threads) +
                                 ", limits: { command-arrival: 10min, answer-departure: 10min } }\n"
                                 "log: { level: error }\n";
        write_all(folder_ / "vesta.yaml", text);
        start();
    }

    std::uint16_t port() const noexcept { return port_; }
    std::string address() const { return "127.0.0.1:" + std::to_string(port_); }
    pid_t id() const { return running_->id(); }

    /// Returns when it serves.
    void start() {
        running_.emplace(std::vector<std::string>{VESTA_PROGRAM, "serve", "-c", (folder_ / "vesta.yaml").string()});
        constexpr int attempts = 3000;
        for (int i = 0; i < attempts; ++i) {
            try {
                if (tcp_peer{port_}.ask("PING\r\n") == "+PONG\r\n") return;
            } catch (const std::runtime_error&) {
                std::this_thread::sleep_for(std::chrono::milliseconds{20}); // it does not listen yet
            }
        }
        throw std::runtime_error{"vesta serve does not answer at " + address()};
    }
    /// Ends it with SIGKILL.
    void kill() { running_.reset(); }
    /// Ends it with SIGTERM; its exit code.
    int stop() {
        running_->signal(SIGTERM);
        const int code = running_->wait();
        running_.reset();
        return code;
    }
    void pause() const { running_->pause(); }
    void resume() const { running_->signal(SIGCONT); }

  private:
    const temp_folder folder_;
    const std::uint16_t port_ = free_port();
    std::optional<child_process> running_;
};

} // namespace vesta::testing
