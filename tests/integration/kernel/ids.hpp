#pragma once

#include "vesta_kernel.hpp"

/// The unit that does not define the implementation: it makes one ID.
vesta::result<vesta::id> make_one(vesta::time_generator& by);
