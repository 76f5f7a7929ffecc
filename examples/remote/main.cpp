// Asks servers for IDs one by one, in a batch and from prefetched ranges, and has one taken apart. The arguments are
// the servers, HOST:PORT each, in the order of preference.
#include <vesta/rpc/client.hpp>

#include <iostream>
#include <vector>

int main(int argc, char** argv) {
    vesta::rpc::client_options options;
    options.servers.assign(argv + 1, argv + argc);
    if (options.servers.empty()) options.servers = {"127.0.0.1:6399"};
    options.prefetch = {.count = 10'000, .max_age = std::chrono::milliseconds{500}};

    auto opened = vesta::rpc::client::open(options);
    if (!opened) {
        std::cerr << opened.error().message << '\n';
        return 1;
    }
    auto& ids = *opened;

    const auto one = ids.generate(); // the first one asks a server; those that follow cost nanoseconds
    if (!one) {
        std::cerr << one.error().message << '\n';
        return 1;
    }
    std::cout << "one:    " << to_string(*one) << '\n';

    std::vector<vesta::id> many(1000);
    ids.generate(many).value(); // value() throws vesta::failure where there is an error instead
    std::cout << "batch:  " << to_string(many.front()) << " to " << to_string(many.back()) << '\n';

    const auto parts = ids.get("default").value().explain(*one).value();
    std::cout << "made:   " << vesta::to_rfc3339(parts.at) << " by machine " << parts.parts.machine << '\n';
}
