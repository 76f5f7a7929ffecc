#include "setup.hpp"

#include <exception>
#include <iostream>

int main(int argc, char** argv) {
    using namespace vesta::bench;
    try {
        report table{"core"};
        measure_single(table);
        measure_capped(table);
        if (argc > 1) measure_first_id(table, argv[1]);
        table.save();
        return 0;
    } catch (const std::exception& failed) {
        std::cerr << "bench_core: " << failed.what() << '\n';
        return 1;
    }
}
