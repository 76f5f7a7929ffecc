#include "machine_json.hpp"

#include <boost/json/array.hpp>

namespace vesta::cli {

std::string state_of(const embed::machine_entry& of) {
    if (!of.unusable.empty()) return "unusable";
    if (of.held) return "held";
    return of.given ? "given" : "free";
}

boost::json::object as_json(const embed::machine_entry& of) {
    boost::json::object made{{"machine", of.id.value},
                             {"share", of.share},
                             {"where", of.where},
                             {"state", state_of(of)},
                             {"instance", of.instance},
                             {"bySettings", of.given},
                             {"mark", to_rfc3339(of.mark)},
                             {"leaseLeftMs", of.left.count()},
                             {"local", of.local}};
    boost::json::array patterns;
    for (const auto& each : of.patterns)
        patterns.emplace_back(each);
    made["patterns"] = std::move(patterns);
    if (!of.unusable.empty()) made["why"] = of.unusable;
    return made;
}

} // namespace vesta::cli
