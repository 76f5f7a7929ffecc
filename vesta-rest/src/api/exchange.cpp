#include "api/exchange.hpp"

#include "api/route.hpp"
#include "api/services.hpp"

#include <algorithm>

namespace vesta::rest {

std::optional<std::string_view> exchange::parameter(std::string_view name) const noexcept {
    std::optional<std::string_view> value;
    for (const auto of : {parameters, form_parameters})
        for (const auto& each : of) {
            if (each.name != name) continue;
            value = each.value.value_or("");
            if (!last_counts) return value;
        }
    return value;
}

result<void> exchange::may(std::string_view generator, const stream_query& query) {
    asked = true;
    return client.may(at.needs, generator, query);
}

result<named_generator*> exchange::find(std::string_view generator, const stream_query& query) {
    if (auto allowed = may(generator, query); !allowed) return std::move(allowed).error();
    return server.generators.find(generator);
}

result<named_generator*> exchange::find_timed(std::string_view generator) {
    return find(generator).and_then([](named_generator* found) {
        return found->time_based().transform([found](const time_generator*) { return found; });
    });
}

} // namespace vesta::rest
