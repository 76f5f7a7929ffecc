#include "areas.hpp"

#include <algorithm>
#include <exception>
#include <iostream>
#include <string_view>
#include <vector>

// bench_segment [PART...]: hot_path, slow_store, policies, tags; all of them where none is named.
int main(int count, char** arguments) {
    using namespace vesta::bench;
    const std::vector<std::string_view> named{arguments + 1, arguments + count};
    const auto wanted = [&](std::string_view part) { return named.empty() || std::ranges::count(named, part) != 0; };
    try {
        report table{"segment"};
        if (wanted("hot_path")) measure_hot_path(table);
        if (wanted("slow_store")) measure_slow_store(table);
        if (wanted("policies")) measure_policies(table);
        if (wanted("tags")) measure_tags(table);
        table.save();
        return 0;
    } catch (const std::exception& failed) {
        std::cerr << "bench_segment: " << failed.what() << '\n';
        return 1;
    }
}
