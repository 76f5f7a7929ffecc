#include "cas_populator.hpp"
#include "fair_mutex.hpp"
#include "locked_populator.hpp"

#include <vesta/generate/populator.hpp>

namespace vesta {

std::string_view name(populator_kind kind) noexcept {
    switch (kind) {
    case populator_kind::cas:
        return "cas";
    case populator_kind::mutex:
        return "mutex";
    case populator_kind::synchronized:
        return "synchronized";
    }
    return "cas";
}

std::unique_ptr<populator> make_populator(populator_kind kind, const timeline& line, const pacing& how,
                                          std::uint64_t first) {
    const detail::rules rules{line, how, first};
    switch (kind) {
    case populator_kind::cas:
        return std::make_unique<detail::cas_populator<>>(rules, first);
    case populator_kind::mutex:
        return std::make_unique<detail::locked_populator<std::mutex>>(rules, first);
    case populator_kind::synchronized:
        return std::make_unique<detail::locked_populator<detail::fair_mutex<>>>(rules, first);
    }
    return nullptr;
}

} // namespace vesta
