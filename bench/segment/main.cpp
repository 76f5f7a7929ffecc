#include "areas.hpp"

#include <exception>
#include <iostream>

int main() {
    using namespace vesta::bench;
    try {
        report table{"segment"};
        measure_hot_path(table);
        measure_slow_store(table);
        measure_policies(table);
        measure_tags(table);
        table.save();
        return 0;
    } catch (const std::exception& failed) {
        std::cerr << "bench_segment: " << failed.what() << '\n';
        return 1;
    }
}
