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

namespace {

template <class Rules>
std::unique_ptr<populator> make_by(const Rules& rules, populator_kind kind, std::uint64_t first) {
    switch (kind) {
    case populator_kind::cas:
        return std::make_unique<detail::cas_populator<std::atomic, Rules>>(rules, first);
    case populator_kind::mutex:
        return std::make_unique<detail::locked_populator<std::mutex, Rules>>(rules, first);
    case populator_kind::synchronized:
        return std::make_unique<detail::locked_populator<detail::fair_mutex<>, Rules>>(rules, first);
    }
    return nullptr;
}

} // namespace

std::unique_ptr<populator> make_populator(populator_kind kind, const timeline& line, const pacing& how,
                                          std::uint64_t first) {
    if (how.spread) return make_by(detail::basic_rules<detail::from_anywhere>{line, how, first}, kind, first);
    return make_by(detail::rules{line, how, first}, kind, first);
}

} // namespace vesta
