#include <vesta/base/figures.hpp>

namespace vesta {

void figures::counter(std::string name, std::string help, std::uint64_t value, labels with) {
    add({.name = std::move(name),
         .help = std::move(help),
         .kind = figure::type::counter,
         .with = std::move(with),
         .value = static_cast<double>(value)});
}

void figures::gauge(std::string name, std::string help, double value, labels with) {
    add({.name = std::move(name), .help = std::move(help), .with = std::move(with), .value = value});
}

} // namespace vesta
