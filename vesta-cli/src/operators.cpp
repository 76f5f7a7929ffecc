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

void audit(recent_events& recent, std::string_view line) {
    log_line{std::string{line}}.with("event", "audit").write(*spdlog::default_logger_raw(), severity::info);
    recent.note(severity::info, line, "audit");
}

} // namespace

rest::operations operations_of(const embed::settings& by, recent_events& recent) {
    return {.events = [&recent] { return recent.json(); },
            .machines = [&by] { return machines_json(by); },
            .release_machine = [&by](machine_id id) { return embed::release_machine(by, id, false); },
            .audit = [&recent](std::string_view line) { audit(recent, line); }};
}

} // namespace vesta::cli
