#include "areas.hpp"

#include <chrono>
#include <fstream>
#include <memory>
#include <thread>
#include <tuple>
#include <unistd.h>

namespace vesta::bench {
namespace {

using std::chrono::steady_clock;

constexpr std::size_t largest = 100'000;
constexpr int rounds = 7;

double resident_bytes() {
    std::ifstream in{"/proc/self/statm"};
    double whole = 0;
    double resident = 0;
    in >> whole >> resident;
    return resident * static_cast<double>(::sysconf(_SC_PAGESIZE));
}

double ms_since(steady_clock::time_point begin) {
    return std::chrono::duration<double, std::milli>(steady_clock::now() - begin).count();
}

/// What a table of so many tags costs, from the constructor on.
struct cost {
    double start_ms = 0;
    double use_ms = 0; ///< Until each tag has given its first number.
    double refresh_ms = 0;
    double status_ms = 0;
    double idle_bytes = 0; ///< Per tag that was never used.
    double used_bytes = 0; ///< Per tag that one thread took a number of.
};

id_source& source_of(segment_generator& generator, std::size_t number) {
    return *generator.tag("tag-" + std::to_string(number)).value();
}

/// Takes a number of each tag. All are asked for before one is waited for: a wait for each would take minutes.
void use_all(segment_generator& generator, std::size_t tags) {
    id made;
    for (std::size_t i = 0; i < tags; ++i)
        static_cast<void>(source_of(generator, i).try_generate({&made, 1}));
    for (std::size_t i = 0; i < tags; ++i)
        take_one(source_of(generator, i), made);
}

double refresh_ms(segment_generator& generator) {
    const auto reading = generator.read_table();
    while (!reading->done())
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    return std::chrono::duration<double, std::milli>(generator.status().refresh_took).count();
}

double status_ms(const segment_generator& generator) {
    const auto asked = steady_clock::now();
    static_cast<void>(generator.status());
    return ms_since(asked);
}

cost measure(std::size_t tags) {
    const auto table = std::make_shared<testing::memory_segments>();
    for (std::size_t i = 0; i < tags; ++i)
        table->put({.tag = "tag-" + std::to_string(i), .step = 1000});
    static_cast<void>(table->list()); // so that its memory is there before
    cost is;
    const double before = resident_bytes();
    const auto begin = steady_clock::now();
    segment_generator generator{table, {.refresh_every = std::chrono::hours{1}}};
    while (!generator.status().ready)
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    is.start_ms = ms_since(begin);
    is.idle_bytes = (resident_bytes() - before) / static_cast<double>(tags);
    const auto first_use = steady_clock::now();
    use_all(generator, tags);
    is.use_ms = ms_since(first_use);
    is.used_bytes = (resident_bytes() - before) / static_cast<double>(tags);
    std::tie(is.refresh_ms, is.status_ms) =
        alternate(rounds, [&] { return refresh_ms(generator); }, [&] { return status_ms(generator); });
    return is;
}

} // namespace

void measure_tags(report& into) {
    const auto add = [&](const std::string& what, double value, const char* unit) {
        into.add({what, value, 0, unit, "linear"});
    };
    for (std::size_t tags = 1000; tags <= largest; tags *= 10) {
        const cost is = measure(tags);
        const std::string label = std::to_string(tags) + " tags: ";
        add(label + "start, until the table is read", is.start_ms, "ms");
        add(label + "the first number of each", is.use_ms, "ms, one thread");
        add(label + "a refresh", is.refresh_ms, "ms, off the serving threads");
        add(label + "a status for metrics", is.status_ms, "ms");
        add(label + "memory of a tag that is not used", is.idle_bytes, "bytes");
        add(label + "memory of a tag in use", is.used_bytes, "bytes");
    }
}

} // namespace vesta::bench
