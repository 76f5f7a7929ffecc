#pragma once

#include "choices.hpp"

// As describe.hpp: the layout after the present one.
namespace vesta::embed {

void describe(auto& visit, successor_settings& in) {
    visit.instant("at", in.at, "The instant, RFC 3339. IDs whose time lies before it are of the layout above.");
    visit.one_of("kind", in.kind, successor_kinds(), "The kind from then on.");
    visit.text("type", in.type, "Its ID type, of kinds with several.");
    visit.item("version", in.version, bounds<std::uint32_t>{0, 1}, "The version of all its IDs.");
    visit.item("gen-method", in.gen_method, bounds<std::uint32_t>{0, 3},
               "The genMethod of all its IDs; absent: as before the instant.");
    visit.section("layout", in.layout, "kind custom: widths, unit and epoch.");
}

} // namespace vesta::embed
