#include "operators.hpp"

#include "logging/line_format.hpp"
#include "machine_json.hpp"

#include <vesta/embed/machines.hpp>

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <spdlog/spdlog.h>

namespace vesta::cli {
namespace {

result<std::string> machines_json(const embed::settings& by) {
    const auto all = embed::list_machines(by);
    if (!all) return all.error();
    boost::json::array machines;
    for (const embed::machine_entry& each : *all)
        machines.push_back(as_json(each));
    return boost::json::serialize(boost::json::object{{"machines", std::move(machines)}});
}

/// The log says who did it; those who may only look at recent events see what was done.
void audit(recent_events& recent, std::string_view who, std::string_view what) {
    log_line{std::string{who}.append(" ").append(what)}
        .with("event", "audit")
        .write(*spdlog::default_logger_raw(), severity::info);
    recent.note(severity::info, std::string{"an operator "}.append(what), "audit");
}

} // namespace

rest::operations operations_of(const embed::settings& by, recent_events& recent) {
    return {.events = [&recent] { return recent.json(); },
            .machines = [&by] { return machines_json(by); },
            .release_machine = [&by](machine_id id) { return embed::release_machine(by, id, false); },
            .audit = [&recent](std::string_view who, std::string_view what) { audit(recent, who, what); }};
}

} // namespace vesta::cli
