#include "areas.hpp"

#include <exception>
#include <iostream>

int main(int argc, char** argv) {
    using namespace vesta::bench;
    if (argc != 2) {
        std::cerr << "bench_rpc VESTA\n";
        return 2;
    }
    try {
        report table{"rpc"};
        measure_commands(table, argv[1]);
        measure_threads(table, argv[1]);
        measure_latency(table, argv[1]);
        measure_client(table, argv[1]);
        table.save();
        return 0;
    } catch (const std::exception& failed) {
        std::cerr << "bench_rpc: " << failed.what() << '\n';
        return 1;
    }
}
