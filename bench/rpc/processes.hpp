#pragma once

#include "support/child_process.hpp"
#include "support/temp_folder.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace vesta::bench {

/// A server as a process of its own, in a folder of its own, at a free port of the loopback address. Killed when this
/// is destroyed.
class server_process {
  public:
    /// `vesta serve` with so many RPC threads and a layout that no machine ID can exhaust.
    static std::unique_ptr<server_process> vesta(const std::string& program, unsigned threads);
    /// redis-server, which keeps nothing on disk.
    static std::unique_ptr<server_process> redis();

    server_process(const server_process&) = delete;
    server_process& operator=(const server_process&) = delete;

    std::uint16_t port() const noexcept { return port_; }
    /// What it has used so far, in user and kernel mode.
    double cpu_seconds() const;

  private:
    server_process(std::unique_ptr<testing::temp_folder> in, std::uint16_t port, std::vector<std::string> command);
    void wait_until_it_answers() const;

    std::unique_ptr<testing::temp_folder> folder_;
    const std::uint16_t port_;
    testing::child_process process_;
};

/// What redis-benchmark says of @p commands of the words @p what, on 50 connections with @p pipeline each: commands a
/// second.
double redis_benchmark(std::uint16_t port, unsigned pipeline, std::uint64_t commands, const std::string& what);

} // namespace vesta::bench
