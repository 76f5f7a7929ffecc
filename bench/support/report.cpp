#include "report.hpp"

#include <boost/json.hpp>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <utility>

namespace vesta::bench {

void report::add(row line) {
    if (rows_.empty()) std::printf("%-58s %12s %12s %8s  %s\n", area_.c_str(), "ours", "peer", "ratio", "aim");
    std::printf("%-58s %12.4g ", line.what.c_str(), line.ours);
    if (line.peer > 0) {
        std::printf("%12.4g %8.3f", line.peer, line.ours / line.peer);
    } else {
        std::printf("%12s %8s", "", "");
    }
    std::printf("  %s (%s)\n", line.bound.c_str(), line.unit.c_str());
    std::fflush(stdout);
    rows_.push_back(std::move(line));
}

void report::save() const {
    boost::json::array rows;
    for (const row& each : rows_) {
        boost::json::object made{{"what", each.what}, {"ours", each.ours}, {"unit", each.unit}, {"aim", each.bound}};
        if (each.peer > 0) {
            made["peer"] = each.peer;
            made["ratio"] = each.ours / each.peer;
        }
        rows.push_back(std::move(made));
    }
    std::filesystem::create_directories("build/bench");
    std::ofstream out{"build/bench/" + area_ + ".json"};
    if (!(out << boost::json::serialize(rows) << '\n'))
        throw std::runtime_error{"cannot write build/bench/" + area_ + ".json"};
}

double median(std::vector<double> of) {
    std::ranges::sort(of);
    const std::size_t middle = of.size() / 2;
    return of.size() % 2 == 1 ? of[middle] : (of[middle - 1] + of[middle]) / 2;
}

std::pair<double, double> alternate(int rounds, const std::function<double()>& ours,
                                    const std::function<double()>& peer) {
    std::vector<double> a;
    std::vector<double> b;
    for (int round = 0; round < rounds; ++round) {
        a.push_back(ours());
        b.push_back(peer());
    }
    return {median(std::move(a)), median(std::move(b))};
}

double ns_per_call(std::size_t calls, const std::function<void()>& work) {
    const auto started = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - started;
    return took.count() / static_cast<double>(calls);
}

double cpu_seconds() {
    rusage used{};
    ::getrusage(RUSAGE_SELF, &used);
    const auto seconds = [](const timeval& of) {
        return static_cast<double>(of.tv_sec) + static_cast<double>(of.tv_usec) / 1e6;
    };
    return seconds(used.ru_utime) + seconds(used.ru_stime);
}

} // namespace vesta::bench
