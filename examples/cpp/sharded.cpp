// IDs of an application's shards: makes the application's rows where they are missing, then IDs for gate passes.
#include <vesta/embed/sharded.hpp>
#include <vesta/embed/vesta.hpp>

#include <iostream>
#include <vector>

int main(int argc, char** argv) {
    constexpr std::int64_t app = 1;
    const auto settings = vesta::embed::load_settings(argc > 1 ? argv[1] : "conf/vesta.yaml").value();
    vesta::embed::init_sharded(settings, "sharded", app, "example").value();

    const vesta::embed::open_options only_this{.only = "sharded"};
    vesta::embed::service ids{vesta::embed::instance::open(settings, only_this).value(), only_this};
    const auto of = [&](std::string_view gate_pass) {
        return ids.get({.generator = "sharded", .app = app, .gate_pass = gate_pass}).value();
    };

    const vesta::id one = of("13912345678").generate().value();
    std::cout << "one:    " << to_string(one) << '\n';

    std::vector<vesta::id> many(1000);
    of("bob@example.com").generate(many).value();
    std::cout << "batch:  " << to_string(many.front()) << " to " << to_string(many.back()) << '\n';

    const auto read = vesta::embed::explain_sharded(settings, "sharded", one).value();
    std::cout << "made:   number " << read.number << " of app " << read.parts.app.value << ", shard "
              << read.parts.shard.value << '\n';
}
