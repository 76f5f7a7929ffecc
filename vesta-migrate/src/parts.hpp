#pragma once

#include <vesta/migrate/plan.hpp>

/// The parts of a plan, each added to what is there.
namespace vesta::migrate {

/// Who has which machine ID, and who gets it: fills the nodes' machine IDs and when they begin.
void plan_machines(const facts& of, plan& to);

/// What the tables of tags hold.
void plan_tags(const facts& of, plan& to);

/// What a sample of the old fleet's IDs says of layout and machine IDs.
void plan_sample(const facts& of, plan& to);

/// The commands, for a plan without refusals.
void plan_steps(const facts& of, plan& to);

} // namespace vesta::migrate
