#include "recent_events.hpp"

#include "json_text.hpp"

#include <vesta/time/clock.hpp>

#include <chrono>

namespace vesta::cli {
namespace {

std::string_view name_of(severity of) {
    return of == severity::info ? "info" : of == severity::warning ? "warning" : "error";
}

void add(std::string& to, std::string_view name, std::string_view value) {
    if (value.empty()) return;
    append_json((to += to.size() == 1 ? "" : ","), name);
    append_json(to += ':', value);
}

} // namespace

void recent_events::note(severity how_bad, std::string_view message, std::string_view event,
                         std::string_view generator) {
    std::string made = "{";
    add(made, "at", to_rfc3339(std::chrono::floor<std::chrono::milliseconds>(system_wall_clock().now())));
    add(made, "level", name_of(how_bad));
    add(made, "message", message);
    add(made, "event", event);
    add(made, "generator", generator);
    const std::lock_guard lock{guard_};
    all_.push_front(made += '}');
    if (all_.size() > most) all_.pop_back();
}

std::string recent_events::json() const {
    std::string made = R"({"events":[)";
    const std::lock_guard lock{guard_};
    for (const std::string& each : all_)
        (made += made.back() == '[' ? "" : ",") += each;
    return made += "]}";
}

} // namespace vesta::cli
