#include "areas.hpp"

#include <exception>
#include <iostream>

int main() {
    using namespace vesta::bench;
    try {
        report table{"sharded"};
        measure_memory(table);
        measure_redis(table);
        table.save();
        return 0;
    } catch (const std::exception& failed) {
        std::cerr << "bench_sharded: " << failed.what() << '\n';
        return 1;
    }
}
