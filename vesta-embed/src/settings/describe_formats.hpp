#pragma once

#include "choices.hpp"

// As describe.hpp: how numbers of tags are written.
namespace vesta::embed {

void describe(auto& visit, format_settings& in) {
    visit.text("text", in.text,
               "The text of a number: {number}, and {year}, {month}, {day} and {check} where they are wanted, between "
               "letters, digits and -_./:#");
    visit.item("restart", in.every, restart_choices,
               "When numbers begin at 1 again; the text must tell the year, month or day then.");
    visit.text("zone", in.zone, "The time zone of the days, as the IANA database has it: Europe/Berlin.");
    visit.item("width", in.width, bounds<std::uint32_t>{0, 18},
               "Digits of the number, with leading zeros; larger numbers are refused. 0: as many as it has.");
    visit.item("check", in.check, check_choices, "How {check} is computed from what stands before it.");
}

} // namespace vesta::embed
