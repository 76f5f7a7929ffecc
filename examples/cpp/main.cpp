// Opens a settings file, makes IDs one by one and in a batch, and takes one apart.
#include <vesta/embed/vesta.hpp>

#include <iostream>
#include <vector>

int main(int argc, char** argv) {
    auto opened = vesta::embed::service::open(argc > 1 ? argv[1] : "conf/vesta.yaml");
    if (!opened) {
        std::cerr << opened.error().message << '\n';
        return 1;
    }
    auto& ids = *opened;

    const vesta::id one = ids.generate().value(); // value() throws vesta::failure where there is an error instead
    std::cout << "one:    " << to_string(one) << '\n';

    std::vector<vesta::id> many(1000);
    if (auto filled = ids.generate(many); !filled) {
        std::cerr << filled.error().message << '\n';
        return 1;
    }
    std::cout << "batch:  " << to_string(many.front()) << " to " << to_string(many.back()) << '\n';

    const auto parts = ids.get("default").value().explain(one).value();
    std::cout << "made:   " << vesta::to_rfc3339(parts.at) << " by machine " << parts.parts.machine << '\n';
}
