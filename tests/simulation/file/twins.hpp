#pragma once

#include "sim_life.hpp"

namespace vesta::testing {

// The store with one rule of its taken out: each puts a disk in between that leaves out, or does otherwise, what the
// rule asks for. A simulation that finds nothing wrong with one of them proves nothing about the rule.

disk_ptr without_sync_of_files(disk_ptr to);
disk_ptr without_sync_of_the_folder(disk_ptr to);
/// What precedes the first mark of a series.
disk_ptr without_sync_of_the_lock_file(disk_ptr to);
/// A number that is taken is taken once more.
disk_ptr overwriting(disk_ptr to);
/// What this process read or wrote once is taken to be there still.
disk_ptr without_second_look(disk_ptr to);
/// The folder's names are those of the first listing and what this process did to them.
disk_ptr without_second_listing(disk_ptr to);
/// What a mark replaces is removed as soon as the mark has its number.
disk_ptr tidying_early(disk_ptr to);
/// Only what this process found or wrote itself is removed: lower numbers hide that higher ones are gone.
disk_ptr leaving_what_others_left(disk_ptr to);
/// Every folder is in the one place.
disk_ptr without_places(disk_ptr to);
/// A mark that cannot be read is removed.
disk_ptr discarding_bad_marks(disk_ptr to);
/// What earlier owners' marks say about patterns is not read.
disk_ptr without_history(disk_ptr to);

} // namespace vesta::testing
